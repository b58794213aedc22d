"""No query is built from input: by reading the code, and by listening to what the engines are sent."""

import ast
from collections.abc import Callable, Iterator
from pathlib import Path

import ladybug
import neo4j
import pytest

import cypher
from tests.conftest import ROOT, Taeg
from tests.security.hostile import CYPHER, NAMES

PYTHON = sorted(path for room in ("cypher", "ingest", "taeg", "eval") for path in (ROOT / room).rglob("*.py"))
FILES = sorted((ROOT / "cypher").rglob("*.cypher"))
SENDING = {"execute", "execute_query", "execute_async", "prepare", "run"}
"""What the drivers call it."""
NO_ENGINE = {"subprocess", "server", "packing", "homedir", "coverage", "login"}
"""Things of ours and of Python's that have a method of such a name."""


# --- the code --------------------------------------------------------------------------------------------------------


class Module:
    """Which expressions of a module are texts of files in cypher/, and nothing else."""

    def __init__(self, code: str) -> None:
        self.tree = ast.parse(code)
        self._above = {child: node for node in ast.walk(self.tree) for child in ast.iter_child_nodes(node)}

    def sent(self) -> Iterator[tuple[ast.Call, ast.expr]]:
        """Calls that send something to an engine, and what they send."""
        for call, owner in self._calls(SENDING):
            if owner not in NO_ENGINE:
                yield call, call.args[0] if call.args else ast.Constant(None)

    def _calls(self, names: set[str]) -> Iterator[tuple[ast.Call, str]]:
        """Calls of methods of these names, each with what it is called on, unless that is the outcome of a call."""
        for call in ast.walk(self.tree):
            if not (isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr in names):
                continue
            if not isinstance(call.func.value, ast.Call):
                yield call, ast.unparse(call.func.value)

    def is_file(self, value: ast.expr) -> bool:
        """Whether this is the text, or the statements, of a file, however it came here."""
        return self._only(value, _of_file)

    def _only(self, value: ast.expr, is_good: Callable[[ast.expr], bool], seen: frozenset[str] = frozenset()) -> bool:
        """Whether everything that a value can be is good."""
        if is_good(value):
            return True
        if isinstance(value, ast.IfExp):
            return all(self._only(one, is_good, seen) for one in (value.body, value.orelse))
        if isinstance(value, ast.Call) and ast.unparse(value.func) == "zip":
            return all(self._only(one, is_good, seen) for one in value.args)
        if not isinstance(value, ast.Name):
            return False
        function = self._function(value)
        while function is not None:
            key = f"{function.name}.{value.id}"
            if key in seen:
                return True  # a function that calls itself hands on what it was given
            given = [argument.arg for argument in function.args.args]
            if value.id in given:
                return self._handed(function, given.index(value.id), value.id, is_good, seen | {key})
            bound = list(self._bound(function, value.id))
            if bound:
                return all(self._only(one, is_good, seen | {key}) for one in bound)
            function = self._function(function)
        return False

    def _function(self, node: ast.AST) -> ast.FunctionDef | None:
        above = self._above.get(node)
        while above is not None and not isinstance(above, ast.FunctionDef):
            above = self._above.get(above)
        return above

    def _bound(self, function: ast.FunctionDef, name: str) -> Iterator[ast.expr]:
        """What a name of a function is set to, anywhere in it; of several names at once the whole."""
        for node in ast.walk(function):
            if isinstance(node, ast.Assign):
                targets, value = node.targets, node.value
            elif isinstance(node, ast.For | ast.comprehension):
                targets, value = [node.target], node.iter
            elif isinstance(node, ast.AugAssign | ast.AnnAssign | ast.NamedExpr):
                targets, value = [node.target], ast.Constant(None) if isinstance(node, ast.AugAssign) else node.value
            else:
                continue
            if any(isinstance(n, ast.Name) and n.id == name for target in targets for n in ast.walk(target)):
                yield value or ast.Constant(None)

    def _handed(
        self,
        function: ast.FunctionDef,
        place: int,
        name: str,
        is_good: Callable[[ast.expr], bool],
        seen: frozenset[str],
    ) -> bool:
        """Whether every call of a function in its module hands it something good there."""
        calls = [
            call
            for call in ast.walk(self.tree)
            if isinstance(call, ast.Call) and ast.unparse(call.func) in (function.name, f"self.{function.name}")
        ]
        handed = []
        for call in calls:
            at = place - ast.unparse(call.func).startswith("self.")
            named = [keyword.value for keyword in call.keywords if keyword.arg == name]
            handed += named or ([call.args[at]] if at < len(call.args) else [ast.Constant(None)])
        return bool(handed) and all(self._only(one, is_good, seen) for one in handed)


def _of_file(value: ast.expr) -> bool:
    if not (isinstance(value, ast.Attribute) and value.attr in ("text", "statements")):
        return False
    return isinstance(value.value, ast.Call) and ast.unparse(value.value.func) == "cypher.query"


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("path", PYTHON, ids=name_of)
def test_whatever_is_sent_to_an_engine_is_a_file(path: Path) -> None:
    module = Module(path.read_text(encoding="utf-8"))
    assert [ast.unparse(call) for call, text in module.sent() if not module.is_file(text)] == []


def test_there_is_something_to_look_at() -> None:
    sent = {path.name: len(list(Module(path.read_text(encoding="utf-8")).sent())) for path in PYTHON}
    assert all(sent[name] for name in ("driver.py", "login.py"))


@pytest.mark.parametrize(
    ("body", "good"),
    [
        ("c.execute(cypher.query('read/x').text)", True),
        ("c.execute(cypher.query(name).text + name)", False),
        ("c.execute(f'{cypher.query(name).text}{name}')", False),
        ("c.execute(cypher.query(name).text.format(name))", False),
        ("c.execute(cypher.query(name).text % name)", False),
        ("c.execute(cypher.query(name).text.replace('x', name))", False),
        ("c.execute(name)", False),
        ("text = cypher.query(name).text\n    text += name\n    c.execute(text)", False),
        ("text = cypher.query(name).text\n    c.execute(text)", True),
        ("[c.execute(text) for text in cypher.query(name).statements]", True),
        ("[c.execute(text) for text in name.split()]", False),
        ("c.prepare(name)", False),
        ("c.session().begin().run(name)", True),  # of a call nothing is known: what is sent is heard below
        ("tx.run(name)", False),
    ],
)
def test_the_look_tells_a_file_from_what_is_made_of_one(body: str, good: bool) -> None:
    module = Module(f"def f(c, tx, name):\n    {body}\n")
    assert all(module.is_file(text) for _, text in module.sent()) == good


# --- what the engines hear -------------------------------------------------------------------------------------------


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every statement that any driver is given."""
    texts: list[str] = []

    def listen(owner: type, name: str) -> None:
        told = getattr(owner, name)

        def hear(self: object, query: object, *args: object, **kwargs: object) -> object:
            if not isinstance(query, ladybug.PreparedStatement):
                texts.append(str(getattr(query, "text", query)))
            return told(self, query, *args, **kwargs)

        monkeypatch.setattr(owner, name, hear)

    for owner in (neo4j.Session, neo4j.Transaction, neo4j.ManagedTransaction):
        listen(owner, "run")
    listen(ladybug.Connection, "execute")
    listen(ladybug.Connection, "prepare")
    return texts


def test_hostile_input_reaches_no_statement(
    heard: list[str], store: str, taeg_command: Taeg, hostile_corpus: Path, tmp_path: Path
) -> None:
    """A whole life: in, looked at, told, corrected, added to, taken from, out, back, gone."""
    name = CYPHER[1]
    corpus = ("--corpus", name, "--store", store)

    def done(*words: object, code: int = 0) -> None:
        outcome = taeg_command(*words)
        assert outcome.code == code, (words, outcome.err)
        assert "Traceback" not in outcome.err

    done("ingest", hostile_corpus, "--id", name, "--store", store)
    done("stats", *corpus)
    for event in NAMES:
        done("show", *corpus, "--", event)
        done("query", "event", f"--param=event={event}", *corpus)
    done("query", "source_path", f"--param=source={CYPHER[0]}", *corpus)
    done("consolidate", "--strategy", "longest", *corpus)
    done("consolidate", "--strategy", "priority", f"--set=order={CYPHER[0]}", *corpus)
    for wrong in CYPHER:
        done("show", *corpus, "--", f"{wrong}!", code=2)
        done("query", wrong, *corpus, code=2)
        done("query", "run", f"--param=run={wrong}", *corpus, code=2)
        done("stats", "--corpus", f"{wrong}!", "--store", store, code=2)
    done("correct", "rename", CYPHER[0], CYPHER[1], "--why", CYPHER[2], *corpus)
    done("corrections", *corpus)
    done("ingest", hostile_corpus, "--add", "--id", name, "--store", store)
    done("remove", f"--source={CYPHER[0]}", *corpus)
    done("consolidate", "--strategy", "taeg", *corpus)
    done("export", "--out", tmp_path / "page.html", *corpus)
    done("backup", "--out", tmp_path / "b.jsonl", *corpus)
    done("copy", "--to", tmp_path / "copy.db", *corpus)
    done("delete", *corpus)
    done("restore", tmp_path / "b.jsonl", "--store", store)
    done("delete", *corpus)
    known = {path.read_bytes().decode() for path in FILES}
    known |= {statement for name in _names() for statement in cypher.query(name).statements}
    assert len(heard) > 200
    assert {text for text in heard if text not in known} == set()


def _names() -> list[str]:
    return [path.relative_to(ROOT / "cypher").with_suffix("").as_posix() for path in FILES]
