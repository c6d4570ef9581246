// The table in words: the chronicle, the banner, short notices, and what a screen reader says.
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { placed } from "./turn";
import type { Stage } from "./stage";

const words = { chronicle: "Chronicle", empty: "The story begins in a moment." };

/** `**name**` in bold. */
export function Said({ text }: { text: string }): ComponentChildren {
  return text.split("**").map((part, i) => (i % 2 ? <strong key={i}>{part}</strong> : part));
}

export function Chronicle({ stage, floating, children }: { stage: Stage; floating?: boolean; children?: ComponentChildren }): ComponentChildren {
  const list = useRef<HTMLOListElement>(null);
  const lines = stage.chronicle.value;
  useLayoutEffect(() => {
    const it = list.current;
    if (it) it.scrollTop = it.scrollHeight;
  }, [lines.length]);
  const box = stage.layout.value.chronicle;
  if (!floating && !box) return null;
  return (
    <section class={`chronicle panel ${floating ? "floating" : ""}`} style={floating || !box ? {} : placed(box)} aria-label={words.chronicle}>
      <h2>{words.chronicle}</h2>
      <ol ref={list} tabIndex={0}>
        {lines.length === 0 && <li class="quiet">{words.empty}</li>}
        {lines.map(({ id, text, seat, chapter, times }) => (
          <li key={id} class={chapter ? "chapter" : seat === null ? "" : seat === stage.near.value ? "near" : "far"}>
            <Said text={text} />
            {times > 1 && ` ×${times}`}
          </li>
        ))}
      </ol>
      {children}
    </section>
  );
}

export function TurnBanner({ stage }: { stage: Stage }): ComponentChildren {
  const banner = stage.banner.value;
  useEffect(() => {
    if (!banner) return;
    const timer = setTimeout(() => (stage.banner.value = null), 1500);
    return () => clearTimeout(timer);
  }, [banner?.id]);
  if (!banner) return null;
  return (
    <div key={banner.id} class={`banner ${banner.tone}`} aria-hidden="true">
      <b>{banner.title}</b>
      {banner.line && <small>{banner.line}</small>}
    </div>
  );
}

/** Why something was not possible, for a few seconds. */
export function Notice({ stage }: { stage: Stage }): ComponentChildren {
  const notice = stage.notice.value;
  useEffect(() => {
    if (!notice) return;
    const timer = setTimeout(() => (stage.notice.value = null), 3200);
    return () => clearTimeout(timer);
  }, [notice?.id]);
  return notice ? (
    <p key={notice.id} class="notice" aria-hidden="true">
      {notice.text}
    </p>
  ) : null;
}

/** Said politely: sentences that come at once are said together. */
export function Spoken({ stage }: { stage: Stage }): ComponentChildren {
  const element = useRef<HTMLDivElement>(null);
  const waiting = useRef<string[]>([]);
  const text = stage.spoken.value;
  useEffect(() => {
    if (!text) return;
    waiting.current.push(text);
    const timer = setTimeout(() => {
      if (element.current) element.current.textContent = waiting.current.splice(0).slice(-6).join(" ");
    }, 250);
    return () => clearTimeout(timer);
  }, [text]);
  return <div ref={element} class="hidden-text" role="status" aria-live="polite" data-live />;
}
