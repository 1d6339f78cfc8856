import { tutorClassOfEducation } from '../../src/engine/pricing/case-facts.ts';
import { marketCell } from '../../src/engine/pricing/market-table.ts';
import { createRandom, type Random } from '../../tests/random.ts';
import type { AskedCase } from './cases.ts';

/** A simulated market: draws the agreed price of a case by a rule that the engine does not know. */
export type Generator = { name: string; price(pricedCase: AskedCase, random: Random): number };

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

function read(pricedCase: AskedCase): Facts {
  const child = pricedCase.child_info[0];
  if (!child) throw new Error('a case without a child');
  const tutorClass = tutorClassOfEducation(pricedCase.teacher_education);
  return {
    grade: child.grade,
    class: classes.indexOf(tutorClass),
    district: pricedCase.tutoring_region ?? 0,
    online: pricedCase.tutoring_type === 2,
    hours: 0.5 + pricedCase.tutoring_time_per_class / 2,
    subject: child.major_subject?.[0] ?? 100 + (child.other_subject?.[0] ?? 0),
    middle: marketCell(child.grade, tutorClass).middle,
  };
}

/** A fixed pseudo-random effect from -1 to 1 for an id in a market. */
const effectOf = (market: number, id: number) => createRandom(market * 1000 + id).share() * 2 - 1;
const clampPrice = (price: number) => Math.min(5000, Math.max(50, price));
const wholePrice = (price: number) => Math.round(clampPrice(price));
const remoteDistricts = new Set([13, 14, 18]);

export const generators: Generator[] = [
  {
    name: 'multiplicative, log-normal',
    price(pricedCase, random) {
      const f = read(pricedCase);
      const effect =
        0.08 * effectOf(1, f.district) +
        0.1 * effectOf(2, f.subject) -
        (f.online ? 0.08 : 0) -
        0.05 * (f.hours - 1.5);
      return wholePrice(f.middle * Math.exp(effect + 0.15 * random.normal()));
    },
  },
  {
    name: '30 % above the table, Student t with 3 degrees',
    price(pricedCase, random) {
      const f = read(pricedCase);
      const squares = [1, 2, 3].reduce((sum) => sum + random.normal() ** 2, 0);
      const tail = random.normal() / Math.sqrt(squares / 3);
      return wholePrice(f.middle * 1.3 * Math.exp(0.06 * effectOf(3, f.district) + 0.12 * tail));
    },
  },
  {
    name: 'additive dollars, no table, skewed',
    price(pricedCase, random) {
      const f = read(pricedCase);
      const base = 90 + 8 * f.grade + ([0, 25, 60, 140, 190][f.class] ?? 0) + (f.online ? -15 : 0);
      const place = remoteDistricts.has(f.district) ? 30 : 10 * effectOf(4, f.district);
      return wholePrice(base + place + 20 * effectOf(5, f.subject) - Math.log(1 - random.share()) * 35);
    },
  },
  {
    name: 'scatter that differs fivefold',
    price(pricedCase, random) {
      const f = read(pricedCase);
      const wide =
        (f.class === 4 ? 0.35 : f.class === 0 ? 0.07 : 0.16) *
        (f.online ? 0.6 : 1) *
        (f.grade >= 13 ? 1.5 : 1);
      return wholePrice(f.middle * 1.1 * Math.exp(wide * random.normal() + 0.1 * effectOf(6, f.subject)));
    },
  },
  {
    name: 'mixture of agencies and friends',
    price(pricedCase, random) {
      const f = read(pricedCase);
      const isFriend = random.happens(0.25 + 0.2 * effectOf(7, f.district));
      const level = isFriend ? 0.72 : 1.15;
      return wholePrice(f.middle * level * Math.exp(0.07 * random.normal() + 0.05 * effectOf(8, f.grade)));
    },
  },
  {
    name: 'thresholds and interactions',
    price(pricedCase, random) {
      const f = read(pricedCase);
      const exam = f.grade === 15 || f.grade === 9;
      const level =
        (exam ? 1.25 : 1) *
        (f.class >= 2 && f.grade >= 13 ? 1.3 : 1) *
        (remoteDistricts.has(f.district) && f.hours < 1.5 ? 1.2 : 1) *
        (f.online && f.class === 4 ? 0.75 : 1);
      return wholePrice(f.middle * level * (0.85 + 0.3 * random.share()));
    },
  },
  {
    name: 'rounded to tens',
    price(pricedCase, random) {
      const f = read(pricedCase);
      const effect = 0.07 * effectOf(9, f.district) + 0.08 * effectOf(10, f.subject) - (f.online ? 0.07 : 0);
      return Math.round(clampPrice(f.middle * Math.exp(effect + 0.12 * random.normal())) / 10) * 10;
    },
  },
  {
    name: 'rounded to tens, narrow, nothing but the table',
    price(pricedCase, random) {
      const f = read(pricedCase);
      return Math.round(clampPrice(f.middle * Math.exp(0.1 * random.normal())) / 10) * 10;
    },
  },
  {
    name: 'half named in fifties, half exact',
    price(pricedCase, random) {
      const f = read(pricedCase);
      const exact = f.middle * Math.exp(0.2 * random.normal() + 0.1 * effectOf(11, f.district));
      return random.happens(0.5) ? Math.round(clampPrice(exact) / 50) * 50 : wholePrice(exact);
    },
  },
  {
    name: 'skew that turns with the class',
    price(pricedCase, random) {
      const f = read(pricedCase);
      const tail = -Math.log(1 - random.share()) - 1;
      const side = f.class >= 2 ? 1 : -1;
      return wholePrice(f.middle * Math.exp(side * 0.18 * tail + 0.08 * effectOf(12, f.subject)));
    },
  },
];
