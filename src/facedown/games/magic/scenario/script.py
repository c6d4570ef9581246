"""What a step says about the choices that come up while it is carried out; any other question fails."""

from collections import Counter
from typing import TYPE_CHECKING, Any

from facedown.games.magic.cards import CARDS, slug
from facedown.games.magic.changes import COLOR_WORDS
from facedown.games.magic.engine.hidden import passing
from facedown.games.magic.engine.permission import spell_ability
from facedown.games.magic.engine.run import Run
from facedown.games.magic.model import Search
from facedown.games.magic.question import question
from facedown.games.magic.scenario.trouble import Failure, Illegal, Question
from facedown.games.magic.state import Obj, Prompt, index
from facedown.games.magic.text import Voice
from facedown.games.magic.view import printed_card

if TYPE_CHECKING:
    from facedown.games.magic.scenario.stage import Stage


def _by_source(said: Any) -> dict[str, list[Any]]:
    """What is said about triggers, by the name of their source: in order, the last one for all that follow.

    A list of triggers that name their source may be given as well.
    """
    if isinstance(said, dict):
        return {source: list(one) if _are_triggers(one) else [one] for source, one in said.items()}
    found: dict[str, list[Any]] = {}
    for one in said:
        found.setdefault(str(one.get("source", one.get("id", ""))), []).append(one)
    return found


def _are_triggers(said: Any) -> bool:
    """Whether this is about several triggers of one source, and not the targets of one."""
    return isinstance(said, list) and bool(said) and all(isinstance(one, dict) for one in said)


def _word(said: Any) -> str:
    """A color word or a basic land type; a color may be its letter."""
    letters = {letter: word for word, letter in COLOR_WORDS.items()}
    word = str(said)
    if word in letters:
        return letters[word]
    return word.lower() if word.lower() in COLOR_WORDS else word.capitalize()


YES = (
    *("may", "pay", "pay_life", "life", "untapped", "kicked", "kicker", "buyback", "confirm", "yes"),
    "move_to_command",
)
"""Under which names a step may say whether somebody wants to."""
SEARCHED = ("search", "find", "card")
UNLESS_SAID = ("kicker", "buyback", "new targets", "enters untapped")
"""What nobody does unless the step says so: it costs more, or changes what was said."""
CHOICES = (
    *("color", "creature_type", "x", "mode", "may", "legend_keep", "sacrifice", "discard", "divide"),
    *("search", "replacement", "kicked", "face_down", "morph", "evoke", "pay"),
)
"""What a step may also say without `choose` around it."""
AIMS = ("targets", "target", "copy_of")
"""Under which names a step may say what an ability targets that triggers on the way."""


class Script:
    """The answers of one step."""

    def __init__(self, stage: "Stage", step: dict[str, Any]) -> None:
        self.stage, self.step = stage, step
        aside = {key: step[key] for key in CHOICES if key in step}
        self.choose: dict[str, Any] = {**aside, **(step.get("choose") or {})}
        said = step.get("targets") or self.choose.get("targets") or self.choose.get("target") or []
        self.targets = list(said) if isinstance(said, list) else [said]
        self.triggers = _by_source(step.get("triggers") or {})
        self.assigned: set[str] = set()
        """Attackers whose damage was assigned as the step says."""
        self.aimed: set[int | None] = set()
        """Sources of which the step says what they are aimed at: then they are meant to do it."""
        self.asked: Counter[tuple[int | None, str]] = Counter()
        """How often something was asked about each source: a source may trigger more than once."""

    def after(self, held: "Script") -> "Script":
        """These answers, and where they say nothing those of the step that cast what resolves now."""
        both = Script(self.stage, {**held.step, **self.step})
        both.choose = {**held.choose, **self.choose}
        both.triggers = {**held.triggers, **self.triggers}
        both.targets = self.targets or held.targets
        return both

    def reply(self, prompt: Prompt) -> list[int]:
        """The places of the options to choose."""
        answer = getattr(self, f"_{prompt.kind.replace(' ', '_')}", None)
        if answer is None:
            raise self._unexpected(prompt)
        places: list[int] = answer(prompt)
        self.asked[prompt.source, prompt.kind] += 1
        return places

    def _unexpected(self, prompt: Prompt) -> Failure:
        who = self.stage.names[prompt.seat]
        return Question(f"an unexpected question to {who}: {prompt.kind} ({prompt.about})")

    def _place(self, prompt: Prompt, value: Any) -> int:
        value = value[0] if isinstance(value, list) and len(value) == 1 else value
        for place, option in enumerate(prompt.options):
            if option[0] == value or (isinstance(value, str) and str(option[0]).lower() == value.lower()):
                return place
        raise Illegal(f"{prompt.kind}: {value!r} is not among the options")

    def _named(self, prompt: Prompt, name: Any) -> int:
        """An option by the script's name of an object or player, or by a card's name."""
        if isinstance(name, str) and (name in self.stage.seats or name in self.stage.ids):
            return self._place(prompt, self.stage.target(name))
        objects = index(self.stage.state.objects)
        for place, option in enumerate(prompt.options):
            key = option[0]
            face = self.stage.faces.get(key) if isinstance(key, int) else None
            obj = objects.get(key) if isinstance(key, int) else None
            seen = self.stage.view.seen.get(key) if isinstance(key, int) else None
            called = seen.name if seen is not None else ""
            if obj is None and face is not None:
                called = printed_card(Obj(-1, -1, "exile", 0, 0, face)).name
            if called == name:
                return place
        raise Failure(f"{prompt.kind}: nothing is called {name!r}")

    def _key(self, name: Any) -> int | None:
        known = name in self.stage.seats or name in self.stage.ids
        return self.stage.target(name) if known else None

    def _several(self, prompt: Prompt, names: Any) -> list[int]:
        names = names if isinstance(names, list) else [names]
        return [self._named(prompt, name) for name in names]

    def _of_trigger(self, prompt: Prompt) -> dict[str, Any] | None:
        """What the script says about a trigger of this source."""
        if prompt.source is None:  # the only one that is spoken of
            only = next(iter(self.triggers.values()))[0] if len(self.triggers) == 1 else None
            return only if isinstance(only, dict) else None
        seen = self.stage.view.last((prompt.source, -1)) or self.stage.view.seen.get(prompt.source)
        called = seen.name if seen is not None else ""
        for name, said in self.triggers.items():
            if self.stage.ids.get(name) == prompt.source or (name not in self.stage.ids and name == called):
                one = said[min(self.asked[prompt.source, prompt.kind], len(said) - 1)]
                return one if isinstance(one, dict) else {"target": one}
        return None

    # --- one method for each kind of question ---

    def _target(self, prompt: Prompt) -> list[int]:
        places = self._aims(prompt)
        if places:
            self.aimed.add(prompt.source)
        return places

    def _aims(self, prompt: Prompt) -> list[int]:
        said = self._of_trigger(prompt)
        if said is None and self.step.get("op") == "begin_step" and not self.targets:
            # Nothing else happens in it that this could be about.
            said = {"copy_of": self.step.get("copy_of"), **self.choose}
        if said is not None:
            names = next((said[key] for key in AIMS if said.get(key) is not None), None)
            if names is not None:
                return self._several(prompt, self._due(prompt, names))
            if said.get("may", (said.get("choose") or {}).get("may")) is False:
                return list(range(prompt.min))  # nothing will come of it, so no target was named
        if not self.targets and self.choose.get("copy_of") in self.stage.ids:
            return [self._named(prompt, self.choose["copy_of"])]  # a copy of target creature
        if not self.targets:
            if prompt.min == 0:
                return []
            raise self._unexpected(prompt)
        able = {option[0] for option in prompt.options}
        while len(self.targets) > 1 and self._key(self.targets[0]) not in able:
            if not any(self._key(name) in able for name in self.targets[1:]):
                break
            self.targets.pop(0)  # the only one there was: nobody had to be asked about it
        count = len(self.targets) if prompt.max > 1 else 1
        names = [self.targets.pop(0) for _ in range(min(count, prompt.max))]
        return self._several(prompt, names)

    def _due(self, prompt: Prompt, names: Any) -> list[Any]:
        """The targets of this one of several triggers: those that follow the ones chosen, or the last."""
        if not isinstance(names, list):
            return [names]
        parts = [names[place : place + prompt.max] for place in range(0, len(names), prompt.max)]
        return parts[min(self.asked[prompt.source, prompt.kind], len(parts) - 1)] if parts else []

    def _color(self, prompt: Prompt) -> list[int]:
        said = self._said(prompt, "color", "colors")
        value = str(said[0] if isinstance(said, list) and len(said) == 1 else said)
        return [self._place(prompt, COLOR_WORDS.get(value.lower(), value))]

    def _said(self, prompt: Prompt, *keys: str) -> Any:
        for key in keys:
            if key in self.choose:
                return self.choose[key]
        trigger = self._of_trigger(prompt)
        for key in keys:
            if trigger is not None and key in trigger:
                return trigger[key]
            if trigger is not None and key in (trigger.get("choose") or {}):
                return trigger["choose"][key]
        for key in keys:  # what a trigger puts somewhere may ask in its own name
            for said in self.triggers.values():
                if trigger is None and isinstance(said[0], dict) and key in said[0]:
                    return said[0][key]
        raise self._unexpected(prompt)

    def _creature_type(self, prompt: Prompt) -> list[int]:
        return [self._place(prompt, self._said(prompt, "creature_type", "type"))]

    def _name(self, prompt: Prompt) -> list[int]:
        return [self._place(prompt, self._said(prompt, "name"))]

    def _player(self, prompt: Prompt) -> list[int]:
        return [self._named(prompt, self._said(prompt, "player"))]

    def _word(self, prompt: Prompt) -> list[int]:
        return [self._place(prompt, _word(self._said(prompt, "from")))]

    def _new_word(self, prompt: Prompt) -> list[int]:
        return [self._place(prompt, _word(self._said(prompt, "to")))]

    def _legend(self, prompt: Prompt) -> list[int]:
        return self._several(prompt, self._said(prompt, "legend_keep", "keep"))

    def _copy(self, prompt: Prompt) -> list[int]:
        for said in (self.step, self.choose):
            for key in ("copy_of", "copy"):
                if key in said:
                    return [] if said[key] is None else [self._named(prompt, said[key])]
        raise self._unexpected(prompt)

    def _confirm(self, prompt: Prompt) -> list[int]:
        wanted = None
        said = {**self.choose, **((self._of_trigger(prompt) or {}).get("choose") or {})}
        said |= {k: v for k, v in (self._of_trigger(prompt) or {}).items() if k in (*YES, "discard")}
        for key in (*YES, *(key for key in said if key.startswith("pay"))):
            if key in said:
                wanted = said[key]
        if wanted is None and "discard" in prompt.about:
            told = {**said, **(self._of_trigger(prompt) or {})}
            wanted = bool(told["discard"]) if "discard" in told else None
            wanted = False if told.get("sacrifice") is True else wanted
        if wanted is None and any(word in prompt.about for word in UNLESS_SAID):
            wanted = False
        if wanted is None and not self._meant(prompt, said):
            raise self._unexpected(prompt)
        return [0 if wanted is None or wanted else 1]

    def _meant(self, prompt: Prompt, said: dict[str, Any]) -> bool:
        """Whether the step says what is to be done with it, and so that it is to be done."""
        aimed = prompt.source in self.aimed or any(key in (self._of_trigger(prompt) or {}) for key in AIMS)
        found = "search" in prompt.about and any(key in said for key in SEARCHED)
        return aimed or found or "your commander" in prompt.about

    def _mode(self, prompt: Prompt) -> list[int]:
        value = self._said(prompt, "mode", "modes")
        values = value if isinstance(value, list) else [value]
        return [self._mode_called(prompt, one) for one in values]

    def _mode_called(self, prompt: Prompt, name: Any) -> int:
        """A mode by its number from 0, or by a word of its text that no other has."""
        if not isinstance(name, str):
            return self._place(prompt, name)
        texts = self._mode_texts(prompt)
        found = [place for place, text in enumerate(texts) if name.lower() in text]
        if len(found) != 1:
            raise Illegal(f"mode: {name!r} is not one of {texts}")
        return found[0]

    def _mode_texts(self, prompt: Prompt) -> list[str]:
        obj = index(self.stage.state.objects).get(prompt.source or -1)
        asked = question(self.stage.state)
        if asked is not None and obj is not None and obj.zone == "battlefield":
            return [offer.words.lower() for offer in asked.options]
        card = printed_card(Obj(-1, -1, "exile", 0, 0, self.stage.faces.get(prompt.source or -1, "")))
        modes = [spell_ability(card).modes[int(option[0])] for option in prompt.options]
        return [Voice(card.name, mode.targets).operations(mode.do).lower() for mode in modes]

    def _x(self, prompt: Prompt) -> list[int]:
        return [self._place(prompt, self._said(prompt, "x", "X"))]

    def _divide(self, prompt: Prompt) -> list[int]:
        said = self._said(prompt, "divide", "division")
        if isinstance(said, list):  # in the order of the targets
            said = dict(zip(self.step.get("targets") or [], said, strict=False))
        for name, much in said.items():
            if self.stage.target(name) == prompt.source:
                return [self._place(prompt, much)]
        raise self._unexpected(prompt)

    def _sacrifice(self, prompt: Prompt) -> list[int]:
        return self._several(prompt, self._said(prompt, "sacrifice"))

    def _discard(self, prompt: Prompt) -> list[int]:
        if "discard" in self.choose or "discard" in (self._of_trigger(prompt) or {}):
            named = self._said(prompt, "discard")
            if named is True and len(prompt.options) == prompt.min:
                return list(range(prompt.min))  # whatever there is
            return self._several(prompt, named)
        if self.step.get("op") == "cleanup" or prompt.min == len(prompt.options):
            return list(range(prompt.min))  # which ones nobody cares about, or there is no choice
        raise self._unexpected(prompt)

    def _card(self, prompt: Prompt) -> list[int]:
        return self._several(prompt, self._said(prompt, "card", "discard"))

    def _exile(self, prompt: Prompt) -> list[int]:
        return self._several(prompt, self._said(prompt, "exile"))

    def _return(self, prompt: Prompt) -> list[int]:
        return self._several(prompt, self._said(prompt, "return"))

    def _tap(self, prompt: Prompt) -> list[int]:
        return self._several(prompt, self._said(prompt, "tap"))

    def _attach(self, prompt: Prompt) -> list[int]:
        return [self._named(prompt, self._said(prompt, "attach_to", "attach"))]

    def _replace(self, prompt: Prompt) -> list[int]:
        name = self._said(prompt, "replacement", "replace")
        for place, option in enumerate(prompt.options):
            if option[1] == name or (name in self.stage.ids and self._source_is(option, name)):
                return [place]
        shields = [place for place, option in enumerate(prompt.options) if option[1] == "prevention"]
        if len(shields) == 1 and (slug(str(name)) in CARDS or "prevent" in str(name)):
            return shields  # what a spell has promised to prevent, by the spell's name
        raise self._unexpected(prompt)

    def _source_is(self, option: tuple[Any, ...], name: str) -> bool:
        seen = self.stage.view.seen.get(self.stage.ids[name])
        return seen is not None and seen.name == option[1]

    def _trigger(self, prompt: Prompt) -> list[int]:
        order = self.choose.get("order") or self.step.get("order") or list(self.triggers)
        for name in order:
            for place, option in enumerate(prompt.options):
                seen = self.stage.view.seen.get(self.stage.ids.get(name, -1))
                if seen is not None and option[1] == seen.name:
                    return [place]
        return [0]

    def _search(self, prompt: Prompt) -> list[int]:
        names = self._sought()
        if names is None:  # whatever is there to be found
            return [self._place(prompt, min(len(self._findable(prompt.sees)), len(prompt.options) - 1))]
        return [self._place(prompt, len(names))]

    def _sought(self) -> list[str] | None:
        for key in SEARCHED:
            if key in self.choose:
                said = self.choose[key]
                return said if isinstance(said, list) else [said] if said else []
        return None

    def _findable(self, refs: tuple[int, ...]) -> list[int]:
        """The cards of a library that what is resolving may look for."""
        frame = self.stage.state.agenda[-1].frame if self.stage.state.agenda else None
        if frame is None or not frame.do or not isinstance(frame.do[0], Search):
            return []
        run, wanted = Run(self.stage.state), frame.do[0].filter
        faces = self.stage.faces
        return [ref for ref in refs if passing(run, frame, wanted, ref, faces[ref], frame.controller)]

    def wish(self, refs: tuple[int, ...], count: int) -> list[int]:
        """The cards to take from a library."""
        names = self._sought()
        if names is None:
            return self._findable(refs)[:count]
        wanted: list[int] = []
        for name in names:
            for ref in refs:
                called = printed_card(Obj(-1, -1, "exile", 0, 0, self.stage.faces[ref])).name
                if ref not in wanted and (called == name or self.stage.ids.get(name) == ref):
                    wanted.append(ref)
                    break
        if len(wanted) < count:
            raise Failure(f"not in the library: {names!r}")
        return wanted[:count]

    def _arrange(self, prompt: Prompt) -> list[int]:
        kept = self.choose.get("keep")
        return [prompt.default[0] if kept is None else self._place(prompt, kept)]

    def _bottom(self, prompt: Prompt) -> list[int]:
        return list(range(prompt.min))

    def _attack(self, prompt: Prompt) -> list[int]:
        wanted = self.step.get("attackers") or {}
        return [self._pair(prompt, name, to) for name, to in wanted.items()]

    def _block(self, prompt: Prompt) -> list[int]:
        places = []
        for name, to in (self.step.get("blocks") or {}).items():
            seen = self.stage.view.seen.get(self.stage.target(name))
            if seen is not None and seen.controller == prompt.seat:
                for one in to if isinstance(to, list) else [to]:
                    places.append(self._pair(prompt, name, one))
        return places

    def _pair(self, prompt: Prompt, name: str, to: str) -> int:
        wanted = self.stage.target(name), self.stage.target(to)
        for place, option in enumerate(prompt.options):
            if option == wanted:
                return place
        raise Illegal(f"{name} cannot {prompt.kind} {to}")

    def _assign(self, prompt: Prompt) -> list[int]:
        attacker, key = prompt.options[0][2], prompt.options[0][1]
        able = {option[0] for option in prompt.options}
        for name, parts in (self.step.get("assign") or {}).items():
            if self.stage.target(name) == attacker:
                much = sum(count for to, count in parts.items() if self.stage.target(to) == key)
                if much in able:
                    return [self._place(prompt, much)]
                if name in self.assigned and not self._strikes_again(int(attacker)):
                    raise Illegal(f"{name} may not assign {much} there")
        return list(prompt.default)

    def _strikes_again(self, attacker: int) -> bool:
        """In the second of two damage steps what was assigned in the first may no longer be possible."""
        combat = self.stage.state.combat
        return combat is not None and attacker in combat.struck
