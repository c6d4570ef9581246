// An address where nothing is.
import type { ComponentChildren } from "preact";
import { Page } from "../parts/frame";

const words = { title: "Nothing lies here", text: "This address leads to no card and no table. It may have been mistyped.", home: "To the tables" };

export function NotFound(): ComponentChildren {
  return (
    <Page title={words.title}>
      <div class="panel stack">
        <p>{words.text}</p>
        <p>
          <a class="button gold" href="/">
            {words.home}
          </a>
        </p>
      </div>
    </Page>
  );
}
