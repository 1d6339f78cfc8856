"""The data folder written by pack.py, opened once per process: fonts by role, stroke medians, single-stroke letters, digits, formulas."""
import json
from functools import lru_cache
from pathlib import Path

import numpy as np
from PIL import Image, ImageFont


class Store:
    def __init__(self, folder, split):
        self.folder, self.split = Path(folder), split
        listing = json.loads((self.folder / 'fonts.json').read_text())
        self.faces = {}
        for face in listing:
            if face['split'] in (split, 'both'):
                self.faces.setdefault(face['role'], []).append(face)
        for face in listing:
            face['cjk'] = [c for c in face['chars'] if '\u4e00' <= c <= '\u9fff']
            face['has'] = set(face['chars'])
        medians = json.loads((self.folder / 'medians.json').read_text())
        # one character in ten is handwritten in the held-out set only
        keep = (lambda c: ord(c) % 10 == 0) if split == 'held' else (lambda c: ord(c) % 10 != 0)
        self.medians = {c: m for c, m in medians.items() if keep(c)}
        self.median_chars = list(self.medians)
        hershey = json.loads((self.folder / 'hershey.json').read_text())
        names = ['rowmans', 'scriptc'] if split == 'held' else ['scripts', 'cursive', 'futural']
        self.hershey = [hershey[n] for n in names]
        digits = np.load(self.folder / 'digits.npz')['digits']
        self.digits = digits[:, 340:] if split == 'held' else digits[:, :340]
        f = np.load(self.folder / f'formulas-{split}.npz')
        shapes, data = f['shapes'], f['data']
        ends = np.cumsum(shapes.prod(1))
        self.formulas = [Image.fromarray(data[e - h * w:e].reshape(h, w)) for (h, w), e in zip(shapes, ends)]

    def face(self, role, rng):
        return rng.choice(self.faces[role])

    def font(self, face, size):
        return load(str(self.folder / 'fonts' / face['file']), int(size))


@lru_cache(maxsize=600)
def load(path, size):
    return ImageFont.truetype(path, size, layout_engine=ImageFont.Layout.BASIC)
