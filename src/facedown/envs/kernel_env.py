"""Any game of the kernel as a PettingZoo environment, given a codec."""

import random
import sys
from collections.abc import Sequence
from typing import Any, ClassVar

import gymnasium
import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv  # type: ignore[import-untyped]  # has no type information

from facedown.dealers import House
from facedown.envs.codec import Codec
from facedown.kernel import Face, Game, IllegalAction, Options, Ref, Seat, choice_of, may_look
from facedown.kernel.play import act, settle

MATCH = "env"
"""The name of every match. With the same secret, a table of this name deals the same cards."""


class KernelEnv(AECEnv):  # type: ignore[misc]  # the base class has no types
    """Seats are `player_0`, `player_1`…; each is asked in turn and sees only what its seat sees.

    The house dealer deals, but nobody keeps a log: learners play millions of matches that nobody audits.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["human", "ansi"], "is_parallelizable": False}

    def __init__(
        self,
        game: Game[Any, Any, Any],
        codec: Codec[Any, Any],
        *,
        options: Options | None = None,
        decks: Sequence[Sequence[Face]] | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise ValueError(f"render_mode is one of {self.metadata['render_modes']}, not {render_mode!r}")
        self.game, self.codec, self.render_mode = game, codec, render_mode
        self.options: Any = game.options_type() if options is None else options
        self.decks = decks or [next(iter(game.decks().values()))] * game.seats[0]
        for deck in self.decks:
            game.check_deck(deck, self.options)
        self.possible_agents = [f"player_{seat}" for seat in range(len(self.decks))]
        self.agents: list[str] = []
        self.action_spaces = {agent: spaces.Discrete(codec.actions) for agent in self.possible_agents}
        self.observation_spaces = {agent: _observation_space(codec) for agent in self.possible_agents}
        self._seats: dict[str, Seat] = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        # The deal of a rehearsal has to be repeatable. Without a seed, this one comes from the OS.
        self._rng = random.Random()  # noqa: S311

    def observation_space(self, agent: str) -> spaces.Dict:
        """The observation and the mask of the actions, which are the same for every seat."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """The numbers of the actions, which are the same for every seat."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """A new match. The same seed deals the same cards, in this match and in all that follow it."""
        if seed is not None:
            self._rng = random.Random(seed)  # noqa: S311
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._open_match()
        if self.render_mode == "human":
            self.render()

    def step(self, action: Any) -> None:
        """Carry out the action of this number for the agent whose move it is; None once it is done."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        chosen = self._legal.get(int(action))
        if chosen is None:
            raise IllegalAction(f"action {action} is masked for {agent}")
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._act(self._seats[agent], chosen)
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> dict[str, Any]:
        """What this agent's seat sees, and which actions it may choose among (none if it has to wait)."""
        seat = self._seats[agent]
        values = self.codec.observe(self.match_state, seat, self.faces[seat])
        return {"observation": np.array(values, dtype=np.int16), "action_mask": self._mask(agent)}

    def render(self) -> str | None:
        """The table as text, as the agent whose move it is sees it: `ansi` returns it, `human` prints it."""
        if self.render_mode is None:
            gymnasium.logger.warn("render() was called without a render_mode")
            return None
        seat = self._seats[self.agent_selection]
        text = self.game.show(self.match_state, seat, self.possible_agents, self.faces[seat])
        if self.render_mode == "ansi":
            return text
        sys.stdout.write(text + "\n\n")
        return None

    def close(self) -> None:
        """Nothing is left open."""

    def _open_match(self) -> None:
        """Hand the decks to the dealer, and let it deal."""
        self._dealer = House(self._rng.randbytes(32), self.decks)
        self._dealer.seed(MATCH, [""] * len(self.decks))
        self.faces: list[dict[Ref, Face]] = [{} for _ in self.decks]
        """What each seat privately knows."""
        self._at = 1  # a table would have written the opening
        refs, first = [], 0
        for deck in self.decks:
            refs.append(tuple(range(first, first + len(deck))))
            first += len(deck)
        self.match_state = self.game.start(self.options, refs)
        self._deal()

    def _act(self, seat: Seat, action: Any) -> None:
        before, faces = self.match_state, self.faces[seat]
        opened = self._dealer.open(self.game.opens(before, seat, action))
        self.match_state, _ = act(self.game, before, seat, action, opened)
        choice = choice_of(self.game.requests(self.match_state), seat)
        if choice is not None:
            self._dealer.wish(choice, self.game.wish(before, seat, action, faces), self._at)
        self._at += 1
        self._show()
        self._deal()

    def _deal(self) -> None:
        """Let the dealer answer until somebody may act or the match is over, as a table does."""
        game = self.game
        while (outcome := game.outcome(self.match_state)) is None:
            requests = game.requests(self.match_state)
            if not requests:
                self._ask(game.active(self.match_state)[0])
                return
            answer = self._dealer.answer(requests[0], self._at)
            self.match_state, _ = settle(game, self.match_state, answer)
            self._at += 1
            self._show()
        self._legal: dict[int, Any] = {}
        self.terminations = dict.fromkeys(self.agents, True)
        if outcome.winners:
            self.rewards = {
                agent: 1.0 if self._seats[agent] in outcome.winners else -1.0 for agent in self.agents
            }

    def _ask(self, seat: Seat) -> None:
        """It is this seat's move."""
        state = self.match_state
        self.agent_selection = self.possible_agents[seat]
        actions = self.game.legal(state, seat, self.faces[seat])
        self._legal = dict(zip(self.codec.number(state, seat, actions), actions, strict=True))

    def _show(self) -> None:
        """Let every seat look at the cards it has just become entitled to see."""
        for ref, sight in self._dealer.owed(self.game.zones(self.match_state)):
            face = self._dealer.face(ref)
            for seat, faces in enumerate(self.faces):
                if face is not None and may_look(sight, seat):
                    faces[ref] = face

    def _mask(self, agent: str) -> Any:
        if self.terminations.get(agent, True):
            # Nothing may be done any more; but a learner's softmax over no action at all is not a number.
            return np.ones(self.codec.actions, dtype=np.int8)
        mask = np.zeros(self.codec.actions, dtype=np.int8)
        if agent == self.agent_selection:
            mask[list(self._legal)] = 1
        return mask


def _observation_space(codec: Codec[Any, Any]) -> spaces.Dict:
    highest = np.array(codec.highest, dtype=np.int16)
    return spaces.Dict(
        {
            "observation": spaces.Box(np.zeros_like(highest), highest, dtype=np.int16),
            "action_mask": spaces.Box(0, 1, (codec.actions,), dtype=np.int8),
        }
    )
