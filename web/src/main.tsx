import { render } from "preact";
import { App } from "./app";
import { mirror } from "./mirror/client";
import "./style/base.css";

// Whoever comes to a table wants it checked at once; whoever comes to the lobby will want it soon.
const [, page = ""] = location.pathname.split("/");
if (["match", "watch", "replay"].includes(page)) mirror.start();
else if (["", "lobby"].includes(page)) addEventListener("load", () => mirror.startWhenIdle());

render(<App />, document.getElementById("app")!);
