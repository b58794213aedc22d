"""A cache of vectors in a folder, by text and model, so that a corpus is encoded once.

Each block of new vectors is one immutable file, named by the SHA-256 of its content and written atomically: a killed
process leaves whole files, concurrent processes add files of their own, and a damaged file is recognised, removed and
computed again. The cache is an optimisation: if it cannot be written, vectors are computed without it.

A file has the number and the width of its rows (8 bytes each), the keys (16 bytes each), and the rows as 32-bit floats,
all little-endian.
"""

import contextlib
import hashlib
from collections.abc import Iterable, Sequence
from pathlib import Path

from taeg.base.errors import TaegError
from taeg.base.files import write_whole
from taeg.base.progress import SILENT, Progress
from taeg.text.vectors.encoder import Encoder, FloatArray

SUFFIX = ".vectors"
BLOCK = 1024
"""Vectors per file: what a killed process may lose."""
MOST_FILES = 16
"""More files than this are merged into one."""
_KEY, _HEADER, _FLOAT = 16, 16, 4
_TOLERANCE = 1e-3
"""Largest deviation of a row's length from 1."""


class CachedEncoder:
    """An encoder that keeps its vectors in a folder; safe for concurrent processes."""

    def __init__(self, encoder: Encoder, folder: Path) -> None:
        self.name = encoder.name
        self.digest = encoder.digest
        self.signature = encoder.signature
        self._encoder = encoder
        self._folder = folder / hashlib.sha256(encoder.signature.encode()).hexdigest()[:16]
        self._known: dict[bytes, FloatArray] | None = None

    def encode(self, texts: Sequence[str], progress: Progress = SILENT) -> FloatArray:
        """Return one row of length 1 per text, from the cache if it is there."""
        import numpy as np

        if self._known is None:
            self._known = self._read()
        known, keys = self._known, [_key(text) for text in texts]
        missing = {key: text for key, text in zip(keys, texts, strict=True) if key not in known}
        new = list(missing)
        for start in range(0, len(new), BLOCK):
            block = new[start : start + BLOCK]
            vectors = self._encoder.encode([missing[key] for key in block], progress)
            known.update(zip(block, vectors, strict=True))
            self._write(block, vectors)
        if not keys:
            return np.zeros((0, 0), dtype=np.float32)
        rows = [known[key] for key in keys]
        if len({len(row) for row in rows}) > 1:  # files that another program wrote
            _remove(self._folder.glob(f"*{SUFFIX}"))
            self._known = {}
            return self.encode(texts, progress)
        return np.stack(rows)

    def _read(self) -> dict[bytes, FloatArray]:
        """Return the vectors of all files; remove damaged files and merge many into one."""
        known: dict[bytes, FloatArray] = {}
        whole, damaged = [], []
        for path in sorted(self._folder.glob(f"*{SUFFIX}")):
            try:
                content = path.read_bytes() if path.is_file() and not path.is_symlink() else b""
            except OSError:
                continue  # merged by another process
            rows = _unpacked(content) if path.stem == hashlib.sha256(content).hexdigest() else None
            if rows is None:
                damaged.append(path)
            else:
                known |= rows
                whole.append(path)
        _remove(damaged)
        if len(whole) > MOST_FILES and len({len(row) for row in known.values()}) == 1:
            merged = self._write(list(known), list(known.values()))
            _remove(path for path in whole if merged and path != merged)
        return known

    def _write(self, keys: Sequence[bytes], vectors: Iterable[FloatArray]) -> Path | None:
        """Write a file and return its path; None if that is not possible."""
        import numpy as np

        rows = np.stack(list(vectors)).astype("<f4")
        header = len(keys).to_bytes(8, "little") + rows.shape[1].to_bytes(8, "little")
        content = header + b"".join(keys) + rows.tobytes()
        path = self._folder / f"{hashlib.sha256(content).hexdigest()}{SUFFIX}"
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            write_whole(path, [content], 0o600)
        except (OSError, TaegError):
            return None
        return path


def _key(text: str) -> bytes:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()[:_KEY]


def _unpacked(content: bytes) -> dict[bytes, FloatArray] | None:
    """Return the rows of a file by key; None if it is not a valid file."""
    import numpy as np

    count, width = int.from_bytes(content[:8], "little"), int.from_bytes(content[8:16], "little")
    start = _HEADER + count * _KEY
    if not count or not width or len(content) != start + count * width * _FLOAT:
        return None
    rows = np.frombuffer(content, dtype="<f4", offset=start).reshape(count, width).astype(np.float32)
    if not np.all(np.abs(np.linalg.norm(rows, axis=1) - 1) < _TOLERANCE):
        return None
    keys = (content[at : at + _KEY] for at in range(_HEADER, start, _KEY))
    return dict(zip(keys, rows, strict=True))


def _remove(paths: Iterable[Path]) -> None:
    for path in list(paths):
        with contextlib.suppress(OSError):
            path.unlink()
