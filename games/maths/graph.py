"""Graphs: their strongly connected components, and the nodes that reach some others.

In a strongly connected component every node reaches every other.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence

__all__ = ["ancestors", "components"]


def components(size: int, successors: Callable[[int], Iterable[int]]) -> Iterator[tuple[int, ...]]:
    """Yield the strongly connected components of a graph, each after those that it leads to.

    Args:
        size: the number of nodes 0, 1, …
        successors: the nodes to which a node leads.

    Source:
        R. E. Tarjan, Depth-First Search and Linear Graph Algorithms (1972).

    >>> list(components(4, [[1], [2], [1, 3], []].__getitem__))
    [(3,), (2, 1), (0,)]
    """
    visit_time = [0] * size  # when a node was visited; 0: not yet
    low_link = [0] * size  # the earliest node of its component that a node is known to reach
    open_nodes: list[int] = []  # nodes whose component is not complete
    is_complete = [False] * size
    time = 0
    for root in range(size):
        path = [] if visit_time[root] else [(root, iter(successors(root)))]
        while path:
            node, targets_left = path[-1]
            if not visit_time[node]:
                time += 1
                visit_time[node] = low_link[node] = time
                open_nodes.append(node)
            for target in targets_left:
                if not visit_time[target]:
                    path.append((target, iter(successors(target))))
                    break
                if not is_complete[target]:
                    low_link[node] = min(low_link[node], low_link[target])
            else:
                path.pop()
                if path:
                    parent = path[-1][0]
                    low_link[parent] = min(low_link[parent], low_link[node])
                if low_link[node] == visit_time[node]:
                    component = [open_nodes.pop()]
                    while component[-1] != node:
                        component.append(open_nodes.pop())
                    for member in component:
                        is_complete[member] = True
                    yield tuple(component)


def ancestors(targets: Iterable[int], successors: Sequence[Iterable[int]]) -> set[int]:
    """Return the nodes from which a target can be reached. Each target is one of them.

    Args:
        targets: some nodes.
        successors: for each node the nodes to which it leads.

    >>> sorted(ancestors([2], [[1], [2], [], [3]]))
    [0, 1, 2]
    """
    sources: list[list[int]] = [[] for _ in successors]
    for node, next_nodes in enumerate(successors):
        for next_node in next_nodes:
            sources[next_node].append(node)
    ancestor_set = set(targets)
    queue = list(ancestor_set)
    for node in queue:
        for source in sources[node]:
            if source not in ancestor_set:
                ancestor_set.add(source)
                queue.append(source)
    return ancestor_set
