from math import exp, log, sqrt, ceil
from facedown.bots.bot import Bot
from facedown.bots.imagine import Imagination
from facedown.bots.greedy import outlook


class Node:
    __slots__ = ("children", "visits", "chances", "total", "prior")

    def __init__(self, prior=0):
        self.children = {}
        self.visits = 0
        self.chances = 0
        self.total = 0.0
        self.prior = prior


class Search(Bot):
    levels = (1, 2, 3)
    P = dict(it={1: 20, 2: 100, 3: 500}, c=0.5, wc=2.0, wa=0.35, horizon=2, policy="first")

    def choose(self, game, state, seat, faces):
        legal = game.legal(state, seat, faces)
        if len(legal) == 1:
            return legal[0]
        P = self.P
        self.game = game
        im = Imagination(game, state, seat, faces, self.deck)
        self.base = game.worth(state, seat)
        self.me = seat
        self.dev = 0.0
        self.n = 0
        root = Node()
        for _ in range(P["it"][self.level or 2]):
            self.iterate(root, im.world(self.rng))
        best = max(root.children.items(), key=lambda kv: (kv[1].visits, kv[1].total))
        return best[0][0]

    def iterate(self, root, world):
        game = self.game
        P = self.P
        node = root
        path = []
        passes = 0
        prev = None
        while game.outcome(world.state) is None:
            seat = game.active(world.state)[0]
            if prev is not None and seat != prev:
                passes += 1
                if passes >= P["horizon"]:
                    break
            prev = seat
            actions = world.legal(seat)
            f = world.faces
            st = world.state
            keys = [(a, *[f[r] for r in game.opens(st, seat, a)]) for a in actions]
            ch = node.children
            if any(k not in ch for k in keys):
                for k, v in zip(keys, outlook(world, seat, actions)):
                    if k not in ch:
                        ch[k] = Node(v)
            kids = [(ch[k], k) for k in keys]
            kids.sort(key=lambda t: -t[0].prior)
            w = ceil(P["wc"] * (node.visits + 1) ** P["wa"])
            kids = kids[:w]
            best = None
            bv = -1e9
            for c, k in kids:
                c.chances += 1
                if not c.visits:
                    best = (c, k)
                    break
                v = c.total / c.visits + P["c"] * sqrt(log(c.chances) / c.visits)
                if v > bv:
                    bv = v
                    best = (c, k)
            node, k = best
            world.state = world.after(seat, k[0])
            path.append((seat, node))
            if not node.visits:
                break
        # rollout
        pol = self.first if P["policy"] == "first" else self.full
        while passes < P["horizon"] and game.outcome(world.state) is None:
            seat = game.active(world.state)[0]
            if seat != prev:
                passes += 1
                if passes >= P["horizon"]:
                    break
                prev = seat
            pol(world, seat)
        # value
        vals = {}
        root.visits += 1
        for seat, node in path:
            if seat not in vals:
                vals[seat] = self.value(world.state, seat)
            node.visits += 1
            node.total += vals[seat]

    def value(self, state, seat):
        game = self.game
        o = game.outcome(state)
        if o is not None:
            return 0.5 if not o.winners else float(seat in o.winners)
        d = game.worth(state, seat) - (self.base if seat == self.me else -self.base)
        self.n += 1
        self.dev += abs(d)
        s = self.dev / self.n or 1.0
        return 0.02 + 0.96 / (1 + exp(-d / s)) if d > -50 * s else 0.02

    def first(self, world, seat):
        game = self.game
        actions = world.legal(seat)
        self.rng.shuffle(actions)
        now = game.worth(world.state, seat)
        passed = None
        for a in actions:
            s = world.after(seat, a)
            if game.outcome(s) is None and seat not in game.active(s):
                passed = s
            elif game.worth(s, seat) > now:
                world.state = s
                return
        world.state = passed if passed is not None else s

    def full(self, world, seat):
        actions = world.legal(seat)
        v = outlook(world, seat, actions)
        m = max(v)
        a = self.rng.choice([x for x, y in zip(actions, v) if y == m])
        world.state = world.after(seat, a)
