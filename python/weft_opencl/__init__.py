# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Weft, an OpenCL platform for CPUs, as a Python distribution: where its library is, and how loaders are told of it.

OpenCL programs find platforms through an ICD loader, which reads files *.icd in a folder: /etc/OpenCL/vendors, or
what OCL_ICD_VENDORS names. The loader in PyPI's pyopencl finds this distribution by itself.
"""
import os
import sys
import tempfile

__all__ = ["library", "vendors", "install", "remove", "tool"]

_HERE = os.path.dirname(os.path.abspath(__file__))
_NAME = "weft.icd"
SYSTEM_VENDORS = "/etc/OpenCL/vendors"


def library():
    """The path of libweft.so."""
    return os.path.join(_HERE, "lib", "libweft.so")


def tool():
    """The path of weftc, the offline compiler."""
    return os.path.join(_HERE, "bin", "weftc")


def user_vendors():
    """The folder that install() fills for a user: of the environment, if Python runs in one."""
    if sys.prefix != sys.base_prefix:
        return os.path.join(sys.prefix, "etc", "OpenCL", "vendors")
    return os.path.join(os.environ.get("XDG_DATA_HOME") or os.path.expanduser("~/.local/share"), "OpenCL", "vendors")


def _read(path):
    try:
        with open(path, encoding="utf-8") as file:
            return file.read()
    except OSError:
        return None


def _write(folder):
    """Writes weft.icd, whole or not at all: a loader may be reading. OSError where that cannot be."""
    path, text = os.path.join(folder, _NAME), library() + "\n"
    if _read(path) == text:
        return
    os.makedirs(folder, exist_ok=True)
    handle, fresh = tempfile.mkstemp(dir=folder, prefix=".weft")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        os.chmod(fresh, 0o644)
        os.replace(fresh, path)
    except BaseException:
        os.unlink(fresh)
        raise


def vendors():
    """A folder for OCL_ICD_VENDORS that holds Weft alone: beside this file, or, where that is not ours to write, the
    user's (user_vendors())."""
    for folder in (os.path.join(_HERE, "vendors"), user_vendors()):
        try:
            _write(folder)
            return folder
        except OSError as error:
            failure = error
    raise failure


def install(system=False):
    """Writes weft.icd where the system's loader looks for it (system=True, as root), or in user_vendors(). Its path."""
    folder = SYSTEM_VENDORS if system else user_vendors()
    _write(folder)
    return os.path.join(folder, _NAME)


def remove():
    """Takes away what install() and vendors() wrote: the files that name this library, and folders left empty by that.
    A list of them. What names another library stays."""
    gone = []
    for folder in (SYSTEM_VENDORS, user_vendors()):
        path = os.path.join(folder, _NAME)
        if _read(path) != library() + "\n":
            continue
        os.unlink(path)
        gone.append(path)
        for empty in (folder, os.path.dirname(folder)):
            try:
                os.rmdir(empty)
            except OSError:
                break
    return gone
