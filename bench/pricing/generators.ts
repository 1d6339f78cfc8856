import { classOfWish } from '../../src/engine/pricing/case-facts.ts';
import { marketCell } from '../../src/engine/pricing/market-table.ts';
import { type Chance, createChance } from '../../tests/random.ts';
import type { AskedCase } from './cases.ts';

/** A world of prices: what a case is agreed at, by a law of its own that the engine is not told. */
export type Generator = { name: string; price(asked: AskedCase, chance: Chance): number };

type Facts = {
  grade: number;
  class: number;
  district: number;
  online: boolean;
  hours: number;
  subject: number;
  middle: number;
};
const classes = ['no_demand', 'level_5', 'level_5_star', 'full_time', 'school_teacher'] as const;

function read(asked: AskedCase): Facts {
  const child = asked.child_info[0];
  if (!child) throw new Error('a case without a child');
  const tutorClass = classOfWish(asked.teacher_education);
  return {
    grade: child.grade,
    class: classes.indexOf(tutorClass),
    district: asked.tutoring_region ?? 0,
    online: asked.tutoring_type === 2,
    hours: 0.5 + asked.tutoring_time_per_class / 2,
    subject: child.major_subject?.[0] ?? 100 + (child.other_subject?.[0] ?? 0),
    middle: marketCell(child.grade, tutorClass).middle,
  };
}

/** A fixed number from -1 to 1 for anything with an id: the world's own taste. */
const taste = (world: number, id: number) => createChance(world * 1000 + id).share() * 2 - 1;
const within = (price: number) => Math.min(5000, Math.max(50, price));
const whole = (price: number) => Math.round(within(price));
const remote = new Set([13, 14, 18]);

export const generators: Generator[] = [
  {
    name: 'multiplicative, log-normal',
    price(asked, chance) {
      const f = read(asked);
      const effect =
        0.08 * taste(1, f.district) +
        0.1 * taste(2, f.subject) -
        (f.online ? 0.08 : 0) -
        0.05 * (f.hours - 1.5);
      return whole(f.middle * Math.exp(effect + 0.15 * chance.normal()));
    },
  },
  {
    name: '30 % above the table, Student t with 3 degrees',
    price(asked, chance) {
      const f = read(asked);
      const squares = [1, 2, 3].reduce((sum) => sum + chance.normal() ** 2, 0);
      const tail = chance.normal() / Math.sqrt(squares / 3);
      return whole(f.middle * 1.3 * Math.exp(0.06 * taste(3, f.district) + 0.12 * tail));
    },
  },
  {
    name: 'additive dollars, no table, skewed',
    price(asked, chance) {
      const f = read(asked);
      const base = 90 + 8 * f.grade + ([0, 25, 60, 140, 190][f.class] ?? 0) + (f.online ? -15 : 0);
      const place = remote.has(f.district) ? 30 : 10 * taste(4, f.district);
      return whole(base + place + 20 * taste(5, f.subject) - Math.log(1 - chance.share()) * 35);
    },
  },
  {
    name: 'scatter that differs fivefold',
    price(asked, chance) {
      const f = read(asked);
      const wide =
        (f.class === 4 ? 0.35 : f.class === 0 ? 0.07 : 0.16) *
        (f.online ? 0.6 : 1) *
        (f.grade >= 13 ? 1.5 : 1);
      return whole(f.middle * 1.1 * Math.exp(wide * chance.normal() + 0.1 * taste(6, f.subject)));
    },
  },
  {
    name: 'mixture of agencies and friends',
    price(asked, chance) {
      const f = read(asked);
      const friend = chance.happens(0.25 + 0.2 * taste(7, f.district));
      const level = friend ? 0.72 : 1.15;
      return whole(f.middle * level * Math.exp(0.07 * chance.normal() + 0.05 * taste(8, f.grade)));
    },
  },
  {
    name: 'thresholds and interactions',
    price(asked, chance) {
      const f = read(asked);
      const exam = f.grade === 15 || f.grade === 9;
      const level =
        (exam ? 1.25 : 1) *
        (f.class >= 2 && f.grade >= 13 ? 1.3 : 1) *
        (remote.has(f.district) && f.hours < 1.5 ? 1.2 : 1) *
        (f.online && f.class === 4 ? 0.75 : 1);
      return whole(f.middle * level * (0.85 + 0.3 * chance.share()));
    },
  },
  {
    name: 'rounded to tens',
    price(asked, chance) {
      const f = read(asked);
      const effect = 0.07 * taste(9, f.district) + 0.08 * taste(10, f.subject) - (f.online ? 0.07 : 0);
      return Math.round(within(f.middle * Math.exp(effect + 0.12 * chance.normal())) / 10) * 10;
    },
  },
  {
    name: 'rounded to tens, narrow, nothing but the table',
    price(asked, chance) {
      const f = read(asked);
      return Math.round(within(f.middle * Math.exp(0.1 * chance.normal())) / 10) * 10;
    },
  },
  {
    name: 'half named in fifties, half exact',
    price(asked, chance) {
      const f = read(asked);
      const exact = f.middle * Math.exp(0.2 * chance.normal() + 0.1 * taste(11, f.district));
      return chance.happens(0.5) ? Math.round(within(exact) / 50) * 50 : whole(exact);
    },
  },
  {
    name: 'skew that turns with the class',
    price(asked, chance) {
      const f = read(asked);
      const tail = -Math.log(1 - chance.share()) - 1;
      const side = f.class >= 2 ? 1 : -1;
      return whole(f.middle * Math.exp(side * 0.18 * tail + 0.08 * taste(12, f.subject)));
    },
  },
];
