"""What a prompt asks for, as a sentence that can be answered without knowing the card by heart."""

from facedown.games.magic.engine.permission import keyword_of
from facedown.games.magic.model import Card, Counter, Enters, May, Operation, Target, Unless
from facedown.games.magic.nouns import cost, counted, number
from facedown.games.magic.state import MagicState, Obj, Prompt, index
from facedown.games.magic.text import Voice, capital
from facedown.games.magic.view import printed_card, view_of

_SENTENCES = {
    "priority": "You may act",
    "attack": "Who attacks?",
    "block": "Who blocks?",
    "mode": "Choose",
    "x": "How much is X?",
    "divide": "How much damage to it?",
    "trigger": "Which goes on the stack first? It resolves last.",
    "replace": "Which effect applies first?",
    "copy": "Enter as a copy of which?",
    "attach": "Attach it to which?",
    "mana": "Which mana?",
    "search": "Search the library",
    "sideboard": "Lock the sideboard?",
}


def sentence(state: MagicState, prompt: Prompt) -> str:
    """The question, without what it is asked for: that is the prompt's source."""
    match prompt.kind:
        case "confirm":
            return _confirm(state, prompt)
        case "target":
            return f"Choose {_how_many(prompt, 'target')}"
        case "discard":
            return f"Discard {_how_many(prompt, 'card')}: which?"
        case "sacrifice":
            return f"Sacrifice {_how_many(prompt, 'permanent')}: which?"
        case "card":
            return f"They discard {_how_many(prompt, 'card')}: which?"
        case "bottom":
            return f"Put {_how_many(prompt, 'card')} on the bottom of your library: which{_first(prompt)}?"
        case "pay":
            card = _card(state, prompt)
            return f"Tap which for {card.cost}?" if card is not None and card.cost else "Tap which for mana?"
        case "assign":
            return _assign(state, prompt)
        case "arrange" if "stay on top" in prompt.about:
            away = "your graveyard" if prompt.about.startswith("surveil") else "the bottom"
            return f"What stays on top, and what goes to {away}?"
        case "arrange":
            return "Which do you take?"
    return _SENTENCES.get(prompt.kind) or f"{capital(prompt.about or prompt.kind)}?"


def _how_many(prompt: Prompt, noun: str) -> str:
    """`a target`, `up to two targets`, `one to three targets`."""
    least, most = prompt.min, prompt.max
    if least == most or most == 1:
        return number(most, noun) if least else f"up to one {noun}"
    span = "up to" if least == 0 else f"{counted(least)} to"
    return f"{span} {number(most, noun)}"


def _first(prompt: Prompt) -> str:
    return ", the first one first" if prompt.max > 1 else ""


def _confirm(state: MagicState, prompt: Prompt) -> str:
    """What saying yes does, and what saying no."""
    doing = _doing(state)
    words = _price(state, prompt)
    match doing:
        case May(do=do) if do:
            does = Voice("", _wanted(state)).clause(do)
            return f"{words}, to {does}?" if words else f"{capital(does)}?"
        case Unless(do=do):
            return f"{words}? Otherwise: {Voice('', _wanted(state)).clause(do)}."
        case Counter() if words:
            return f"{words}? Otherwise it is countered."
    return f"{words or capital(prompt.about)}?"


def _price(state: MagicState, prompt: Prompt) -> str:
    """What is to be paid, in the words of the card; empty if that is not what is asked."""
    what = prompt.about.removeprefix("pay ")
    if what == prompt.about:
        return ""
    card = _card(state, prompt)
    keyword = keyword_of(card, what) if card is not None else None
    if keyword is not None and keyword.cost is not None:
        return f"Pay {what} {cost(keyword.cost)}"
    if what.startswith("so that"):
        entering = (
            [one.unless for one in card.abilities if isinstance(one, Enters)] if card is not None else []
        )
        prices = [price for price in entering if price is not None]
        return f"{_pays(cost(prices[0]))} {what}" if prices else capital(prompt.about)
    return _pays(what)


def _card(state: MagicState, prompt: Prompt) -> Card | None:
    """What is printed on the card that asks, which may still be on its way from a hand."""
    obj = index(state.objects).get(prompt.source) if prompt.source is not None else None
    if obj is not None:
        return printed_card(obj)
    task = state.agenda[-1] if state.agenda else None
    if task is None or not task.face or task.id != prompt.source:
        return None
    return printed_card(Obj(task.id, -1, "hand", task.seat, task.seat, task.face))


def _pays(what: str) -> str:
    """Mana is paid; what else a cost asks for is a verb already: `discard a card`, `pay 2 life`."""
    return f"Pay {what}" if what.startswith("{") else capital(what)


def _doing(state: MagicState) -> Operation | None:
    """The operation that asks."""
    frame = state.agenda[-1].frame if state.agenda else None
    return frame.do[0] if frame is not None and frame.do else None


def _wanted(state: MagicState) -> tuple[Target, ...]:
    frame = state.agenda[-1].frame if state.agenda else None
    return frame.wanted if frame is not None else ()


def _assign(state: MagicState, prompt: Prompt) -> str:
    seen = view_of(state).seen
    _, to, source = prompt.options[0]
    by, whom = seen.get(int(source)), seen.get(int(to))
    if by is None or whom is None:
        return "How much damage to it?"
    size = f"{whom.power}/{whom.toughness}"
    return f"{by.name} has {max(0, by.power)} damage to deal: how much to {whom.name} ({size})?"
