"""Outcomes of systems that are done, so that a comparison that was stopped goes on where it was.

They count only for the same program, the same scripts and the same schemes: anything else begins anew.
"""

import glob
import hashlib
import os
import pickle


def fingerprint(program, schemes):
    digest = hashlib.sha256(",".join(schemes).encode())
    scripts = sorted(glob.glob(os.path.join(os.path.dirname(os.path.abspath(__file__)), "*.py")))
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
