// Generates the Lottie animation public/animations/desk.json: vermilion handwriting appears on a page, is erased
// stroke by stroke, and a jade tick appears. Every stroke and fill has a CSS class of the theme (stroke-ink …),
// which overrides the colour in the file, so one file serves the light and the dark theme. Its static picture is
// DeskPoster in src/web/ui/drawings.tsx.
//   node scripts/draw-animation.mjs
import { writeFileSync } from 'node:fs';

const frames = 120;
const colours = {
  ink: '#1e2329',
  line: '#e6e1d6',
  sheet: '#ffffff',
  seal: '#c23b22',
  jade: '#1f7a63',
  'jade-soft': '#e3f0ea',
};

const rgb = (name) =>
  [1, 3, 5].map((at) => round(Number.parseInt(colours[name].slice(at, at + 2), 16) / 255));
const round = (value) => Math.round(value * 1000) / 1000;
const fixed = (k) => ({ a: 0, k });

/** Keyframes from [frame, value] pairs, each eased into the next; a single pair is a constant. */
function keys(...pairs) {
  if (pairs.length === 1) return fixed(pairs[0][1]);
  const ease = { o: { x: [0.4], y: [0] }, i: { x: [0.3], y: [1] } };
  return {
    a: 1,
    k: pairs.map(([t, value], at) => ({
      t,
      s: Array.isArray(value) ? value : [value],
      ...(at < pairs.length - 1 ? ease : {}),
    })),
  };
}

/** Position keyframes with even speed: a rubbing hand does not slow down at every turn. */
function path(...pairs) {
  const even = { o: { x: 0.3, y: 0.2 }, i: { x: 0.7, y: 0.8 } };
  return { a: 1, k: pairs.map(([t, s], at) => ({ t, s, ...(at < pairs.length - 1 ? even : {}) })) };
}

/** One Lottie shape per subpath of an SVG path with absolute M, L, C and Z commands. */
function shapes(d) {
  const made = [];
  let shape;
  for (const [, command, numbers] of d.matchAll(/([MLCZ])([^MLCZ]*)/g)) {
    const n = numbers
      .trim()
      .split(/[\s,]+/)
      .filter(Boolean)
      .map(Number);
    if (command === 'Z') shape.c = true;
    if (command === 'M') {
      shape = { i: [], o: [], v: [], c: false };
      made.push({ ty: 'sh', ks: fixed(shape) });
    }
    const steps = { M: 2, L: 2, C: 6, Z: 1 }[command];
    for (let at = 0; at < n.length; at += steps) {
      const [x, y] = n.slice(at + steps - 2, at + steps);
      let into = [0, 0];
      if (command === 'C') {
        const [px, py] = shape.v.at(-1);
        shape.o[shape.o.length - 1] = [round(n[at] - px), round(n[at + 1] - py)];
        into = [round(n[at + 2] - x), round(n[at + 3] - y)];
      }
      shape.v.push([x, y]);
      shape.i.push(into);
      shape.o.push([0, 0]);
    }
  }
  return made;
}

const rect = (x, y, w, h, r) => ({
  ty: 'rc',
  p: fixed([x + w / 2, y + h / 2]),
  s: fixed([w, h]),
  r: fixed(r),
});
const circle = (r) => ({ ty: 'el', p: fixed([0, 0]), s: fixed([2 * r, 2 * r]) });
const stroke = (name, width = 1.4) => ({
  ...{ ty: 'st', cl: `stroke-${name}`, c: fixed(rgb(name)), o: fixed(100), w: fixed(width), lc: 2, lj: 2 },
});
const fill = (name) => ({ ty: 'fl', cl: `fill-${name}`, c: fixed(rgb(name)), o: fixed(100) });
/** Trim path: draws the strokes from `s` to `e` per cent, one stroke after the other. */
const trim = (s, e) => ({ ty: 'tm', s, e, o: fixed(0), m: 2 });
const identityTransform = {
  ty: 'tr',
  p: fixed([0, 0]),
  a: fixed([0, 0]),
  s: fixed([100, 100]),
  r: fixed(0),
  o: fixed(100),
};
const group = (...it) => ({ ty: 'gr', it: [...it.flat(), identityTransform] });

let layers = 0;
function layer(nm, its, { p = fixed([0, 0]), s = fixed([100, 100]), r = fixed(0), o = fixed(100) } = {}) {
  layers += 1;
  const ks = { p, s, r, o, a: fixed([0, 0]) };
  return { ty: 4, ind: layers, nm, ip: 0, op: frames, st: 0, ks, shapes: its };
}

/** The handwriting on the page: x = 4, and two lines. */
const handwriting = [
  'M118 59 C123 60 124 71 130 72 M130 58 C125 61 122 69 117 73 M138 63 C141 62.5 144 62.5 147 62.5 M138 68.5 C141 68 144 68 147 68 M159 56 C158 61 155 65 153 68 C157 67.5 161 67.5 165 67 M162 61 C161.5 65 161 70 160.5 74',
  'M117 101 C119 93 123 91 124 96 C125 102 128 103 131 97 C133 92 136 92 137 97 C138 102 141 102 144 97 M150 99 C153 98.5 155 98.5 158 98.5 M165 94 C168 90 173 91 172 95 C171 99 166 103 164 105 C168 104.5 171 104.5 175 104',
  'M117 133 C120 124 124 124 124 129 C124 135 128 135 131 129 C133 124 137 124 137 129 C137 135 141 135 144 129 C146 125 149 124 150 129 C151 134 154 134 157 129 C159 125 162 125 163 129 C164 133 168 134 173 127',
];
const written = [
  [8, 18],
  [17, 27],
  [26, 36],
];
const erased = [
  [45, 55],
  [58, 68],
  [71, 81],
];

/** Keyframes of the eraser along a line: forward, with a little up and down. */
function rub([from, to], y) {
  const steps = 5;
  return Array.from({ length: steps + 1 }, (_, step) => [
    round(from + ((to - from) * step) / steps),
    [round(119 + (54 * step) / steps), y + (step % 2 ? -4 : 3)],
  ]);
}
const rest = [252, 158];
const eraserPath = path(
  [0, rest],
  [38, rest],
  ...rub(erased[0], 64),
  ...rub(erased[1], 96),
  ...rub(erased[2], 128),
  [88, rest],
);

// The first layer is on top.
const animation = {
  v: '5.13.0',
  nm: 'desk',
  fr: 30,
  ip: 0,
  op: frames,
  w: 320,
  h: 200,
  assets: [],
  layers: [
    layer(
      'eraser',
      [
        group(shapes('M-13 8 L13 8 M-13 3 L13 3'), stroke('ink')),
        group(rect(-13, -22, 26, 44, 4), stroke('ink'), fill('sheet')),
      ],
      { p: eraserPath, r: keys([38, 68], [45, 24], [81, 24], [88, 68]) },
    ),
    layer(
      'tick',
      [
        group(
          shapes('M-9 1 L-3 7.5 L10 -7.5'),
          trim(fixed(0), keys([0, 100], [88, 100], [89, 0], [90, 0], [98, 100])),
          stroke('jade', 2.4),
        ),
      ],
      {
        p: fixed([221, 44]),
        o: keys([0, 100], [8, 0], [89, 0], [90, 100]),
      },
    ),
    layer('badge', [group(circle(22), stroke('jade'), fill('jade-soft'))], {
      p: fixed([221, 44]),
      s: keys([0, [100, 100]], [8, [0, 0]], [84, [0, 0]], [90, [112, 112]], [94, [100, 100]]),
    }),
    ...handwriting.map((d, line) =>
      layer(`line ${line + 1}`, [
        group(
          shapes(d),
          trim(
            keys([erased[line][0], 0], [erased[line][1], 100]),
            keys([written[line][0], 0], [written[line][1], 100]),
          ),
          stroke('seal', 1.8),
        ),
      ]),
    ),
    layer('page', [
      group(shapes('M96 40 L138 40'), stroke('ink', 2.6)),
      group(shapes('M99 66 L99 66.1 M99 98 L99 98.1 M99 130 L99 130.1'), stroke('ink', 4)),
      group(shapes('M112 78 L206 78 M112 110 L206 110 M112 142 L206 142 M96 162 L206 162'), stroke('line')),
      group(rect(80, 18, 142, 164, 7), stroke('ink'), fill('sheet')),
    ]),
    layer('behind', [
      group(shapes('M34 182 L286 182 M52 158 L49 138 M57 158 L57 132 M61 158 L65 141'), stroke('ink')),
      group(shapes('M46 158 L66 158 L64 182 L48 182 Z'), stroke('ink'), fill('sheet')),
      group(rect(88, 12, 142, 164, 7), stroke('ink'), fill('sheet')),
    ]),
  ],
};

writeFileSync(new URL('../public/animations/desk.json', import.meta.url), JSON.stringify(animation));
