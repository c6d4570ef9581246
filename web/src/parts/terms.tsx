// What is played, who deals and how many sit down: shown only where there is something to choose.
// Until the server has said what that is, it keeps its place: nothing jumps away under a finger.
import type { ComponentChildren } from "preact";
import { chooseDealer, chooseFormat, chooseGame, chosen, dealer, dealers, format, game, offered, seats } from "./chosen";
import { opponent } from "./opponents";

const words = { game: "Which game?", format: "Which format?", dealer: "Who deals?", seats: "How many players?" };

interface Option {
  id: string;
  name: string;
}

function Choice({ label, options, value, unknown = false, onChange }: { label: string; options: readonly Option[]; value: string; unknown?: boolean; onChange: (id: string) => void }): ComponentChildren {
  if (options.length < 2 && !unknown) return null;
  return (
    <label class="field">
      <span>{label}</span>
      <select value={value} disabled={unknown} onChange={(event) => onChange(event.currentTarget.value)}>
        {options.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

/** The game, and how it is played. */
export function GameChoice(): ComponentChildren {
  const formats = Object.keys(chosen.value?.formats ?? {});
  return (
    <>
      <Choice label={words.game} options={offered.value.map(({ name, title }) => ({ id: name, name: title }))} value={game.value} unknown={!chosen.value} onChange={chooseGame} />
      <Choice label={words.format} options={formats.map((id) => ({ id, name: id.charAt(0).toUpperCase() + id.slice(1) }))} value={format.value} onChange={chooseFormat} />
    </>
  );
}

export function TermsChoice(): ComponentChildren {
  const [fewest, most] = chosen.value?.seats ?? [2, 2];
  const counts = opponent.value === "friend" ? Array.from({ length: most - fewest + 1 }, (_, i) => String(fewest + i)) : [];
  if (chosen.value && offered.value.length < 2 && dealers.value.length < 2 && counts.length < 2) return null;
  return (
    <section class="panel row terms">
      <GameChoice />
      <Choice label={words.dealer} options={dealers.value} value={dealer.value} unknown={!chosen.value} onChange={chooseDealer} />
      {(dealers.value.length > 1 || !chosen.value) && (
        <p class="small muted dealer-about" id="dealer-about">
          {dealers.value.find(({ id }) => id === dealer.value)?.about}
        </p>
      )}
      <Choice label={words.seats} options={counts.map((id) => ({ id, name: id }))} value={String(seats.value || fewest)} onChange={(count) => (seats.value = Number(count))} />
    </section>
  );
}
