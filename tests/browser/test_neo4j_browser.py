"""Neo4j Browser shows titles in nodes, the queries among its favourites, and the colours of the style sheet."""

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import cypher
import ingest
from taeg.export import neo4j_browser
from taeg.graph.graph import Graph
from taeg.store.neo4j.driver import Neo4jStore
from taeg.store.neo4j.local_server import Server

if TYPE_CHECKING:
    from selenium.webdriver.remote.webdriver import WebDriver

    from tests.browser.driving import Neo4jBrowser

RED_OF_RUNS = "#C2514A"


@pytest.fixture(scope="module")
def parameters(server: Server) -> dict[str, str]:
    """The gospels in the graph with two runs, and what to ask of them."""
    with Graph.over(Neo4jStore.connect(server.bolt_uri, server.username, server.password)) as graph:
        ingest.load(ingest.read("gospels", translation="asv"), graph)
        for strategy in ("taeg", "longest"):
            graph.consolidate(strategy)
        return neo4j_browser.parameters(graph)


@pytest.fixture
def page(browser: "WebDriver", server: Server, parameters: dict[str, str]) -> "Neo4jBrowser":
    """Neo4j Browser as the printed link opens it, logged in, the parameters run."""
    from tests.browser.driving import Neo4jBrowser

    address = neo4j_browser.Address(server.browser_url, server.bolt_uri, server.username, "", guessed=False)
    page = Neo4jBrowser(browser, address.link(parameters), server.username, server.password)
    page.wait(lambda: ':params {corpus: "gospels-asv-audited"' in page.written(), "the parameters in the editor")
    page.submit()
    return page


def test_nodes_show_titles_without_a_style(page: "Neo4jBrowser") -> None:
    frame = page.run(cypher.own_labels(cypher.query("browse/event").text))
    captions = page.wait(lambda: page.captions(frame), "a drawing")
    assert len(captions) == 11
    # without a style sheet a caption has little room: long ones are cut
    assert {"Matthew", "Mark", "Luke", "John"} <= set(captions)
    assert any(caption.startswith("A borrowed") for caption in captions)


def test_style_and_favourites_are_imported(page: "Neo4jBrowser", parameters: dict[str, str], tmp_path: Path) -> None:
    for file in neo4j_browser.write(tmp_path / "drop", parameters):
        if file.name != neo4j_browser.ABOUT:
            page.drop(file)
    frame = page.run(cypher.own_labels(cypher.query("browse/run").text))
    captions = page.wait(lambda: page.captions(frame), "a drawing")
    assert {"Anointing at Bethany", "Mark 14:3-9", "taeg"} <= set(captions)
    assert RED_OF_RUNS.lower() in {colour.lower() for colour in page.colours(frame)}
    page.find("[data-testid=navigationFavorites]").click()
    wanted = {"Parameters of TAEG's queries", *neo4j_browser.FOLDERS.values()}
    page.wait(lambda: wanted <= set(page.text("body").splitlines()), "ours among the favourites")
