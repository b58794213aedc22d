"""Connections as clusters and Aura need them: routing, encryption, bookmarks, as far as a single server can show.

Each release line has a server that accepts encrypted and plain connections, with a certificate made for these tests.
The messages between client and server are read from the driver's log.
"""

import logging
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
import trustme

import ingest
import taeg
from taeg import TaegError
from taeg.store.neo4j.lines import LINES, Line
from taeg.store.neo4j.local_server import configuration
from tests import servers
from tests.conftest import Taeg
from tests.integration import accounts
from tests.servers import Login

pytestmark = pytest.mark.lines

TLS = """server.bolt.tls_level=OPTIONAL
dbms.ssl.policy.bolt.enabled=true
dbms.ssl.policy.bolt.base_directory=certificates/bolt
dbms.ssl.policy.bolt.private_key=private.key
dbms.ssl.policy.bolt.public_certificate=public.crt
dbms.ssl.policy.bolt.client_auth=NONE
"""
ENCRYPTED = "<SECURE>"
"""In the driver's log when encryption begins."""


@dataclass(frozen=True)
class Secured:
    """A server with a certificate, and the file of its certificate authority."""

    host: str
    password: str
    authority: Path


@pytest.fixture(scope="module", params=LINES)
def secured(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Secured]:
    line = LINES[request.param]
    servers.require_line(line)
    folder = tmp_path_factory.mktemp("secured")
    home = folder / "home"
    authority = trustme.CA()
    authority.cert_pem.write_to_path(folder / "authority.pem")
    certificate = authority.issue_cert("127.0.0.1", "localhost", key_type=trustme.KeyType.RSA)
    plain = configuration.conf

    def conf(line: Line, bolt_port: int, http_port: int, *, gds: bool) -> str:
        place = home / "certificates" / "bolt"
        place.mkdir(parents=True, exist_ok=True)
        certificate.private_key_pem.write_to_path(place / "private.key")
        certificate.cert_chain_pems[0].write_to_path(place / "public.crt")
        return plain(line, bolt_port, http_port, gds=gds) + TLS

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(configuration, "conf", conf)
        with servers.running(home, line=line.name) as server:
            yield Secured(server.bolt_uri.partition("://")[2], server.password, folder / "authority.pem")


@pytest.fixture
def login(secured: Secured, monkeypatch: pytest.MonkeyPatch) -> Secured:
    """The server with its password in the environment and without corpora."""
    for name in ("NEO4J_URI", "NEO4J_USERNAME", "NEO4J_DATABASE", "SSL_CERT_FILE", "SSL_CERT_DIR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("NEO4J_PASSWORD", secured.password)
    with servers.Login(f"bolt://{secured.host}", "neo4j", secured.password).connect() as graph:
        servers.empty(graph)
    return secured


@pytest.fixture
def wire(caplog: pytest.LogCaptureFixture) -> Iterator[pytest.LogCaptureFixture]:
    """The messages between client and server."""
    with caplog.at_level(logging.DEBUG, "neo4j"):
        yield caplog


def messages(wire: pytest.LogCaptureFixture, pattern: str) -> list[str]:
    """The messages that match a pattern, in order."""
    return [text for record in wire.records if re.search(pattern, text := record.getMessage())]


@pytest.mark.parametrize("scheme", ["bolt", "neo4j", "bolt+ssc", "neo4j+ssc", "bolt+s", "neo4j+s"])
def test_round_trip(
    login: Secured, scheme: str, wire: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    if scheme.endswith("+s"):  # the authority must be trusted
        monkeypatch.setenv("SSL_CERT_FILE", str(login.authority))
    built = ingest.build(accounts.corpus())
    with taeg.open(f"{scheme}://{login.host}") as graph:
        graph.load(built, "night")
        narrative = graph.consolidate("taeg")
    with taeg.open(f"{scheme}://{login.host}", read_only=True) as graph:
        assert graph.stats("night").digest == built.digest
        assert graph.narrative(narrative.run).text == narrative.text
    assert bool(messages(wire, ENCRYPTED)) is ("+" in scheme)
    assert bool(messages(wire, "C: ROUTE")) is scheme.startswith("neo4j")


@pytest.mark.parametrize("scheme", ["bolt+s", "neo4j+s"])
def test_an_untrusted_certificate_is_refused(login: Secured, scheme: str, taeg_command: Taeg) -> None:
    outcome = taeg_command("stats", "--store", f"{scheme}://{login.host}")
    assert outcome.code == 1
    assert f"Neo4j at {scheme}://{login.host} presents a certificate that is not trusted here (" in outcome.err
    assert "SSL_CERT_FILE" in outcome.err
    assert "+ssc" in outcome.err
    assert outcome.err.count("\n") == 1
    assert outcome.out == ""
    assert login.password not in outcome.err


@pytest.mark.parametrize("scheme", ["bolt+ssc", "neo4j+ssc", "bolt+s", "neo4j+s"])
def test_encryption_with_a_server_that_has_none_is_refused(neo4j_login: Login, scheme: str) -> None:
    if "+s" in neo4j_login.uri:
        pytest.skip("this Neo4j answers encrypted")
    with pytest.raises(TaegError, match=r"does not support encryption; .* leave out \+s or \+ssc") as caught:
        taeg.open(f"{scheme}://{neo4j_login.uri.partition('://')[2]}")
    assert "\n" not in str(caught.value)


def test_errors_are_the_same_as_without_routing(
    login: Secured, monkeypatch: pytest.MonkeyPatch, unused_port: int
) -> None:
    with pytest.raises(TaegError, match=r"neo4j://127\.0\.0\.1:\d+ does not answer; start it"):
        taeg.open(f"neo4j://127.0.0.1:{unused_port}")
    monkeypatch.setenv("NEO4J_DATABASE", "elsewhere")
    with pytest.raises(TaegError, match="has no database 'elsewhere'; check NEO4J_DATABASE"):
        taeg.open(f"neo4j://{login.host}")
    monkeypatch.setenv("NEO4J_PASSWORD", "not the password")
    with pytest.raises(TaegError, match="refuses the login; check NEO4J_USERNAME and NEO4J_PASSWORD"):
        taeg.open(f"neo4j://{login.host}")


@pytest.fixture
def unused_port() -> int:
    return configuration.choose_ports([], [])[0]


BEGIN = re.compile(r"\[#(\w+)\]  C: BEGIN (\{.*\})")
COMMITTED = re.compile(r"\[#(\w+)\]  S: SUCCESS \{.*'bookmark': '([^']+)'")


@dataclass
class Transaction:
    """A transaction in the driver's log."""

    thread: int
    after: frozenset[str]
    """The bookmarks it was begun with."""
    reads: bool
    earlier: frozenset[str]
    """The bookmarks of commits whose results were known when it began."""
    bookmark: str = ""
    """Its own, once committed."""


def transactions(wire: pytest.LogCaptureFixture) -> list[Transaction]:
    """All transactions in order.

    A commit's result is known to its own thread at once, to other threads once its thread has gone on to the next
    transaction: in between the driver may still be busy with storing the bookmark.
    """
    found: list[Transaction] = []
    current: dict[str, Transaction] = {}
    for record in wire.records:
        text, thread = record.getMessage(), record.thread or 0
        if began := BEGIN.search(text):
            marks = re.search(r"'bookmarks': [\[(](.*?)[\])]", began.group(2))
            after = frozenset(re.findall(r"'([^']+)'", marks.group(1))) if marks else frozenset()
            latest = {one.thread: one for one in found}
            earlier = {
                one.bookmark
                for one in found
                if one.bookmark and (one.thread == thread or one is not latest[one.thread])
            }
            current[began.group(1)] = Transaction(thread, after, "'mode': 'r'" in began.group(2), frozenset(earlier))
            found.append(current[began.group(1)])
        elif committed := COMMITTED.search(text):
            current[committed.group(1)].bookmark = committed.group(2)
    return found


@pytest.mark.parametrize("scheme", ["bolt", "neo4j", "neo4j+ssc"])
def test_bookmarks_are_chained(login: Secured, scheme: str, wire: pytest.LogCaptureFixture) -> None:
    with taeg.open(f"{scheme}://{login.host}") as graph:
        wire.clear()
        graph.load(ingest.build(accounts.corpus()), "night")
        graph.consolidate("taeg")
        graph.narrative("taeg")
        begun = transactions(wire)
    assert sum(one.reads for one in begun) > 10
    assert len({one.bookmark for one in begun if not one.reads}) > 10
    covered: dict[str, set[str]] = {}
    """By bookmark: all that are known to be visible to a transaction that waits for it."""
    for one in begun[1:]:
        visible = set(one.after).union(*(covered.get(mark, set()) for mark in one.after))
        if one.bookmark:
            covered.setdefault(one.bookmark, {one.bookmark}).update(visible)
    for one in begun[1:]:
        assert one.earlier <= set().union(*(covered.get(mark, {mark}) for mark in one.after))


def test_a_new_connection_has_no_bookmarks(login: Secured, wire: pytest.LogCaptureFixture) -> None:
    address = f"neo4j://{login.host}"
    with taeg.open(address) as graph:
        graph.load(ingest.build(accounts.corpus()), "night")
    wire.clear()
    with taeg.open(address, read_only=True) as graph:
        graph.stats("night")
    begun = transactions(wire)
    assert begun
    assert begun[0].after == frozenset()
    assert all(one.reads for one in begun)
