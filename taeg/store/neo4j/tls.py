"""Messages for failed encrypted connections. The driver reports them as an unavailable server with nested causes."""

import ssl
from collections.abc import Iterator


def explain(error: BaseException, where: str) -> str:
    """Return a message if the cause is a certificate or encryption, else an empty string."""
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
    """Yield an error and its causes; routing collects the failures of all servers in a group."""
    while error is not None:
        yield error
        if isinstance(error, BaseExceptionGroup):
            for one in error.exceptions:
                yield from _causes(one)
        error = error.__cause__
