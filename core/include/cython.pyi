# What the type checker knows of `cython`: exactly the names of the shim, no others.
from makachess.core.cython_shim import *
