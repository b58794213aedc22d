"""Make the pictures of Neo4j Browser in docs/: `python -m docs.pictures.neo4j_browser`.

Starts a server of its own in a temporary folder, loads the gospels, drops our style sheet on the page and photographs
two of our pictures. Needs what `taeg neo4j start` needs, Chromium with its driver, and `pip install selenium`.
"""

import sys
import tempfile
from pathlib import Path

import cypher
import ingest
from taeg.export import neo4j_browser as neo4jbrowser
from taeg.graph.graph import Graph
from taeg.store.neo4j import local_server as localserver
from taeg.store.neo4j.driver import Neo4jStore
from tests.browser import driving

DOCS = Path(__file__).resolve().parent.parent
PICTURES = {"browse/event": "neo4j-browser-event.png", "browse/timeline": "neo4j-browser-timeline.png"}
SIZE = (1300, 900)


def main() -> None:
    """Write the pictures, or say what is missing."""
    if reason := driving.missing() or localserver.unavailable_reason():
        sys.exit(reason)
    with tempfile.TemporaryDirectory(prefix="taeg-pictures-") as name:
        folder = Path(name)
        server = localserver.start(folder / "home", progress=print)
        try:
            _photograph(server, folder)
        finally:
            localserver.stop(folder / "home")


def _photograph(server: localserver.Server, folder: Path) -> None:
    with Graph.over(Neo4jStore.connect(server.bolt_uri, server.username, server.password)) as graph:
        ingest.load(ingest.read("gospels", translation="asv"), graph)
        for strategy in ("taeg", "longest"):
            graph.consolidate(strategy)
        parameters = neo4jbrowser.parameters(graph)
    place = neo4jbrowser.Address(server.browser_url, server.bolt_uri, server.username, "", guessed=False)
    neo4jbrowser.write(folder / "drop", parameters)
    with driving.chromium(folder / "profile", *SIZE) as page:
        browser = driving.Neo4jBrowser(page, place.link(parameters), server.username, server.password)
        browser.wait(lambda: ":params" in browser.written(), "the parameters in the editor")
        browser.submit()
        browser.drop(folder / "drop" / neo4jbrowser.STYLE)
        for query, picture in PICTURES.items():
            frame = browser.run(cypher.own_labels(cypher.query(query).text))
            browser.still(frame)
            frame.screenshot(str(DOCS / picture))
            print(DOCS / picture)


if __name__ == "__main__":
    main()
