import { render } from "preact";
import { App } from "./app";
import "./style/base.css";

render(<App />, document.getElementById("app")!);
