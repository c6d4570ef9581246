// Which page belongs to which path.
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { path } from "./session/router";
import { LobbyPage } from "./pages/lobby";
import { TablePage } from "./pages/table";
import { DecksPage } from "./pages/decks";
import { ReplayPage } from "./pages/replay";
import { ProfilePage } from "./pages/profile";
import { SettingsPage } from "./pages/settings";
import { NotFound } from "./pages/not-found";

export function App(): ComponentChildren {
  const [, page = "", id = ""] = path.value.split("/");
  switch (page) {
    case "":
    case "lobby":
      return <LobbyPage code={id} />;
    case "match":
    case "watch":
      return <TablePage key={id} id={id} watching={page === "watch"} />;
    case "decks":
      return <DecksPage id={id} />;
    case "replay":
      return <ReplayPage key={id} id={id} />;
    case "profile":
      return <ProfilePage />;
    case "settings":
      return <SettingsPage />;
    case "dev":
      return <Later page={() => import("./pages/dev-table").then(({ DevTable }) => DevTable)} />;
    default:
      return <NotFound />;
  }
}

/** A page that is loaded when it is wanted. */
function Later({ page }: { page: () => Promise<() => ComponentChildren> }): ComponentChildren {
  const [Page, set] = useState<(() => ComponentChildren) | null>(null);
  useEffect(() => void page().then((loaded) => set(() => loaded)), []);
  return Page && <Page />;
}
