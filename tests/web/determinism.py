"""What must not stand in code that has to come out the same in every Python, in the page as on the server.

Differs between builds of Python, or between two runs: the order of a set, `hash()` and `id()`, floats beyond
`+ - * /`, the tables of Unicode. Found by looking at the syntax: what is a set is known by what is assigned
to it or by its annotation, in the same file.
"""

import ast
from collections.abc import Iterator

INTEGERS = ("comb", "factorial", "gcd", "isqrt", "lcm", "perm")
"""Of `math`, what takes integers and gives them."""
MODULES = ("cmath", "decimal", "fractions", "math", "random", "statistics", "unicodedata")
CALLS = ("float", "hash", "id", "pow", "round")
SETS = ("set", "frozenset", "Set", "AbstractSet")
ORDERLESS = ("all", "any", "frozenset", "len", "max", "min", "set", "sorted", "sum")
"""Functions to whom the order of what they are given is nothing."""
ORDERED = ("dict", "enumerate", "extend", "iter", "join", "list", "map", "tuple", "zip")


def faults(source: str) -> list[tuple[int, str]]:
    """Each line with what is wrong in it."""
    tree = ast.parse(source)
    held = frozenset(name for node in ast.walk(tree) for name in _set_attributes(node))
    return sorted(set(_within(tree, held)))


def _within(scope: ast.AST, sets: frozenset[str]) -> Iterator[tuple[int, str]]:
    """Faults in a module or a function, where these names are known to be sets (attributes as `.name`)."""
    own = list(_own_nodes(scope))
    sets |= {name for node in (scope, *own) for name in _set_names(node)}
    harmless = {
        id(argument)
        for node in own
        if isinstance(node, ast.Call) and _name(node.func) in ORDERLESS
        for argument in node.args
    }
    harmless |= {id(item) for node in own if isinstance(node, ast.Set) for item in node.elts}
    for node in own:
        if isinstance(node, ast.FunctionDef):
            yield from _within(node, sets)
        elif id(node) not in harmless:
            yield from _fault(node, sets)


def _own_nodes(scope: ast.AST) -> Iterator[ast.AST]:
    """All nodes of a scope; of the functions in it only their heads."""
    for child in ast.iter_child_nodes(scope):
        yield child
        if not isinstance(child, ast.FunctionDef):
            yield from _own_nodes(child)


def _fault(node: ast.AST, sets: frozenset[str]) -> Iterator[tuple[int, str]]:
    match node:
        case ast.Import(names=names):
            for alias in names:
                if alias.name.partition(".")[0] in MODULES:
                    yield node.lineno, f"imports {alias.name}"
        case ast.ImportFrom(module="math", names=names) if all(alias.name in INTEGERS for alias in names):
            return
        case ast.Call(func=ast.Name(id="pow"), args=[_, _, _]):
            return  # modular, and so among integers
        case ast.ImportFrom(module=str(module)) if module.partition(".")[0] in MODULES:
            yield node.lineno, f"imports {module}"
        case ast.Call(func=ast.Name(id=name)) if name in CALLS:
            yield node.lineno, f"calls {name}()"
        case ast.Call(func=func, args=arguments) if _name(func) in ORDERED:
            if any(_is_set(argument, sets) for argument in arguments):
                yield node.lineno, "puts a set in an order"
        case ast.BinOp(op=ast.Pow(), left=left, right=right) if not (_is_int(left) and _is_int(right)):
            yield node.lineno, "raises to a power"
        case ast.BinOp(op=ast.Div()) | ast.AugAssign(op=ast.Div()):
            yield node.lineno, "divides into a float"
        case ast.Constant(value=float()):
            yield node.lineno, "has a float"
        case ast.For(iter=over) if _is_set(over, sets):
            yield node.lineno, "iterates over a set"
        case ast.Starred(value=value) if _is_set(value, sets):
            yield node.lineno, "unpacks a set"
        case (
            ast.ListComp(generators=loops)
            | ast.DictComp(generators=loops)
            | ast.GeneratorExp(generators=loops)
        ):
            if any(_is_set(loop.iter, sets) for loop in loops):
                yield node.lineno, "iterates over a set"


def _set_names(node: ast.AST) -> Iterator[str]:
    """Variables, arguments and functions that are, or give, sets."""
    match node:
        case ast.Assign(targets=targets, value=value) if _is_set(value, frozenset()):
            yield from (target.id for target in targets if isinstance(target, ast.Name))
        case ast.AnnAssign(target=ast.Name(id=name), annotation=annotation) if _says_set(annotation):
            yield name
        case ast.FunctionDef(name=name, args=arguments, returns=returns):
            if returns is not None and _says_set(returns):
                yield name
            for argument in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs):
                if argument.annotation is not None and _says_set(argument.annotation):
                    yield argument.arg


def _set_attributes(node: ast.AST) -> Iterator[str]:
    """Attributes, properties and methods that are, or give, sets."""
    match node:
        case ast.Assign(targets=targets, value=value) if _is_set(value, frozenset()):
            yield from (f".{target.attr}" for target in targets if isinstance(target, ast.Attribute))
        case ast.AnnAssign(target=ast.Attribute(attr=name), annotation=annotation) if _says_set(annotation):
            yield f".{name}"
        case ast.FunctionDef(name=name, returns=ast.expr() as returns) if _says_set(returns):
            yield f".{name}"


def _is_set(node: ast.expr, sets: frozenset[str]) -> bool:
    match node:
        case ast.Set() | ast.SetComp():
            return True
        case ast.Call(func=func):
            return _name(func) in SETS or _is_set(func, sets)
        case ast.BinOp(left=left, op=ast.BitAnd() | ast.BitOr() | ast.BitXor() | ast.Sub(), right=right):
            return _is_set(left, sets) or _is_set(right, sets)
        case ast.BoolOp(values=values):
            return any(_is_set(value, sets) for value in values)
        case ast.IfExp(body=body, orelse=orelse):
            return _is_set(body, sets) or _is_set(orelse, sets)
        case ast.Name(id=name):
            return name in sets
        case ast.Attribute(attr=name):
            return f".{name}" in sets
    return False


def _says_set(annotation: ast.expr) -> bool:
    match annotation:
        case ast.Subscript(value=value):
            return _name(value) in SETS
        case ast.BinOp(left=left, right=right):
            return _says_set(left) or _says_set(right)
    return _name(annotation) in SETS


def _is_int(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, int)


def _name(node: ast.expr) -> str | None:
    """`x` of `x`, of `self.x` and of `a.b.x`."""
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return None
