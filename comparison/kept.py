"""Outcomes of systems that are done, so that a comparison that was stopped goes on where it was.

They count only for the same program, schemes and steps, and the same scripts that make systems and measure them: anything else
begins anew. How outcomes are judged and shown is no part of them.
"""

import glob
import hashlib
import os
import pickle

from course import FINER, LADDER

AFTERWARDS = ("judge.py", "kept.py", "page.py", "refine.py", "run.py")


def fingerprint(program, schemes):
    digest = hashlib.sha256(f"{schemes} {LADDER} {FINER}".encode())
    here = os.path.dirname(os.path.abspath(__file__))
    scripts = [p for p in sorted(glob.glob(os.path.join(here, "*.py"))) if os.path.basename(p) not in AFTERWARDS]
    for path in [program, *scripts]:
        with open(path, "rb") as file:
            digest.update(file.read())
    return digest.hexdigest()[:16]


class Kept:
    def __init__(self, folder, program, schemes):
        self.folder = os.path.join(folder, "done-" + fingerprint(program, schemes))
        os.makedirs(self.folder, exist_ok=True)

    def _path(self, seed, index):
        return os.path.join(self.folder, f"{seed}-{index:03}")

    def load(self, seed, index):
        """The outcome of a system, or nothing if it is not done."""
        try:
            with open(self._path(seed, index), "rb") as file:
                return pickle.load(file)
        except FileNotFoundError:
            return None

    def store(self, seed, index, outcome):
        # Beside its name first: a file that is there is whole.
        path = self._path(seed, index)
        with open(path + ".part", "wb") as file:
            pickle.dump(outcome, file)
        os.replace(path + ".part", path)
