"""Sentence vectors: encoders, the models that can be found or downloaded, and a cache of vectors.

Everything here needs the extra `taeg[semantic]`; without it `find_encoder` returns None. Nothing is sent anywhere: the
models run on this machine.
"""

from taeg.text.vectors.cache import CachedEncoder
from taeg.text.vectors.encoder import Encoder, FloatArray
from taeg.text.vectors.models import find_encoder

__all__ = ["CachedEncoder", "Encoder", "FloatArray", "find_encoder"]
