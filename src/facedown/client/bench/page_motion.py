"""How soon a move is seen, and how smoothly a full table moves: by the browser's own frames and tracing."""

from collections import Counter
from collections.abc import Iterator
from statistics import median
from typing import TYPE_CHECKING, Any

from facedown.client.bench.browser import newcomer
from facedown.client.bench.figures import Figure

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page

MOVES = 5
"""Moves of one's own that are watched."""
BRAWL = 5
"""Seconds that twenty creatures fight."""
REST = 1_000
"""Milliseconds after which a new table lies still."""
PATIENCE = 60_000
ATTEMPTS = 600
DISTANCE = 700
"""Milliseconds that an action is held back on its way: what is seen before does not come from the server."""

FAR_AWAY = f"""
const send = WebSocket.prototype.send;
WebSocket.prototype.send = function (data) {{
  if (String(data).startsWith('{{"type":"act"')) setTimeout(() => send.call(this, data), {DISTANCE});
  else send.call(this, data);
}};
"""

FRAMES = """() => {
  const stage = document.querySelector(".stage");
  let frames = 0;
  const painted = new MessageChannel();
  painted.port1.onmessage = () => {
    if (stage.dataset.busy === "true") window.framesUntilSeen = frames;
    else requestAnimationFrame(next);
  };
  const next = () => { frames++; painted.port2.postMessage(null); };
  window.framesUntilSeen = null;
  addEventListener("pointerup", () => requestAnimationFrame(next), { capture: true, once: true });
}"""
"""Counts frames from a pointer that is let go to the first one that shows the move under way."""

AT_REST = "it => Promise.all(it.getAnimations().map(one => one.finished.catch(() => 0)))"
READY = '.stage[data-busy="false"] [data-end]:enabled'
LIT = ".piece.target.far.hero, .piece.target, .zone.lit"
TRACED = ["disabled-by-default-devtools.timeline.frame", "devtools.timeline.frame", "blink.user_timing"]
BRAWLED = """async (seconds) => {
  performance.mark("brawl begins");
  await facedownTable.brawl(seconds);
  performance.mark("brawl ends");
}"""


def motion(address: str) -> Iterator[Figure]:
    """Moves in a match against the computer, then a table with twenty creatures."""
    with newcomer() as context:
        context.set_default_timeout(PATIENCE)
        frames = _moves(context, address)
        drawn, dropped = _brawl(context, address)
    yield Figure("a move is seen", median(frames), "frames", 1, at_most=True)
    # A display of 60 Hz draws one frame less now and then in a stretch of any length.
    yield Figure("20 creatures fighting", drawn, "frames/s", 59)
    yield Figure("20 creatures fighting, dropped", dropped, "frames/s")


def _moves(context: "BrowserContext", address: str) -> list[int]:
    """After how many frames each of our moves was seen, with the server far away."""
    page = context.new_page()
    page.add_init_script(FAR_AWAY)
    page.goto(address)
    page.get_by_role("button", name="Play", exact=True).click()
    page.locator('[data-seal="checked"]').wait_for()
    found: list[int] = []
    for _ in range(ATTEMPTS):
        page.locator(f"{READY}, [data-over]").first.wait_for()
        if page.locator("[data-over]").count():
            raise RuntimeError(f"the match ended after {len(found)} moves; try again")
        sources = page.locator(".piece.source")
        if sources.count() == 0:
            page.locator("[data-end]").click()
            page.locator(READY).wait_for(state="hidden")
            continue
        _press(page, ".piece.source")
        page.evaluate(FRAMES)
        _press(page, LIT)
        found.append(_until(page, "window.framesUntilSeen"))
        if len(found) == MOVES:
            page.close()
            return found
    raise RuntimeError(f"only {len(found)} moves were possible; try again")


def _until(page: "Page", expression: str) -> Any:
    """What this is, once it is something. The page's policy forbids Playwright's own way to wait."""
    for _ in range(PATIENCE // 20):
        if found := page.evaluate(expression):
            return found
        page.wait_for_timeout(20)
    raise RuntimeError(f"the page never came to {expression}")


def _press(page: "Page", selector: str) -> None:
    """Click the left of something that has come to rest: the right of a card may be covered."""
    found = page.locator(selector).first
    found.evaluate(AT_REST)
    box = found.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] * 0.3, box["y"] + box["height"] * 0.4)


def _brawl(context: "BrowserContext", address: str) -> tuple[float, float]:
    """Frames drawn and dropped a second while twenty creatures fight."""
    page = context.new_page()
    page.goto(f"{address}/dev/table?creatures=20&hand=7")
    _until(page, "!!window.facedownTable")
    page.wait_for_timeout(REST)
    line = context.new_cdp_session(page)
    events: list[dict[str, Any]] = []
    ended: list[object] = []
    line.on("Tracing.dataCollected", lambda chunk: events.extend(chunk["value"]))
    line.on("Tracing.tracingComplete", lambda how: ended.append(how))  # noqa: PLW0108 (it wants a function)
    line.send(
        "Tracing.start", {"transferMode": "ReportEvents", "traceConfig": {"includedCategories": TRACED}}
    )
    page.evaluate(BRAWLED, BRAWL)
    line.send("Tracing.end")
    while not ended:
        page.wait_for_timeout(50)
    page.close()
    return frames_a_second(events)


def frames_a_second(events: list[dict[str, Any]]) -> tuple[float, float]:
    """Drawn and dropped between the marks of a brawl, in a trace of Chromium."""
    (begin,) = (event["ts"] for event in events if event["name"] == "brawl begins")
    (end,) = (event["ts"] for event in events if event["name"] == "brawl ends")
    count = Counter(event["name"] for event in events if begin <= event.get("ts", 0) <= end)
    seconds = (end - begin) / 1e6
    return count["DrawFrame"] / seconds, count["DroppedFrame"] / seconds
