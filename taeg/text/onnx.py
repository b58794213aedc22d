"""ONNX Runtime without its telemetry.

From version 1.29 its packages report the process, the models and their use to the publisher. The opt-out is a variable
of the environment that is read when the library is loaded, so the library is imported here only.
"""

import os
from types import ModuleType

OPT_OUT = "ORT_DISABLE_TELEMETRY"


def load_runtime() -> ModuleType:
    """Import ONNX Runtime, which then creates no files and sends nothing; ImportError if it is not installed."""
    os.environ[OPT_OUT] = "1"
    import onnxruntime

    onnxruntime.disable_telemetry_events()
    runtime: ModuleType = onnxruntime
    return runtime
