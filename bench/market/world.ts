import { createRandom } from '../../tests/random.ts';
import { makeFamily } from './make-families.ts';
import { makeTutor } from './make-tutors.ts';
import type { Family, Tutor } from './people.ts';
import { type Tastes, tastesOf, type WorldKind } from './tastes.ts';

export const days = 30;
const tutorsAtFirst = 700;
const newTutorsADay = 6;
const familiesADay = 14;

export type World = Tastes & {
  kind: WorldKind;
  seed: number;
  tutors: Tutor[];
  families: Family[];
};

/** The same people and preferences for every ranker; ids are list positions, starting at 1. */
export function makeWorld(kind: WorldKind, seed: number): World {
  const random = createRandom(seed * 7919 + kind.length);
  const tutors: Tutor[] = [];
  for (let at = 0; at < tutorsAtFirst; at++) tutors.push(makeTutor(tutors.length + 1, -1, random));
  const families: Family[] = [];
  for (let day = 0; day < days; day++) {
    for (let at = 0; at < newTutorsADay; at++) tutors.push(makeTutor(tutors.length + 1, day, random));
    for (let at = 0; at < familiesADay; at++) families.push(makeFamily(families.length + 1, day, random));
  }
  return { kind, seed, tutors, families, ...tastesOf(kind, families, tutors, seed * 104_729 + kind.length) };
}
