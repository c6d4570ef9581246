"""Which nodes of a graph reach each other."""

from collections.abc import Hashable, Mapping, Sequence
from typing import TypeVar

N = TypeVar("N", bound=Hashable)


def components(edges: Mapping[N, Sequence[N]]) -> dict[N, int]:
    """A number for each node, the same for nodes that reach each other (Tarjan, without recursion)."""
    found: dict[N, int] = {}
    number: dict[N, int] = {}
    low: dict[N, int] = {}
    path: list[N] = []
    for root in edges:
        if root in number:
            continue
        number[root] = low[root] = len(number)
        path.append(root)
        work = [(root, iter(edges[root]))]
        while work:
            node, rest = work[-1]
            for other in rest:
                if other not in number:
                    number[other] = low[other] = len(number)
                    path.append(other)
                    work.append((other, iter(edges[other])))
                    break
                if other not in found:
                    low[node] = min(low[node], number[other])
            else:
                work.pop()
                if work:
                    above = work[-1][0]
                    low[above] = min(low[above], low[node])
                if low[node] == number[node]:
                    while True:
                        other = path.pop()
                        found[other] = number[node]
                        if other is node:
                            break
    return found
