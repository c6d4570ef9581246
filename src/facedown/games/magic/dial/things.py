"""What words mean at this table: cards by name or place, players, and things that are either."""

import re
from collections.abc import Sequence

from facedown.games.magic.freely import card as card_name
from facedown.games.magic.naming import Names
from facedown.games.magic.players import company, in_order
from facedown.games.magic.state import MagicState, Obj, index, player
from facedown.games.magic.view import printed_card, view_of
from facedown.kernel import Faces, InvalidAction, Ref, Seat

_NEXT = re.compile(r" ?(?:, ?and\b|,|\band\b)? ?", re.IGNORECASE)
_BREAK = re.compile(r",|\sand\s", re.IGNORECASE)
_PLACES = re.compile(r"(?:the |my )?(top|bottom)(?: (\d{1,4}))?(?: cards?)?(?=$|,|\sand\s)", re.IGNORECASE)
_PILES = re.compile(
    r"(?:all )?my (hand|sideboard|graveyard|lands|creatures|permanents)(?=$|,|\sand\s)", re.IGNORECASE
)
_NUMBER = re.compile(r"#(\d{1,12})")


class Things:
    """Everything that a player who knows these faces can name."""

    def __init__(self, state: MagicState, seat: Seat, faces: Faces, names: Sequence[str]) -> None:
        self.state, self.seat, self.faces = state, seat, faces
        count = len(state.players)
        self._players = {f"player {number}": number for number in range(count)}
        self._players |= {name.casefold(): number for number, name in enumerate(names[:count])}
        self._players |= {"me": seat, "myself": seat}
        playing = in_order(state, seat)
        if company(state) == len(playing) == 2 and seat in playing:
            self._players |= {"opponent": playing[1], "you": playing[1]}
        elif count == 2:
            self._players |= {"opponent": 1 - seat, "you": 1 - seat}
        n = Names(state, faces, [f"player {number}" for number in range(count)], numbered=True)
        keys = [*index(state.objects)]
        keys += [ref for own in state.players for ref in own.hidden if ref in faces]
        self._all: dict[str, int] = {}
        self._held: dict[str, int] = {}
        for key in keys:
            self._all.setdefault(card_name(n, key).casefold(), key)
            if key in state.players[seat].hand:
                self._held[n.card(key).casefold()] = self._held[card_name(n, key).casefold()] = key
        self._cards = self._all

    @property
    def next_player(self) -> Seat:
        """The next opponent in turn order."""
        order = in_order(self.state, self.seat)
        return order[1 % len(order)]

    def is_land(self, ref: Ref) -> bool:
        """Whether it is a land, as far as the player knows."""
        seen = view_of(self.state).seen.get(ref)
        if seen is not None:
            return "Land" in seen.types
        face = self.faces.get(ref)
        return face is not None and "Land" in printed_card(Obj(-1, -1, "hand", 0, 0, face)).types

    def player(self, text: str) -> Seat:
        """A player by name."""
        found = self._player(text)
        if found is None:
            raise InvalidAction(f"`{text[:40]}` is no player: {', '.join(self._players)}")
        return found

    def _player(self, text: str) -> Seat | None:
        wanted = text.strip().casefold()
        if wanted in self._players:
            return self._players[wanted]
        begin = sorted({seat for name, seat in self._players.items() if wanted and name.startswith(wanted)})
        return begin[0] if len(begin) == 1 else None

    def thing(self, text: str) -> int:
        """A card or a player."""
        exact = self._players.get(text.strip().casefold())
        if exact is not None:
            return player(exact)
        try:
            return self.card(text)
        except InvalidAction:
            found = self._player(text)
            if found is None:
                raise
            return player(found)

    def card(self, text: str) -> int:
        """One card."""
        found = self.cards(text)
        if len(found) != 1:
            raise InvalidAction(f"`{text[:60]}` are {len(found)} cards; name one")
        return found[0]

    def held(self, text: str) -> tuple[int, ...]:
        """Some cards, in one's hand rather than elsewhere."""
        self._cards = self._held
        try:
            return self.cards(text)
        except InvalidAction:
            self._cards = self._all
            return self.cards(text)
        finally:
            self._cards = self._all

    def cards(self, text: str) -> tuple[int, ...]:
        """Some cards: names, `#17`, `top 3`, `my lands`, with commas or `and` between them."""
        found: list[int] = []
        rest = text.strip()
        while rest:
            keys, rest = self._first(rest)
            found += [key for key in keys if key not in found]
            rest = rest[_skip(rest) :]
        if not found:
            raise InvalidAction("which card?")
        return tuple(found)

    def _first(self, text: str) -> tuple[Sequence[int], str]:
        """What the beginning of a text names, and the rest of it."""
        folded = text.casefold()
        for name in sorted(self._cards, key=lambda name: (-len(name), name)):
            if folded.startswith(name) and (len(name) == len(folded) or _BREAK.match(text[len(name) :])):
                return [self._cards[name]], text[len(name) :]
        for pattern, meaning in ((_NUMBER, self._numbered), (_PLACES, self._placed), (_PILES, self._pile)):
            match = pattern.match(text)
            if match is not None:
                return meaning(match), text[match.end() :]
        end = _BREAK.search(text)
        chunk, rest = (text[: end.start()], text[end.start() :]) if end else (text, "")
        return [self._abbreviated(chunk)], rest

    def _numbered(self, match: re.Match[str]) -> list[int]:
        return [int(match[1])]

    def _placed(self, match: re.Match[str]) -> list[int]:
        library = self.state.players[self.seat].library
        count = int(match[2] or 1)
        if not 0 < count <= len(library):
            raise InvalidAction(f"your library has {len(library)} cards")
        if match[1].lower() == "bottom":
            return list(library[:count])
        return list(reversed(library[-count:]))

    def _pile(self, match: re.Match[str]) -> list[int]:
        mine = view_of(self.state).controlled(self.seat)
        match match[1].lower():
            case "hand" | "sideboard" as zone:
                found = list(getattr(self.state.players[self.seat], zone))
            case "graveyard":
                found = [o.id for o in self.state.objects if o.zone == "graveyard" and o.owner == self.seat]
            case "lands":
                found = [seen.id for seen in mine if "Land" in seen.types]
            case "creatures":
                found = [seen.id for seen in mine if seen.creature]
            case _:
                found = [seen.id for seen in mine]
        if not found:
            raise InvalidAction(f"there is nothing in `{match[0][:40]}`")
        return found

    def _abbreviated(self, chunk: str) -> int:
        """A card by the beginnings of some of its words; the first of twins if no number is given."""
        words = re.findall(r"[\w'’/+]+", chunk.casefold())
        found = [name for name in self._cards if words and _fits(words, re.findall(r"[\w'’/+]+", name))]
        plain = {re.sub(r" \d+(?= in |$)", "", name) for name in found}
        near = [name for name in found if " in " not in name]
        if found and (len(plain) == 1 or len({re.sub(r" \d+$", "", name) for name in near}) == 1):
            return self._cards[(near or found)[0]]
        if not found:
            raise InvalidAction(f"`{chunk.strip()[:60]}` is no card that you can name here")
        some = ", ".join(sorted(plain)[:5])
        raise InvalidAction(f"`{chunk.strip()[:60]}` may mean: {some}")


def _skip(text: str) -> int:
    match = _NEXT.match(text)
    return match.end() if match is not None else 0


def _fits(words: list[str], name: list[str]) -> bool:
    rest = iter(name)
    return all(any(_begins(short, word) for word in rest) for short in words)


def _begins(short: str, word: str) -> bool:
    return short == word if short.isdecimal() else word.startswith(short)
