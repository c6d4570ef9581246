// Opening an account, logging in and out.
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { introduce, me, reintroduce, token } from "../session/session";
import { api, type Session } from "./api";
import { Icon } from "./icons";
import { complain, sentence } from "./toast";

const words = {
  guest: "You play as a guest",
  guestText: "Only this browser can get back to your decks and matches. With a name and a password they are yours on every device, and matches from the queue count for the ladder.",
  tabs: { register: "Open an account", login: "Log in", rename: "Just a name" },
  name: "Name",
  nameHint: "3 to 20 letters, digits, _ and -",
  password: "Password",
  passwordHint: "8 characters or more",
  keeps: "Decks, matches and rating come along.",
  leaves: "As the guest you are now you will not come back: what it has stays behind.",
  register: "Keep everything under this name",
  login: "Log in",
  rename: "Play under this name",
  renames: "A new guest of that name. The one you are now stays behind, with its decks and matches.",
  account: "Your account",
  as: (name: string) => `You are logged in as ${name}.`,
  out: "Log out",
  everywhere: "Log out everywhere",
};

const NOTES = { register: words.keeps, login: words.leaves, rename: words.renames };

type How = "register" | "login" | "rename";

export function Account(): ComponentChildren {
  const who = me.value;
  if (!who) return null;
  return who.guest ? <Join /> : <Leave name={who.name} />;
}

function enter(session: Session): void {
  token.set(session.token);
  reintroduce();
}

function Join(): ComponentChildren {
  const how = useSignal<How>("register");
  const wrong = useSignal("");
  const busy = useSignal(false);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget as HTMLFormElement);
    const name = String(fields.get("name")).trim();
    if (how.value === "rename") {
      introduce(name);
      return;
    }
    busy.value = true;
    wrong.value = "";
    try {
      enter(await api[how.value](name, String(fields.get("password"))));
    } catch (error) {
      wrong.value = sentence((error as Error).message);
      busy.value = false;
    }
  };
  const fresh = how.value !== "login";
  return (
    <section class="panel stack account">
      <h2>{words.guest}</h2>
      <p class="muted">{words.guestText}</p>
      <div class="row" role="group">
        {(["register", "login", "rename"] as const).map((one) => (
          <label key={one} class="choice">
            <input type="radio" name="how" checked={how.value === one} onChange={() => (how.value = one)} />
            {words.tabs[one]}
          </label>
        ))}
      </div>
      <form class="stack" onSubmit={(event) => void submit(event)}>
        <label class="field">
          <span>
            {words.name}
            {fresh && ` · ${words.nameHint}`}
          </span>
          <input type="text" name="name" required minLength={3} maxLength={20} pattern="[A-Za-z0-9_\-]+" autocomplete="username" spellcheck={false} />
        </label>
        {how.value !== "rename" && (
          <label class="field">
            <span>
              {words.password}
              {fresh && ` · ${words.passwordHint}`}
            </span>
            <input type="password" name="password" required minLength={fresh ? 8 : 1} maxLength={256} autocomplete={fresh ? "new-password" : "current-password"} />
          </label>
        )}
        <p class="small muted">{NOTES[how.value]}</p>
        <p role="alert" class="bad">
          {wrong.value}
        </p>
        <button class="button gold" disabled={busy.value}>
          <Icon name="person" />
          {words[how.value]}
        </button>
      </form>
    </section>
  );
}

function Leave({ name }: { name: string }): ComponentChildren {
  const leave = async (everywhere: boolean) => {
    try {
      await api.logout(everywhere);
    } catch (error) {
      complain(error);
      return;
    }
    token.clear();
    reintroduce();
  };
  return (
    <section class="panel stack account">
      <h2>{words.account}</h2>
      <p>{words.as(name)}</p>
      <div class="row">
        <button class="button" onClick={() => void leave(false)}>
          {words.out}
        </button>
        <button class="button" onClick={() => void leave(true)}>
          {words.everywhere}
        </button>
      </div>
    </section>
  );
}
