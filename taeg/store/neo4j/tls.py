"""Why an encrypted connection was not made, as one sentence with what to do.

The driver tells it as a server that does not answer, with the reason deep among the causes. Not for connecting.
"""

import ssl
from collections.abc import Iterator


def told(error: BaseException, where: str) -> str:
    """Return what is wrong with certificate or encryption, of a server named `where`; empty where that is not it."""
    for cause in _causes(error):
        if isinstance(cause, ssl.SSLCertVerificationError):
            return (
                f"{where} shows a certificate that is not trusted here ({cause.verify_message}); name the file of its "
                "authority in SSL_CERT_FILE, or write +ssc instead of +s in the address to trust any certificate"
            )
        if isinstance(cause, ssl.SSLError):
            return (
                f"{where} does not answer encrypted; if it has no certificate, leave out +s or +ssc in the address, "
                "which then sends everything in the clear"
            )
    return ""


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    """An error, what caused it, and so on; asking for routes collects the failures of all servers in a group."""
    while error is not None:
        yield error
        if isinstance(error, BaseExceptionGroup):
            for one in error.exceptions:
                yield from _causes(one)
        error = error.__cause__
