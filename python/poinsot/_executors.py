"""Who carries out the runs of a study: anything with the interface of ``concurrent.futures``."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from typing import Any

from ._runs import cores


class RayExecutor(Executor):
    """Ray with the interface of ``concurrent.futures``: every call is a task of the cluster that ``ray.init`` joined."""

    def __init__(self, *, retries: int = 3, **options: Any) -> None:
        """``options`` are those of ``ray.remote``, such as ``num_cpus``."""
        import ray

        if not ray.is_initialized():
            ray.init()
        self._ray = ray
        self._options = {"num_cpus": 1, "max_retries": retries, **options}
        self._max_workers = max(int(ray.cluster_resources().get("CPU", 1)), 1)
        self._tasks: dict[Callable[..., Any], Any] = {}

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """A task of the cluster."""
        task = self._tasks.get(fn)
        if task is None:
            task = self._ray.remote(fn).options(**self._options)
            self._tasks[fn] = task
        future: Future[Any] = task.remote(*args, **kwargs).future()
        return future


class Workers:
    """An executor, and how to make it anew if it is ours and breaks."""

    def __init__(self, wanted: Executor | str | None, count: int | None) -> None:
        if isinstance(wanted, str) and wanted not in ("threads", "processes"):
            raise ValueError(f"executor must be \"threads\", \"processes\" or an executor, not {wanted!r}")
        if wanted is not None and not isinstance(wanted, str) and not hasattr(wanted, "submit"):
            raise TypeError(f"{type(wanted).__name__} has no method submit; an executor of concurrent.futures is wanted")
        self._wanted = wanted
        self.own = wanted is None or isinstance(wanted, str)
        self.count = count or (cores() if self.own else getattr(wanted, "_max_workers", None) or cores())
        self._executor = self._made()

    def _made(self) -> Any:
        if self._wanted is None or self._wanted == "threads":
            return ThreadPoolExecutor(self.count)
        if self._wanted == "processes":
            # Started anew, not forked: a process with threads cannot be forked safely.
            return ProcessPoolExecutor(self.count, mp_context=multiprocessing.get_context("spawn"))
        return self._wanted

    def submit(self, function: Callable[..., Any], *arguments: Any) -> Future[Any]:
        """Hands out work."""
        future: Future[Any] = self._executor.submit(function, *arguments)
        return future

    def renew(self) -> None:
        """Makes our own executor anew."""
        self._executor.shutdown(wait=False, cancel_futures=True)
        self._executor = self._made()

    def close(self) -> None:
        """Ends our own executor; that of somebody else stays."""
        if self.own:
            self._executor.shutdown(wait=False, cancel_futures=True)
