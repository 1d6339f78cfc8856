// Draws the portraits that a tutor may choose instead of a photo: public/portraits/1.svg … composed from parts, in
// ink with one vermilion accent. They are files of their own, so that no page carries them in its script. They keep
// their paper in the dark theme, as a photo does. The number of a portrait is stored in listings: add at the end.
//   node scripts/draw-portraits.mjs
import { mkdirSync, writeFileSync } from 'node:fs';

const paper = '#f3efe4';
const skin = '#fffdf8';
const ink = '#1e2329';
const grey = '#d5d0c4';
const seal = '#c23b22';

const path = (d, more = '') => `<path d="${d}"${more && ` ${more}`}/>`;
const filled = (colour) => (d) => path(d, `fill="${colour}"`);
const solid = (colour) => (d) => path(d, `fill="${colour}" stroke="${colour}" stroke-width="1"`);
const line = (d) => path(d);
const fine = (d) => path(d, 'stroke-width="1.1"');
const light = (d) => path(d, `stroke="${paper}" stroke-width="1" stroke-opacity=".75"`);
const red = (d) => path(d, `stroke="${seal}"`);
const dot = (x, y, r, colour = ink) =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${colour}" stroke="none"/>`;
/** The same shape on the other side of the face. */
const both = (shape) => `${shape}<g transform="matrix(-1 0 0 1 64 0)">${shape}</g>`;

const heads = {
  oval: 'M20.6 25.5C20.6 17.5 25.6 12.5 32 12.5S43.4 17.5 43.4 25.5C43.4 34 38 41 32 41S20.6 34 20.6 25.5Z',
  round: 'M20 26.5C20 18 25.2 12.8 32 12.8S44 18 44 26.5 38.6 40.5 32 40.5 20 35 20 26.5Z',
  square:
    'M20.6 25C20.6 17 25.6 12.5 32 12.5S43.4 17 43.4 25C43.4 30 42.8 34 40.4 36.9 38 39.8 35.1 41 32 41S26 39.8 23.6 36.9C21.2 34 20.6 30 20.6 25Z',
};
const ears = both(filled(skin)('M20.7 25.6C18.2 24.6 17 26.4 17.6 28.9 18.1 31 19.6 32.2 21.4 31.6'));
const neck = filled(skin)('M27.4 37V46.5C27.4 49.5 29.6 51.5 32 51.5S36.6 49.5 36.6 46.5V37');
const chinShade = fine('M28 41.6C30.4 43.4 33.6 43.4 36 41.6');

const brows = {
  soft: both(fine('M24.6 23.6C25.8 22.7 27.6 22.6 29 23.2')),
  flat: both(line('M24.4 23.4L28.8 23')),
  raised: both(fine('M24.6 23C25.6 21.6 27.6 21.3 29 22.2')),
};
const eyes = {
  dots: both(dot(27, 27.3, 1.25)),
  smile: both(line('M25.2 27.8C25.9 26.4 28.1 26.4 28.8 27.8')),
  lash: both(dot(27, 27.4, 1.25) + fine('M25 26.7C25.6 25.8 26.6 25.5 27.6 25.7')),
};
const nose = {
  soft: fine('M32.4 28.4C32.6 29.8 33.5 30.8 32.2 31.4'),
  side: fine('M31.6 27.8L30.6 31.2 32.4 31.5'),
};
const mouths = {
  smile: line('M28.4 34.4C30.3 36.5 33.7 36.5 35.6 34.4'),
  slight: line('M29 34.8C30.8 35.9 33.2 35.9 35 34.8'),
  grin: filled('#ffffff')(
    'M28 33.8C29.8 34.3 34.2 34.3 36 33.8 35.4 36.5 33.9 37.6 32 37.6S28.6 36.5 28 33.8Z',
  ),
};
const age =
  both(fine('M24.2 30.8C24.6 31.4 25.2 31.7 25.9 31.8')) + both(fine('M26.6 33.4C26 34.2 25.9 35 26.2 35.8'));

const torso =
  'M7 65C7.4 55.5 12 50 19.6 47.8L27.2 45.4C28.2 48.9 29.8 50.6 32 50.6S35.8 48.9 36.8 45.4L44.4 47.8C52 50 56.6 55.5 57 65Z';
const sleeves = both(fine('M15.6 65C15.8 62 16.2 59.8 17 57.6'));
const clothes = {
  sweater: (fill) =>
    filled(fill)(torso) + fine('M25.4 46.2C26.4 50.8 28.8 53.4 32 53.4S37.6 50.8 38.6 46.2') + sleeves,
  shirt: (fill) =>
    filled(fill)(torso) +
    line('M32 52.4V65') +
    both(filled('#ffffff')('M27.3 44.2L24 47.4 27.6 54.4 32 50.8C29.6 49.8 27.9 47.6 27.3 44.2Z')) +
    sleeves,
  blazer: (fill) =>
    filled('#ffffff')(torso) +
    both(filled('#ffffff')('M27.3 44.4L24.6 46.6 28.2 53.2 32 50.7C29.6 49.8 27.9 47.8 27.3 44.4Z')) +
    both(filled(fill)('M24.6 46.3L19.6 47.8C12 50 7.4 55.5 7 65H31.6L22.8 53.6Z')) +
    both(path('M24.8 46.4L20.8 51.4 24.4 53 22.6 55.4 31.4 65', `stroke="${fill === ink ? paper : ink}"`)),
  mandarin: (fill) =>
    filled(fill)(torso) +
    both(filled(fill)('M26.6 43.4C26.4 46.6 27.8 50.4 32 52.2V49.6C29.4 48.6 27.9 46.4 27.4 43Z')) +
    line('M32 52.2C35.2 54.4 39 56.4 43.4 57.2') +
    sleeves,
  turtleneck: (fill) =>
    filled(fill)(torso) +
    path('M26.6 41.6C28.4 43.8 35.6 43.8 37.4 41.6L38.2 48.6C36 51.6 28 51.6 25.8 48.6Z', `fill="${fill}"`) +
    sleeves,
  hoodie: (fill) =>
    filled(fill)(torso) +
    filled(fill)(
      'M25.6 43.4C21.4 46 22.4 51.4 32 56.4 41.6 51.4 42.6 46 38.4 43.4 38 48 35.6 50.8 32 50.8S26 48 25.6 43.4Z',
    ) +
    sleeves,
  cardigan: (fill) =>
    filled('#ffffff')(torso) +
    fine('M26.4 46C27.4 49.8 29.2 51.8 32 51.8S36.6 49.8 37.6 46') +
    both(filled(fill)('M25 46.1L19.6 47.8C12 50 7.4 55.5 7 65H31.2C27.4 60 25 53.4 25 46.1Z')) +
    sleeves,
};

/** Hair in front of the head, and what falls behind it. */
const hair = {
  sidePart: {
    front: solid(ink)(
      'M20 25.5C17.8 15 23 7.6 33 8.2 42.4 8.8 46.4 15.4 44 25.4 43.4 21.8 42.2 19.4 40.6 17.6 35.6 19 29.6 18.4 26.2 15.4 24.4 18 21.4 20.4 20 25.5Z',
    ),
    shine: light('M28 12C31.4 10.6 36 11 39 13.2'),
  },
  crop: {
    front: solid(ink)(
      'M20.2 25C18.4 15 24 9 32 9S45.6 15 43.8 25C43.2 22.4 42.6 20.4 41.4 18.4 36 16.6 28 16.6 22.6 18.4 21.4 20.4 20.8 22.4 20.2 25Z',
    ),
    shine: light('M26.4 12.8C29.6 11.4 34.4 11.4 37.6 12.8'),
  },
  curtain: {
    front: solid(ink)(
      'M19.6 28C16.4 16.4 22.4 8 32 8S47.6 16.4 44.4 28C43.8 24.4 42.4 21.6 39.8 19.6 36.6 18 33.6 15.8 32 12.8 30.4 15.8 27.4 18 24.2 19.6 21.6 21.6 20.2 24.4 19.6 28Z',
    ),
    shine: both(light('M23.4 15C24.8 12.8 26.6 11.4 28.8 10.8')),
  },
  tousled: {
    front: solid(ink)(
      'M20 25.6C16.6 19.6 18.4 13 22.4 12.4 22.6 8.8 27 6.8 30 8.6 33.4 5.8 38.8 7.2 39.8 10.6 44.2 10.6 46.8 15.6 44 25.6 43.6 22 42.6 20 41.4 18.6 38.8 19.4 36.6 18.6 35.6 17.2 33.4 19.4 29.6 19.2 28.4 17.4 26.6 19.2 24 19.4 22.6 18.6 21.2 20.4 20.6 22.6 20 25.6Z',
    ),
    shine: light('M26 12.6C27.4 11.4 29 11.2 30.4 11.8M34.6 11.2C36 10.6 37.4 10.9 38.4 12'),
  },
  quiff: {
    front: solid(ink)(
      'M20.4 24.4C18.6 17.4 20.4 12.6 24.2 11.4 27 7 37.4 5.2 42.4 10.4 45.4 13.6 45.6 19 43.6 24.4 43.2 21 42.4 18.8 41 17.4 35.4 18.4 28.6 16.8 25.4 14.6 23 16.8 21.4 19.6 20.4 24.4Z',
    ),
    shine: light('M28.4 11.6C32 9 37.2 9 40.2 11.8'),
  },
  bald: {
    front:
      both(filled(grey)('M20.4 29.4C18 25.4 18.2 20.6 20.6 18.4 22 20 22.2 22.6 21.2 25.4Z')) +
      fine('M28 15.8C30.4 15 33.6 15 36 15.8'),
  },
  greyShort: {
    front: filled(grey)(
      'M20.2 26C17.6 15.4 23.4 8.6 32.4 8.6S46.4 15.4 43.8 26C43.2 22 42.2 19.6 40.4 17.6 34.8 18.6 29.2 17.6 26.6 15.4 24.4 18 21.2 20.4 20.2 26Z',
    ),
    shine: fine('M28.6 12.6C32 11.2 36.2 11.6 39 13.6'),
  },
  bob: {
    back: solid(ink)('M18 27C15.6 14 22 7.4 32 7.4S48.4 14 46 27L46.4 38.4C43.4 40.8 20.6 40.8 17.6 38.4Z'),
    front: solid(ink)('M20.4 24.6C19 14.6 24 9 32 9S45 14.6 43.6 24.6C38 22.4 26 22.4 20.4 24.6Z'),
    shine: light('M25.4 14.4C28.6 12.4 35.4 12.4 38.6 14.4'),
    ears: false,
  },
  longStraight: {
    back: solid(ink)(
      'M18.2 26C16.2 13.6 22.2 7.4 32 7.4S47.8 13.6 45.8 26C46 36 46.6 46 48.4 54.4 43 57 21 57 15.6 54.4 17.4 46 18 36 18.2 26Z',
    ),
    front: solid(ink)(
      'M19.8 31C17.6 18 22.4 8.6 32 8.6S46.4 18 44.2 31C43.2 24 39.4 18.6 33.6 13.4 28.8 18.4 21.6 22.6 19.8 31Z',
    ),
    shine: light('M24.2 16.4C25.6 13.8 27.6 12.2 30 11.4'),
    ears: false,
  },
  ponytail: {
    back: solid(ink)('M42 15C49.4 15.6 53 24 50.6 33.4 49.8 37.2 47.6 40 44.6 41 46.4 35.6 46 28 42.4 22.4Z'),
    front: solid(ink)(
      'M20 26.4C17.4 15.4 23 8.4 32.2 8.4S46.4 15.4 44 26.4C42.8 21.4 40 17.6 36.4 15.2 31.6 18.8 22.6 19 20 26.4Z',
    ),
    shine: light('M25.2 14.6C27.2 12.4 30.4 11.2 33.8 11.4'),
    over: dot(43.4, 15.6, 2, seal),
  },
  bun: {
    back: `<circle cx="32" cy="7.6" r="5.6" fill="${ink}" stroke="none"/>`,
    front: solid(ink)(
      'M20 27C17.2 15.8 23 9.4 32 9.4S46.8 15.8 44 27C43.4 22.4 41.6 19.4 38.8 17.4 35 15.6 29 15.6 25.2 17.4 22.4 19.4 20.6 22.4 20 27Z',
    ),
    shine: light('M25.6 13.8C28.4 12.2 31 11.8 33.4 11.9'),
    over: red('M27 3.6L37.6 10.4'),
  },
  wavy: {
    back: solid(ink)(
      'M18.4 24C17 13 22.6 7.2 32.4 7.2S47.4 13 45.8 24C48.6 27.4 48.8 31.2 47.2 34 49.4 37.6 49 41.6 46 44.2 45.4 47.4 42 49 38.6 47.6L25.4 47.6C22 49 18.6 47.4 18 44.2 15 41.6 14.6 37.6 16.8 34 15.2 31.2 15.6 27.4 18.4 24Z',
    ),
    front: solid(ink)(
      'M19.8 29C17.4 17 22.6 8.6 32 8.6 41.8 8.6 46.4 16.8 44.2 29 43.6 24.6 42 20.4 38.4 16.2 33.4 20.2 22.4 19.8 19.8 29Z',
    ),
    shine: light('M25 14.8C27.2 12.2 31 11 34.8 11.6'),
    ears: false,
  },
  pixie: {
    front: solid(ink)(
      'M19.8 30.4C16.6 17.4 21.6 7.8 32.4 7.8 42.8 7.8 47.6 16.6 44.2 30 43.4 25.4 42.6 21.6 40.8 18.4 36 21.4 29.4 22.2 24 21.4 21.6 23.6 20.4 26.4 19.8 30.4Z',
    ),
    shine: light('M26 12.8C29.2 10.8 34.4 10.6 37.8 12.4'),
  },
  greyBob: {
    back: filled(grey)(
      'M18 28C15.4 14.6 22 7.6 32 7.6S48.6 14.6 46 28C46.8 31.4 46.6 34.6 44.8 37L19.2 37C17.4 34.6 17.2 31.4 18 28Z',
    ),
    front: filled(grey)(
      'M20 28.4C17.4 16.6 23 8.8 32.2 8.8S46.6 16.6 44 28.4C42.4 23 39.4 18.6 35.4 15.8 30.8 19.6 22 20.4 20 28.4Z',
    ),
    shine: fine('M25.2 14.6C27.2 12.4 30.4 11.4 33.6 11.7'),
    ears: false,
  },
  curly: {
    front: solid(ink)(
      'M19.6 27.6C16.4 26.4 15.4 22.4 17.4 20 15.8 16.6 18 12.8 21.6 12.8 22.4 9 26.6 7.2 29.4 8.8 32.2 6.2 37 7 38.6 9.8 42.6 9.2 45.8 12.4 45.2 15.8 48.4 17.6 48.8 21.6 46.6 23.6 47 25.8 46 27.4 44.4 27.8 44 24.6 42.8 22.2 41.2 20.4 39 20.8 37 19.8 36.2 18.2 34 19.8 31.2 19.8 29.8 18.2 27.8 20 25.2 20.4 23.2 19.8 21.2 22 20.2 24.4 19.6 27.6Z',
    ),
    shine: light('M25 13.4C26 12.3 27.4 12 28.6 12.4M33.4 11.4C34.6 10.6 36.2 10.8 37 11.8'),
  },
  braids: {
    back: both(
      solid(ink)(
        'M19.4 30C16.4 33 16.2 37 18.2 39.4 16 42.4 16.2 46 18.2 48.4 17.4 51.2 18 53.4 19.8 55.4 22 53.6 22.8 51 22.2 48.4 24 46 24 42.4 22 39.4 23.4 36.6 22.6 32.6 21.4 30Z',
      ),
    ),
    front: solid(ink)(
      'M19.8 30C17.2 17.4 22.4 8.6 32 8.6S46.8 17.4 44.2 30C43.4 25 42.4 22.4 40.4 20 36 20.4 33.4 17.4 32 13 30.6 17.4 28 20.4 23.6 20 21.6 22.4 20.6 25 19.8 30Z',
    ),
    shine: both(light('M24 15C25.4 12.8 27.2 11.6 29.2 11')),
    over: both(red('M17.6 48.6C19 49.4 21.2 49.4 22.6 48.6')),
    ears: false,
  },
  headscarf: {
    back: filled(seal)(
      'M17.4 27C15 13 22.4 6.4 32 6.4S49 13 46.6 27C47 34 48 41 50.6 46.6 45 53 19 53 13.4 46.6 16 41 17 34 17.4 27Z',
    ),
    front: filled(seal)(
      'M32 6.4C22.4 6.4 15.6 13 17.6 27 18.4 34.6 22.6 40.4 28.4 42.8 23 40 20.8 33.6 20.8 26.6 20.8 18 25.6 13.4 32 13.4S43.2 18 43.2 26.6C43.2 33.6 41 40 35.6 42.8 41.4 40.4 45.6 34.6 46.4 27 48.4 13 41.6 6.4 32 6.4Z',
    ),
    over:
      filled(seal)(
        'M22.6 38.6C26 43.6 38 43.6 41.4 38.6 45 42.4 47.4 46.8 48 52.4 39.6 57.6 24.4 57.6 16 52.4 16.6 46.8 19 42.4 22.6 38.6Z',
      ) + fine('M24 43.4C28.4 49 36.8 51.4 45.4 50.4'),
    ears: false,
  },
};

const glasses = {
  round:
    both('<circle cx="26.8" cy="27.6" r="4" stroke-width="1.2"/>') +
    fine('M30.8 27C31.4 26.5 32.6 26.5 33.2 27') +
    both(fine('M22.8 27L20.6 26.4')),
  square:
    both(
      path(
        'M23.4 24.8H29.6Q30.9 24.8 30.8 26.2L30.5 29Q30.3 30.6 28.7 30.6H24.6Q22.9 30.6 22.7 29L22.4 26.2Q22.3 24.8 23.4 24.8Z',
        'stroke-width="1.4"',
      ),
    ) +
    fine('M30.8 26.4C31.5 25.9 32.5 25.9 33.2 26.4') +
    both(fine('M22.4 26L20.6 25.6')),
  half:
    both(path('M22.8 28.6C22.8 32 30.6 32 30.8 28.6Z', 'stroke-width="1.2"')) +
    fine('M30.8 28.6H33.2') +
    both(fine('M22.8 28.6L20.6 27.4')),
};

const extra = {
  tie: path(
    'M30.6 51.6H33.4L34.2 54.4 35.4 62.6 32 65.6 28.6 62.6 29.8 54.4Z',
    `fill="${seal}" stroke="${seal}" stroke-width="1"`,
  ),
  bow: path(
    'M32 53.4L26.4 50.8V56.4Z M32 53.4L37.6 50.8V56.4Z',
    `fill="${seal}" stroke="${seal}" stroke-width="1"`,
  ),
  earrings: both(dot(19.4, 34.2, 1.5, seal)),
  knots: dot(34.6, 53.8, 1.6, seal) + dot(39.4, 56, 1.6, seal),
  pen: path('M44.8 51.6L43.8 57', `stroke="${seal}" stroke-width="2.2"`),
  strings: both(red('M29 52V57.4')),
  buttons: dot(32, 54.8, 1.4, seal),
  pin: red('M39.6 17.2L43.6 20.4'),
  scarf:
    path('M24.4 45C27 49.6 37 49.6 39.6 45L41.4 48.6C38 54.6 26 54.6 22.6 48.6Z', `fill="${seal}"`) +
    path('M36.6 52L39 62.6 43.2 61.4 40.4 50.6Z', `fill="${seal}"`),
  neckline: red('M25.4 46.2C26.4 50.8 28.8 53.4 32 53.4S37.6 50.8 38.6 46.2'),
  badge: dot(41.6, 53.6, 1.8, seal),
  collar: both(path('M27.3 44.2L24 47.4 27.6 54.4 32 50.8C29.6 49.8 27.9 47.6 27.3 44.2Z', `fill="${seal}"`)),
  beard:
    path(
      'M22.4 32.6C23.8 37.8 27.2 41 32 41S40.2 37.8 41.6 32.6C39.8 34.4 37.8 33.2 36 32.8 33.6 32.2 30.4 32.2 28 32.8 26.2 33.2 24.2 34.4 22.4 32.6Z',
      `fill="${ink}" stroke-width="1"`,
    ) + path('M29.4 35.4C31 36.5 33 36.5 34.6 35.4', `stroke="${paper}" stroke-width="1.2"`),
  moustache: path(
    'M27.6 33.6C29 32.2 30.8 32 32 32.9 33.2 32 35 32.2 36.4 33.6 34.8 34.2 33.2 34.2 32 33.8 30.8 34.2 29.2 34.2 27.6 33.6Z',
    `fill="${grey}" stroke-width="1"`,
  ),
};

const white = '#ffffff';
const sand = '#e4dac4';
/** Who is drawn, by number. */
const people = [
  {
    head: 'oval',
    hair: 'longStraight',
    face: ['lash', 'soft', 'smile'],
    wear: ['sweater', white],
    with: ['neckline'],
  },
  {
    head: 'square',
    hair: 'sidePart',
    face: ['dots', 'flat', 'slight'],
    glasses: 'square',
    wear: ['shirt', white],
    with: ['tie'],
  },
  {
    head: 'round',
    hair: 'bob',
    face: ['dots', 'soft', 'smile'],
    glasses: 'round',
    wear: ['cardigan', sand],
    with: ['earrings'],
  },
  {
    head: 'oval',
    hair: 'curtain',
    face: ['dots', 'soft', 'smile'],
    wear: ['hoodie', white],
    with: ['strings'],
  },
  { head: 'oval', hair: 'ponytail', face: ['lash', 'raised', 'grin'], wear: ['shirt', white] },
  {
    head: 'square',
    hair: 'greyShort',
    face: ['smile', 'flat', 'slight'],
    glasses: 'half',
    age: true,
    wear: ['blazer', ink],
    with: ['pen'],
  },
  { head: 'oval', hair: 'bun', face: ['dots', 'soft', 'slight'], wear: ['turtleneck', ink] },
  {
    head: 'round',
    hair: 'tousled',
    face: ['dots', 'raised', 'grin'],
    wear: ['sweater', sand],
    with: ['badge'],
  },
  {
    head: 'oval',
    hair: 'wavy',
    face: ['smile', 'soft', 'smile'],
    wear: ['blazer', white],
    with: ['earrings'],
  },
  {
    head: 'round',
    hair: 'crop',
    face: ['smile', 'flat', 'smile'],
    wear: ['sweater', ink],
    with: ['neckline'],
  },
  {
    head: 'oval',
    hair: 'greyBob',
    face: ['smile', 'soft', 'smile'],
    glasses: 'round',
    age: true,
    wear: ['mandarin', white],
    with: ['knots'],
  },
  { head: 'square', hair: 'quiff', face: ['dots', 'flat', 'smile'], wear: ['blazer', sand], with: ['tie'] },
  {
    head: 'round',
    hair: 'pixie',
    face: ['lash', 'raised', 'smile'],
    wear: ['sweater', white],
    with: ['scarf'],
  },
  {
    head: 'square',
    hair: 'bald',
    face: ['smile', 'soft', 'smile'],
    age: true,
    wear: ['mandarin', sand],
    with: ['moustache', 'knots'],
  },
  {
    head: 'round',
    hair: 'braids',
    face: ['dots', 'soft', 'grin'],
    glasses: 'round',
    wear: ['cardigan', white],
  },
  {
    head: 'oval',
    hair: 'curly',
    face: ['dots', 'soft', 'smile'],
    glasses: 'square',
    wear: ['shirt', sand],
    with: ['bow'],
  },
  { head: 'oval', hair: 'headscarf', face: ['lash', 'soft', 'smile'], wear: ['sweater', ink] },
  {
    head: 'square',
    hair: 'crop',
    face: ['dots', 'flat', 'slight'],
    beard: true,
    wear: ['turtleneck', white],
    with: ['badge'],
  },
  {
    head: 'oval',
    hair: 'curtain',
    face: ['smile', 'raised', 'slight'],
    glasses: 'round',
    wear: ['cardigan', ink],
    with: ['buttons'],
  },
  {
    head: 'round',
    hair: 'longStraight',
    face: ['dots', 'soft', 'grin'],
    glasses: 'square',
    wear: ['blazer', ink],
    with: ['pin'],
  },
];

function draw({
  head,
  hair: hairName,
  face: [eye, brow, mouth],
  glasses: worn,
  age: isOld,
  beard,
  wear: [cloth, fill],
  with: more = [],
}) {
  const { back = '', front, shine = '', over = '', ears: hasEars = true } = hair[hairName];
  const below = more.filter((name) => name !== 'earrings' && name !== 'pin' && name !== 'moustache');
  const above = more.filter((name) => !below.includes(name));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" fill="none" stroke="${ink}" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round">`,
    `<rect width="64" height="64" fill="${paper}" stroke="none"/>`,
    // Larger than drawn, so that the face is readable at 48 px.
    '<g transform="translate(-3.84 -0.4) scale(1.12)">',
    back,
    neck,
    chinShade,
    clothes[cloth](fill),
    ...below.map((name) => extra[name]),
    hasEars ? ears : '',
    path(heads[head], `fill="${skin}"`),
    beard ? extra.beard : mouths[mouth],
    brows[brow],
    eyes[eye],
    nose[worn || isOld ? 'side' : 'soft'],
    isOld ? age : '',
    front,
    shine,
    worn ? glasses[worn] : '',
    ...above.map((name) => extra[name]),
    over,
    '</g></svg>',
  ].join('');
}

mkdirSync('public/portraits', { recursive: true });
for (const [at, person] of people.entries())
  writeFileSync(`public/portraits/${at + 1}.svg`, `${draw(person)}\n`);
