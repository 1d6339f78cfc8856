import { createRandom } from '../../tests/random.ts';
import { differentiation, integration } from './calculus-makers.ts';
import { probability, statistics, units } from './data-makers.ts';
import {
  absolute,
  exponential,
  fractional,
  inequality,
  linear,
  logarithmic,
  polynomial,
  quadratic,
  radical,
} from './equation-makers.ts';
import { expand, factorise, indices, logarithms, simplifyMaker } from './expression-makers.ts';
import { functionMaker, sequence, square } from './function-makers.ts';
import { coordinates, triangles, trigEquation, trigValues } from './geometry-makers.ts';
import { arithmetic, percent, powersAndSigns, substitution, surds, wholeNumbers } from './number-makers.ts';
import type { Maker, Problem } from './problem.ts';
import { simultaneous } from './system-makers.ts';

/** The syllabus from primary school to DSE: kind, generator, number of problems. */
const syllabus: readonly [string, Maker, number][] = [
  ['arithmetic', arithmetic, 120],
  ['signs and powers', powersAndSigns, 30],
  ['percentages', percent, 70],
  ['whole numbers', wholeNumbers, 50],
  ['surds', surds, 60],
  ['substitution', substitution, 40],
  ['factorisation', factorise, 110],
  ['expansion', expand, 80],
  ['simplification', simplifyMaker, 80],
  ['linear equations', linear, 130],
  ['quadratic equations', quadratic, 130],
  ['polynomial equations', polynomial, 50],
  ['fractional equations', fractional, 60],
  ['radical equations', radical, 40],
  ['absolute value', absolute, 40],
  ['simultaneous equations', simultaneous, 120],
  ['completing the square, discriminant', square, 50],
  ['inequalities', inequality, 120],
  ['indices', indices, 70],
  ['logarithms', logarithms, 50],
  ['exponential equations', exponential, 70],
  ['logarithmic equations', logarithmic, 60],
  ['sequences', sequence, 90],
  ['functions and graphs', functionMaker, 100],
  ['coordinate geometry', coordinates, 100],
  ['trigonometric values', trigValues, 60],
  ['trigonometric equations', trigEquation, 60],
  ['triangles', triangles, 50],
  ['differentiation', differentiation, 110],
  ['integration', integration, 90],
  ['statistics', statistics, 70],
  ['probability', probability, 70],
  ['unit conversion', units, 70],
];

export function makeProblems(seed: number, share = 1): Problem[] {
  return syllabus.flatMap(([kind, make, count], at) => {
    const random = createRandom(seed * 1_000 + at);
    return Array.from({ length: Math.max(2, Math.round(count * share)) }, () => ({ kind, ...make(random) }));
  });
}
