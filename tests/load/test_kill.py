"""Kill -9 at random moments under load: nothing that was acknowledged is lost, and every match goes on.

`FACEDOWN_KILLS=200 python -m pytest tests/load/test_kill.py -s` kills more often; `FACEDOWN_SEED` names other
moments.
"""

import asyncio
import os
from pathlib import Path

from load.killed import LONG, Tables
from server.process import ServerProcess

KILLS = int(os.environ.get("FACEDOWN_KILLS", "20"))
SEED = int(os.environ.get("FACEDOWN_SEED", "1"))


def test_kill_9_under_load_loses_nothing_and_every_match_comes_back(tmp_path: Path) -> None:
    print(f"FACEDOWN_SEED={SEED} FACEDOWN_KILLS={KILLS}")  # noqa: T201 (a failure can be looked for again)

    async def main(server: ServerProcess) -> int:
        tables = Tables(server, SEED)
        async with asyncio.TaskGroup() as group:
            play = {f"duel {n}": tables.pair(f"duel {n}", 2, options=LONG) for n in range(4)}
            play |= {f"magic {n}": tables.pair(f"magic {n}", 2, game="magic") for n in range(2)}
            play |= {"bot": tables.pair("bot", 1, options=LONG), "sealed": tables.sealed("sealed")}
            for work in play.values():
                group.create_task(work)
            for _ in range(KILLS):
                await tables.kill({*play})
            tables.stopping = True
        return tables.finished

    with ServerProcess(tmp_path) as server:
        finished = asyncio.run(main(server))
        faults = [line for line in server.log().splitlines() if '"level":"error"' in line.lower()]
    assert faults == []
    assert finished >= 8, "each match was audited to its end at least once"
