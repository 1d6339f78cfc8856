"""Collects the generator's data in one folder: subset fonts, stroke medians, digits, typeset formulas.

usage: pack.py SOURCES OUT    (SOURCES: a folder of unpacked Debian and npm packages, see README.md)
"""
import json, random, sys
from pathlib import Path

import numpy as np
from fontTools import subset
from fontTools.ttLib import TTFont

from formulas import render_formulas
from words import COMMON

HERE = Path(__file__).parent
ASCII = ''.join(map(chr, range(32, 127))) + '–—‘’“”…·×÷±≤≥≠°√π∠△⊥∥αβθλμσ→⇌∴∵½¼¾²³'
CJK_MARKS = '，。、；：？！「」『』（）《》〈〉—…．・□○△●■◆★①②③④⑤⑥⑦⑧⑨⑩＋－×÷＝％一二三四五六七八九十甲乙丙丁'


def frequent(low, high, codec):
    chars = []
    for lead in range(low, high):
        for trail in list(range(0x40, 0x7F)) + list(range(0xA1, 0xFF)):
            try:
                chars.append(bytes([lead, trail]).decode(codec))
            except UnicodeDecodeError:
                pass
    return [c for c in chars if '\u4e00' <= c <= '\u9fff']


BIG5, GB = frequent(0xA4, 0xC7, 'big5'), frequent(0xB0, 0xD8, 'gb2312')


def subset_font(source, target, chars):
    path, _, number = str(source).partition('#')
    options = subset.Options(font_number=int(number or 0), layout_features=[], hinting=False, notdef_outline=True,
                             name_IDs=[0, 1, 13], glyph_names=False)
    options.drop_tables += ['GSUB', 'GPOS', 'GDEF', 'vhea', 'vmtx', 'VORG', 'BASE', 'gasp', 'kern', 'FFTM', 'PfEd', 'MATH', 'mort', 'morx', 'prop', 'feat', 'Silf', 'Glat', 'Gloc', 'Sill', 'Feat']
    font = subset.load_font(path, options)
    s = subset.Subsetter(options)
    s.populate(text=chars)
    s.subset(font)
    subset.save_font(font, target, options)
    have = set(TTFont(target).getBestCmap())
    return ''.join(c for c in chars if ord(c) in have)


def pack_fonts(sources, out, rng):
    every = {p.name: p for p in Path(sources).rglob('*') if p.suffix in ('.ttf', '.otf', '.ttc')}
    listing = []

    def add(role, split, name, licence, chars):
        base, _, number = name.partition('#')
        source = Path(base) if base.startswith('/') else every[base]
        target = out / 'fonts' / f'{role}-{split}-{len(listing)}{".otf" if source.suffix == ".otf" else ".ttf"}'
        got = subset_font(f'{source}#{number}' if number else source, target, chars)
        listing.append(dict(file=target.name, role=role, split=split, name=source.stem, licence=licence, chars=got))

    faces = json.loads((HERE / 'faces.json').read_text())
    for role, split, name, licence in faces['print']:
        some = set(COMMON) | set(rng.sample(BIG5, 1100)) | set(rng.sample(GB, 350))
        add(role, split, name, licence, ASCII + CJK_MARKS + ''.join(sorted(some)))
    for split, name, licence in faces['latin']:
        add('latin', split, name, licence, ASCII)
    for split, name, licence in faces['hand-cjk']:
        add('hand-cjk', split, name, licence, ASCII + CJK_MARKS + ''.join(sorted(set(COMMON) | set(rng.sample(BIG5, 500)) | set(rng.sample(GB, 300)))))
    for split, name, licence in faces['hand-latin']:
        add('hand-latin', split, name, licence, ASCII)
    for split, name, licence in faces['symbol']:
        add('symbol', split, name, licence, ''.join(map(chr, list(range(0x1F300, 0x1F6C0)) + list(range(0x2600, 0x2700)) + list(range(0x1D100, 0x1D180)))))
    (out / 'fonts.json').write_text(json.dumps(listing, ensure_ascii=False))


def pack_medians(sources, out, rng):
    folder = next(Path(sources).rglob('hanzi*/package'))
    chosen = sorted(set(COMMON) | set(BIG5[:5401:3]) | set(GB[::3]))
    rng.shuffle(chosen)
    glyphs = {}
    for c in chosen:
        path = folder / f'{c}.json'
        if path.exists():
            glyphs[c] = json.loads(path.read_text())['medians']
    (out / 'medians.json').write_text(json.dumps(glyphs, ensure_ascii=False, separators=(',', ':')))


def pack_hershey(sources, out):
    """Single-stroke Latin letters: each glyph a width and a list of polylines."""
    fonts = {}
    for name in ('scripts', 'cursive', 'futural', 'rowmans', 'scriptc'):
        text = next(Path(sources).rglob(f'{name}.jhf')).read_text().splitlines()
        lines, i = [], 0
        while i < len(text):
            count, line = int(text[i][5:8]), text[i]
            while len(line) < 8 + 2 * count:
                i += 1
                line += text[i]
            lines.append(line)
            i += 1
        glyphs = {}
        for code, line in enumerate(lines, 32):
            pairs = [(line[k], line[k + 1]) for k in range(8, len(line) - 1, 2)]
            left, right = (ord(x) - 82 for x in pairs[0])
            strokes, stroke = [], []
            for a, b in pairs[1:]:
                if (a, b) == (' ', 'R'):
                    strokes.append(stroke)
                    stroke = []
                else:
                    stroke.append((ord(a) - 82 - left, ord(b) - 82))
            strokes.append(stroke)
            glyphs[chr(code)] = [right - left, [s for s in strokes if len(s) > 1]]
        fonts[name] = glyphs
    (out / 'hershey.json').write_text(json.dumps(fonts, separators=(',', ':')))


def pack_digits(sources, out):
    rows = []
    for d in range(10):
        data = json.loads((next(Path(sources).rglob('mnist/package/src/digits')) / f'{d}.json').read_text())['data']
        rows.append((np.array(data).reshape(-1, 28, 28)[:400] * 255).astype(np.uint8))
    np.savez_compressed(out / 'digits.npz', digits=np.stack([r[:400] for r in rows]))


def main():
    sources, out = Path(sys.argv[1]), Path(sys.argv[2])
    (out / 'fonts').mkdir(parents=True, exist_ok=True)
    rng = random.Random(7)
    pack_fonts(sources, out, rng)
    pack_medians(sources, out, rng)
    pack_hershey(sources, out)
    pack_digits(sources, out)
    render_formulas(sources, out)


if __name__ == '__main__':
    main()
