"""A proxy between a client and a Neo4j that cuts the connection at a commit of one's choice.

It knows of Bolt only what a COMMIT looks like on the wire. After the cut it lets further connections through, as a
network does that was gone for a moment, or refuses them all, as one does that stays away.
"""

import socket
import threading
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Self

COMMIT = b"\x00\x02\xb0\x12\x00\x00"
"""The message without fields whose signature is 0x12, in a chunk of two bytes, and the end mark."""
BEFORE, DURING, AFTER = "before", "during", "after"
MOMENTS = (BEFORE, DURING, AFTER)


@dataclass
class Cut:
    """Where the connection is cut: which commit, counted from 1, when, and whether it stays cut."""

    commit: int
    moment: str
    for_good: bool
    done: bool = False


@dataclass
class Proxy:
    """Listens on a port of its own while it is entered."""

    target: tuple[str, int]
    cut: Cut | None = None
    commits: int = 0
    _listener: socket.socket = field(default_factory=lambda: socket.create_server(("127.0.0.1", 0)))
    _lock: threading.Lock = field(default_factory=threading.Lock)

    @property
    def uri(self) -> str:
        """Where clients find it."""
        return f"bolt://127.0.0.1:{self._listener.getsockname()[1]}"

    def __enter__(self) -> Self:
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(self, *exc: object) -> None:
        with suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            if self.cut and self.cut.done and self.cut.for_good:
                client.close()
                continue
            try:
                server = socket.create_connection(self.target)
            except OSError:
                client.close()
                continue
            deaf = threading.Event()
            threading.Thread(target=self._answers, args=(server, client, deaf), daemon=True).start()
            threading.Thread(target=self._requests, args=(client, server, deaf), daemon=True).start()

    def _requests(self, client: socket.socket, server: socket.socket, deaf: threading.Event) -> None:
        with suppress(OSError):
            while data := client.recv(1 << 16):
                if COMMIT in data and (cut := self._due()):
                    place = data.index(COMMIT)
                    if cut.moment == AFTER:
                        deaf.set()  # the answer comes, and nobody passes it on
                    passed = {BEFORE: data[:place], DURING: data[: place + 3], AFTER: data}[cut.moment]
                    server.sendall(passed)
                    if cut.moment == AFTER:
                        return  # the other thread cuts when the answer is there: then it is committed
                    break
                server.sendall(data)
        _close(client, server)

    def _due(self) -> Cut | None:
        """Count a commit; the cut, if this is the one."""
        with self._lock:
            self.commits += 1
            if self.cut and not self.cut.done and self.commits == self.cut.commit:
                self.cut.done = True
                return self.cut
        return None

    def _answers(self, server: socket.socket, client: socket.socket, deaf: threading.Event) -> None:
        with suppress(OSError):
            while data := server.recv(1 << 16):
                if deaf.is_set():
                    break
                client.sendall(data)
        _close(client, server)


def _close(*ends: socket.socket) -> None:
    for end in ends:
        with suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)
        end.close()
