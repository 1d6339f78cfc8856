"""Processes that generate sheets continuously, and the pool in device memory that they fill."""
import multiprocessing as mp
import os
import queue
import threading

import numpy as np
import torch

from page import draw_page
from sheet import KINDS, SIZE
from store import Store

SHAPE = (6, SIZE, SIZE)
BYTES = int(np.prod(SHAPE))


def worker(folder, split, buffer, free, ready, seed, stride):
    torch.set_num_threads(1)
    os.nice(10)  # the process that feeds the device goes first
    store = Store(folder, split)
    while True:
        slot = free.get()
        try:
            layers, _ = draw_page(store, seed)
        except Exception as fault:  # one sheet that cannot be drawn must not end a long training; it is logged
            print('sheet', seed, repr(fault), flush=True)
            free.put(slot)
        else:
            np.frombuffer(buffer, np.uint8)[slot * BYTES:(slot + 1) * BYTES] = layers.reshape(-1)
            ready.put(slot)
        seed += stride


class Pool:
    """A ring buffer of sheets in device memory, refilled during training. Must be created before the device is first used, because it forks."""

    def __init__(self, folder, split, workers, seed, slots=64):
        context = mp.get_context('fork')
        self.buffer, self.free, self.ready = context.RawArray('B', slots * BYTES), context.Queue(), context.Queue()
        for slot in range(slots):
            self.free.put(slot)
        self.processes = [context.Process(target=worker, args=(folder, split, self.buffer, self.free, self.ready, seed + i, workers), daemon=True) for i in range(workers)]
        for p in self.processes:
            p.start()

    def attach(self, device, capacity):
        self.sheets = torch.zeros((capacity, *SHAPE), dtype=torch.uint8, device=device)
        self.drawn, self.capacity = 0, capacity
        # a separate stream, so that copies from host memory neither wait for nor block the training
        self.stream = torch.cuda.Stream() if device.type == 'cuda' else None
        threading.Thread(target=self.feed, daemon=True).start()

    def feed(self):
        view = np.frombuffer(self.buffer, np.uint8)
        while True:
            try:
                slot = self.ready.get(timeout=1)
            except queue.Empty:
                continue
            with torch.cuda.stream(self.stream):
                self.sheets[self.drawn % self.capacity].copy_(torch.from_numpy(view[slot * BYTES:(slot + 1) * BYTES].reshape(SHAPE)))
            if self.stream:
                self.stream.synchronize()
            self.drawn += 1
            self.free.put(slot)

    def view(self):
        return self.sheets[:min(self.drawn, self.capacity)]

    def close(self):
        for p in self.processes:
            p.terminate()


def draw_held(job):
    folder, kind, seed = job
    return draw_page(held_store(folder), seed, kind)[0]


_held = {}


def held_store(folder):
    if folder not in _held:
        _held[folder] = Store(folder, 'held')
    return _held[folder]


def held_sheets(folder, each, workers):
    """The held-out set: `each` sheets of every kind, with fonts and handwriting not used in training."""
    jobs = [(folder, kind, 10_000_000 + 1000 * k + i) for k, kind in enumerate(KINDS) for i in range(each)]
    with mp.get_context('fork').Pool(workers) as pool:
        return np.stack(pool.map(draw_held, jobs, chunksize=1))
