"""Magic at the command line: whole games from a pipe, for two to four, in every position of the dial."""

import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from client.conftest import Run
from facedown.client.announcer import OPEN, Announcer, Line
from facedown.client.dialogue import Dialogue
from facedown.client.news import News
from facedown.client.parlour import Parlour, Place
from facedown.client.talk import moves
from facedown.games.magic.game import MAGIC
from facedown.games.magic.naming import Names
from facedown.games.magic.state import MagicOptions, Prompt, player
from facedown.table.messages import Act
from facedown.table.mirror import Mirror


class Sitting:
    """A person at a seeded table with bots, typing."""

    def __init__(
        self,
        deck: str = "goblins",
        players: int = 2,
        seed: int = 3,
        bot: str = "random",
        rival: str = "knights",
        **terms: object,
    ) -> None:
        decks = MAGIC.decks()
        places = [
            Place("ada", decks[deck]),
            *(Place(f"bot{n}", decks[rival], bot) for n in range(1, players)),
        ]
        self._parlour = Parlour(MAGIC, places, dealer="house", options=MagicOptions(**terms), seed=seed)  # type: ignore[arg-type]
        self._announcer = Announcer()
        self.dialogue = Dialogue(self._announcer, careful=False, lasting=False)
        self.told: list[Line] = []
        self._hear(self._parlour.begin())

    @property
    def mirror(self) -> Mirror:
        """The match as ada sees it."""
        assert self._announcer.mirror is not None
        return self._announcer.mirror

    @property
    def kind(self) -> str:
        """What is asked."""
        prompt = self.mirror.state.prompt
        return prompt.kind if prompt is not None else "over"

    def type(self, text: str) -> str:
        """Everything that is printed after this line."""
        before = len(self.told)
        reaction = self.dialogue.typed(text)
        self.told += reaction.lines
        if reaction.say is not None:
            self._hear(self._parlour.say(reaction.say))
        return "\n".join(line for _, line in self.told[before:])

    def _hear(self, news: Iterator[News]) -> None:
        while True:
            last: News | None = None
            for last in news:
                self.told += self._announcer.hear(last, 0)
            more = self.dialogue.follow(last) if last is not None else None
            self.told += more.lines if more is not None else ()
            if more is not None and more.say is not None:
                news = self._parlour.say(more.say)
                continue
            if self._parlour.thinking is None:
                return
            news = self._parlour.think()


def main_phase(sitting: Sitting) -> None:
    """On to the person's next main phase."""
    for _ in range(200):
        state = sitting.mirror.state
        if sitting.kind == "priority" and state.active == sitting.mirror.seat and state.step == "main":
            return
        sitting.type("pass" if sitting.kind == "priority" else "1")
    raise AssertionError("no main phase comes")


@pytest.mark.parametrize(
    ("seats", "others"),
    [
        ("--bot random", "Random"),
        ("--bot random --players 4", "Random (1) and Random (2) and Random (3)"),
        ("--bots random,greedy", "Random and Greedy"),
    ],
)
def test_a_script_plays_a_whole_game_and_the_log_is_fair(
    facedown: Run, home: Path, seats: str, others: str
) -> None:
    log = home / "match.log"
    words = f"play magic {seats} --seed 3 --option life=6 --log {log}".split()
    done = facedown(*words, stdin="1\n" * 3000)
    assert (done.stderr, done.returncode) == ("", 0)
    assert f"against {others}." in done.stdout
    assert re.search(r"\nYou (win|lose): ", done.stdout)
    assert "\nThe match was fair" in done.stdout
    assert "\x1b" not in done.stdout
    assert facedown("verify", log).stdout.endswith("fair\n")


def test_commander_has_its_own_usual_deck(facedown: Run) -> None:
    done = facedown(
        "play", "magic", "--option", "commander=true", "--option", "format=commander", stdin="table\n"
    )
    assert "command zone: " in done.stdout
    assert "40 life" in done.stdout


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("play magic --players 5", "magic is for 2 to 4 players, and not for 5"),
        ("play magic --bots random --players 3", "leave out --bot and --players"),
        ("play magic --bots random,deep", "no bot is called 'deep'"),
        ("play duel --players 3", "duel is for 2 players"),
        ("play magic --option dial=loose", "dial is one of: enforced, assisted, free"),
    ],
)
def test_wrong_seats_are_one_line(facedown: Run, command: str, words: str) -> None:
    done = facedown(*command.split())
    assert (done.returncode, done.stdout) == (2, "")
    assert words in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_question_comes_with_its_answers_and_the_hand_with_costs() -> None:
    sitting = Sitting()
    told = [line for _, line in sitting.told]
    assert told[-3:] == ["Keep this hand?", "   1 keep", "   2 mulligan"]
    assert "    Goblin Warchief 2/2 [{1}{R}{R}]" in told


def test_the_same_card_twice_is_one_move() -> None:
    sitting = Sitting()
    main_phase(sitting)
    assert sitting.dialogue.moves.count("play Mountain") == 1
    assert "ada plays Mountain." in sitting.type("play mou")
    assert "lands: Mountain" in sitting.type("")


def test_why_tells_the_effects_and_text_what_it_does() -> None:
    sitting = Sitting()
    main_phase(sitting)
    sitting.type("play mountain")
    assert "layer 4, basic land types: bring their mana abilities (305.6) → {T}: Add {R}" in sitting.type(
        "why mountain"
    )
    assert sitting.type("explain mountain") == sitting.type("why mountain")
    assert sitting.type("text warchief").splitlines()[:2] == [
        "Goblin Warchief {1}{R}{R}",
        "  Creature — Goblin Warrior 2/2",
    ]
    assert sitting.type("why dragon") == "Nothing here is called `dragon`."
    assert sitting.type("why") == "Which one? Say its name."
    assert sitting.type("graveyard ada") == "  ada's graveyard: 0 cards"
    assert sitting.type("stack") == "  The stack is empty."
    assert "why CARD" in sitting.type("help")


def test_stops_say_where_one_is_asked() -> None:
    sitting = Sitting()
    main_phase(sitting)
    assert "mine upkeep" not in sitting.type("stops")
    sitting.type("stop mine upkeep")
    assert "mine upkeep" in sitting.type("stops")
    sitting.type("go theirs end")
    sitting.type("go theirs blockers")
    assert "theirs" not in sitting.type("stops")
    assert "Say whose step and which" in sitting.type("stop breakfast")
    for _ in range(50):
        sitting.type("pass" if sitting.kind == "priority" else "1")
        state = sitting.mirror.state
        if state.active == sitting.mirror.seat and state.step == "upkeep":
            break
    else:
        raise AssertionError("nobody was asked in the upkeep")


def test_pass_until_my_turn_skips_everything_before() -> None:
    sitting = Sitting(bot="random")
    main_phase(sitting)
    turn = sitting.mirror.state.turn
    sitting.type("pass until my turn")
    while sitting.kind != "priority":  # blocks are never skipped
        sitting.type("1")
    assert sitting.mirror.state.turn == turn + 2


def test_passing_until_the_end_of_turn_or_the_stack_is_over_when_that_has_come() -> None:
    sitting = Sitting(bot="greedy")
    for until, label in (("end of turn", "end of turn"), ("stack", "the stack is empty")):
        for _ in range(100):
            if f"pass until {label}" in sitting.dialogue.moves:
                break
            sitting.type("pass" if sitting.kind == "priority" else "1")
        else:
            raise AssertionError(f"nobody could pass until {label}")
        before = sitting.mirror.state
        sitting.type(f"pass until {until}")
        after = sitting.mirror.state
        if until == "stack":
            assert (after.stack, after.players[sitting.mirror.seat].until) == ((), "")
        else:
            assert after.turn > before.turn or after.step == "end"
        while sitting.mirror.state.turn == before.turn:
            sitting.type("pass" if sitting.kind == "priority" else "1")
        assert sitting.mirror.state.players[sitting.mirror.seat].until == ""


def test_mana_by_hand_asks_what_to_tap() -> None:
    sitting = Sitting()
    for _ in range(4):
        main_phase(sitting)
        sitting.type("play mountain")
        if any(move.startswith("cast") for move in sitting.dialogue.moves):
            break
        sitting.type("pass until end of turn")
    assert "Mana: by itself" in sitting.type("stops")
    sitting.type("mana by hand")
    assert "Mana: by hand" in sitting.type("stops")
    told = sitting.type("cast goblin guide")
    assert "Goblin Guide: Tap which for {R}?" in told
    assert sitting.dialogue.moves[-1] == "auto"
    sitting.type("auto")
    assert sitting.kind == "priority"
    sitting.type("mana by itself")
    assert "Mana: by itself" in sitting.type("stops")


def test_a_search_offers_the_cards_by_name_and_one_gets_what_one_takes() -> None:
    sitting = Sitting()
    for _ in range(12):
        main_phase(sitting)
        sitting.type("play mountain")
        if "cast Goblin Matron" in sitting.dialogue.moves:
            break
        sitting.type("pass until end of turn")
    sitting.type("cast goblin matron")
    while sitting.kind == "priority":
        sitting.type("pass")
    assert sitting.kind == "confirm"
    told = sitting.type("yes")
    assert "Goblin Matron: Which do you take?" in told
    assert all(
        move.startswith("take Goblin") or "Mogg" in move or "Siege" in move or move == "take nothing"
        for move in sitting.dialogue.moves
    )
    reaction = sitting.dialogue.typed("take goblin king")
    assert isinstance(reaction.say, Act)
    assert [sitting.mirror.faces[ref] for ref in reaction.say.wish] == ["goblin-king"]
    told = sitting.type("take goblin king")
    assert "ada reveals Goblin King" in told
    hand = sitting.mirror.state.players[sitting.mirror.seat].hand
    assert "goblin-king" in [sitting.mirror.faces[ref] for ref in hand]


def test_free_play_understands_what_no_list_has() -> None:
    sitting = Sitting(dial="free")
    assert [line for _, line in sitting.told].count(OPEN) == 1
    assert "ada draws" in sitting.type("draw 2")
    assert "ada loses 3 life." in sitting.type("life -3")
    sitting.type("create 2/2 R Goblin with haste")
    assert "ada: tap Goblin." in sitting.type("tap goblin")
    assert "ada: go to end." in sitting.type("go to end")
    sitting.type("make goblin 5/5")
    assert "layer 7b, a player's word (5/5)" in sitting.type("why goblin")
    assert "is no command here" in sitting.type("frobnicate the goblin")
    sitting.type("undo")
    assert "Goblin 2/2" in sitting.type("table")
    assert "It is: " not in sitting.type("/draw")
    assert sitting.mirror.state.turn == 1
    sitting.type("next turn")
    assert sitting.mirror.state.turn == 2


def test_assisted_play_says_what_the_rules_would_do() -> None:
    sitting = Sitting(dial="assisted")
    sitting.type("keep")
    sitting.type("create 2/2 R Goblin")
    told = sitting.type("damage goblin to 3")
    assert "By the rules: " in told
    assert "`check the table` does it." in told
    sitting.type("check the table")
    assert "Goblin" not in "".join(
        line for line in sitting.type("table").splitlines() if "2/2" in line and "[" not in line
    )


def test_moves_name_the_players() -> None:
    sitting = Sitting(players=3, bot="greedy")
    for _ in range(80):
        if sitting.kind == "attack":
            break
        able = [move for move in sitting.dialogue.moves if move.startswith(("play", "cast"))]
        sitting.type(able[0] if able else "pass" if sitting.kind == "priority" else "1")
    assert {move.split(" with ")[0] for move in sitting.dialogue.moves} == {
        "done",
        "attack bot1",
        "attack bot2",
    }
    assert "Who attacks?" in [line for _, line in sitting.told]


def sensibly(sitting: Sitting, come: Callable[[Prompt], bool], *, idle: bool = False) -> Prompt:
    """Play as the simplest bot would, without attacking (or do nothing), until ada is asked this."""
    for _ in range(600):
        prompt: Prompt | None = sitting.mirror.state.prompt
        assert prompt is not None
        if come(prompt):
            return prompt
        if idle:
            sitting.type("pass" if prompt.kind == "priority" else "1")
            continue
        found, mirror = moves(sitting.mirror), sitting.mirror
        worth = MAGIC.foresee(mirror.state, mirror.seat, [move.action for move in found], mirror.faces)
        best = found[max(range(len(found)), key=worth.__getitem__)]
        sitting.type("done" if prompt.kind == "attack" else best.label)
    raise AssertionError("that is never asked")


def fighters(kind: str, count: int, against: int = 1) -> Callable[[Prompt], bool]:
    """Whether so many may attack or block so many."""
    return lambda prompt: (
        prompt.kind == kind
        and len({option[0] for option in prompt.options}) >= count
        and len({option[1] for option in prompt.options}) >= against
    )


def test_all_attack_at_once_and_the_list_is_told_once() -> None:
    sitting = Sitting(bot="greedy")
    sensibly(sitting, fighters("attack", 4))
    told = sitting.type("attack all")
    assert told.count("Who attacks?") == 1
    assert "So far: " in told
    assert "/" in told.partition("So far: ")[2]
    prompt = sitting.mirror.state.prompt
    assert {prompt.options[at][0] for at in prompt.picked} == {option[0] for option in prompt.options}
    assert " attack bot1." in sitting.type("done")


def test_with_several_defenders_all_attack_one_of_them() -> None:
    sitting = Sitting(players=3, bot="greedy", seed=4)
    sensibly(sitting, fighters("attack", 2, 2))
    assert "attack bot2 with all" in sitting.type("attack all")
    sitting.type("attack bot2 with all")
    prompt = sitting.mirror.state.prompt
    assert {prompt.options[at][1] for at in prompt.picked} == {player(2)}
    assert len(prompt.picked) >= 2


def test_several_block_at_once_and_one_sees_against_whom() -> None:
    sitting = Sitting(bot="greedy", seed=1)
    prompt = sensibly(sitting, fighters("block", 3, 2))
    told = "\n".join(line for _, line in sitting.told[-20:])
    assert "Who blocks? Against: " in told
    assert "`block ATTACKER with ONE, ANOTHER`" in told
    names = Names(sitting.mirror.state, {}, sitting.mirror.names, numbered=True)
    whom = int(prompt.options[0][1])
    who = [int(option[0]) for option in prompt.options if option[1] == whom][:2]
    sitting.type(f"block {names.card(whom)} with {names.cards(who)}")
    now = sitting.mirror.state.prompt
    assert [now.options[at] for at in now.picked] == [(key, whom) for key in who]
    assert "`bear` cannot do that." in sitting.type(f"block {names.card(whom)} with bear, fox")
    assert f"block {names.bare(whom)}." in sitting.type("done")


@pytest.mark.parametrize("words", ["pass", "no blocks", "none"])
def test_nobody_blocks(words: str) -> None:
    sitting = Sitting(bot="greedy", seed=1)
    sensibly(sitting, fighters("block", 1))
    sitting.type(words)
    assert sitting.kind != "block"


def test_a_number_is_what_was_asked_for_and_no_place_in_a_list() -> None:
    sitting = Sitting("krenko", bot="greedy", seed=2)
    prompt = sensibly(sitting, lambda prompt: prompt.kind == "x" and len(prompt.options) > 2)
    assert "a number from 0 to" in sitting.told[-1][1]
    assert "a number from 0 to" in sitting.type("99")
    assert sitting.mirror.state.prompt == prompt
    told = sitting.type("2")
    for _ in range(3):
        told += sitting.type("1") if "ada casts" not in told else ""
    assert "(X is 2)" in told


def test_why_a_card_cannot_be_played() -> None:
    sitting = Sitting()
    assert "you are asked something else first" in sitting.type("cast goblin warchief")
    main_phase(sitting)
    assert "you cannot pay {1}{R}{R}" in sitting.type("cast goblin warchief")
    sitting.type("play mountain")
    assert "you have played your land for this turn" in sitting.type("play mountain")
    sitting.type("stop mine upkeep")
    sitting.type("pass until my turn")
    while sitting.kind != "priority":
        sitting.type("1")
    assert sitting.mirror.state.step == "upkeep"
    assert "lands are played in your main phase" in sitting.type("play mountain")
    assert "it is cast in your main phase" in sitting.type("cast goblin warchief")


def test_whoever_answers_something_else_is_told_what_is_asked() -> None:
    told = Sitting().type("frobnicate")
    assert told == "None of your moves has `frobnicate` in it. You are asked: Keep this hand?"


def test_a_verb_of_magic_is_not_taken_for_a_slip() -> None:
    assert "There is nothing like that to cast now." in Sitting().type("cast Black Lotus")


def test_a_change_of_stops_is_confirmed() -> None:
    sitting = Sitting()
    main_phase(sitting)
    assert "You are asked at mine upkeep from now on." in sitting.type("stop mine upkeep")
    assert "You are not asked at theirs end any more." in sitting.type("go theirs end")
    assert "You tap for every cost yourself now." in sitting.type("mana by hand")
    assert "Mana is paid by itself again." in sitting.type("mana by itself")


WORDS = """why;why goblin;text;text knight;stack;graveyard;exile bot1;stops;stop mine upkeep;go theirs end
mana by hand;mana by itself;mana;hand;table;log 3;moves cast;undo;card goblin;help;accept;/;//x;1000;-1
\x1b[2J;why \x00;stop x;take;draw 3;tap all;life 5;näh;done;pass until;look at top 2;reveal hand""".replace(
    "\n", ";"
).split(";")


@pytest.mark.parametrize(
    ("dial", "players"), [("enforced", 2), ("enforced", 4), ("assisted", 3), ("free", 2)]
)
def test_whatever_is_typed_the_conversation_goes_on(dial: str, players: int) -> None:
    rng = random.Random(players)
    sitting = Sitting("zoo", players, seed=players, dial=dial, turn_limit=40)
    for _ in range(150):
        if sitting.kind == "over":
            break
        moves = [move for move in sitting.dialogue.moves if move != "concede"]
        sitting.type(rng.choice(moves) if moves and rng.random() < 0.7 else rng.choice(WORDS))
        assert sitting.dialogue.prompt(0).endswith("> ")
    assert sitting.mirror.standing.at > 50


def test_a_sideboard_is_planned_in_one_line(facedown: Run, home: Path) -> None:
    deck, log = home / "deck.txt", home / "match.log"
    deck.write_text("40 Forest\n20 Grizzly Bears\n\nSideboard\n3 Naturalize\n1 Craw Wurm\n")
    words = f"play magic --deck {deck} --seed 3 --log {log} --option dial=free".split()
    script = "sideboard\nlock in 2 natur out forest\nsideboard\nconcede\n"
    done = facedown(*words, "--option", "sideboard=true", stdin=script)
    assert (done.stderr, done.returncode) == ("", 0)
    assert "Your deck of 60: 40 Forest, 20 Grizzly Bears." in done.stdout
    assert "Your sideboard of 4: Craw Wurm, 3 Naturalize." in done.stdout
    assert "3 cards stay out: Craw Wurm, Naturalize, Forest." in done.stdout
    assert "Your sideboard: Craw Wurm, Forest, Naturalize." in done.stdout
    assert facedown("verify", log).stdout.endswith("fair\n")
    plain = facedown(*words, stdin="concede\n")
    assert "ada's library of 60 is shuffled." in plain.stdout
    assert "in sideboard" not in plain.stdout


def test_a_plan_that_cannot_be_is_told_and_asked_again(facedown: Run, home: Path) -> None:
    deck = home / "deck.txt"
    deck.write_text("60 Forest\n\nSideboard\n1 Craw Wurm\n")
    script = "lock in Naturalize\nlock in 2 Craw\nlock\nconcede\n"
    done = facedown("play", "magic", "--deck", deck, "--option", "sideboard=true", stdin=script)
    assert "`Naturalize` is not in the sideboard" in done.stdout
    assert "there are 1 Craw Wurm in the sideboard, not 2" in done.stdout
    assert "1 cards stay out" in done.stdout
