/**
 * Whether the price band holds what it promises: fits on cases of one chance, asks about others, in worlds whose laws
 * the engine is not told. Exits with 1 when a target is missed. `npm run bench -- pricing SEED COUNT` takes other cases.
 */

import { classOfWish } from '../src/engine/pricing/case-facts.ts';
import { type AcceptedCase, fitPricing } from '../src/engine/pricing/fit.ts';
import { gradeStage } from '../src/engine/pricing/market-table.ts';
import { recommendPrice } from '../src/engine/pricing/price.ts';
import { createChance } from '../tests/random.ts';
import { type AskedCase, someCase } from './pricing/cases.ts';
import { type Generator, generators } from './pricing/generators.ts';
import { atMost, missed, printTable, type Row } from './tools/table.ts';

const seed = Number(process.argv[2] ?? 1);
const acceptedCount = Number(process.argv[3] ?? 8_000);
const heldOutCount = 6_000;
const leastInGroup = 500;
const timedCount = 50_000;
const percent = (share: number) => `${(share * 100).toFixed(1)} %`;

function groupsOf(asked: AskedCase): string[] {
  const grade = asked.child_info[0]?.grade ?? 0;
  const child = asked.child_info[0];
  const education = asked.teacher_education ?? null;
  const stage = gradeStage(grade);
  const tutorClass = classOfWish(education);
  return [
    `stage ${stage}`,
    `grade ${grade}`,
    `class ${tutorClass}`,
    `education ${education}`,
    `district ${asked.tutoring_region}`,
    `type ${asked.tutoring_type}`,
    `length ${asked.tutoring_time_per_class}`,
    `days ${asked.tutoring_days_per_week}`,
    `gender ${asked.teacher_gender}`,
    `stage ${stage}, class ${tutorClass}`,
    `stage ${stage}, online ${asked.tutoring_type === 2}`,
    ...(child?.major_subject ?? []).map((id) => `major subject ${id}`),
    ...(child?.other_subject ?? []).map((id) => `other subject ${id}`),
  ];
}

function make({ price }: Generator, count: number, chanceSeed: number) {
  const chance = createChance(chanceSeed);
  return Array.from({ length: count }, (_, id) => {
    const asked = someCase(id, chance);
    return { ...asked, price: price(asked, chance) } satisfies AcceptedCase;
  });
}

function coverage(generator: Generator, at: number) {
  const model = fitPricing(make(generator, acceptedCount, seed * 1000 + at));
  const groups = new Map<string, { inside: number; all: number }>();
  let absolute = 0;
  for (const { price, ...asked } of make(generator, heldOutCount, seed * 1000 + 500 + at)) {
    const { p25, p50, p75 } = recommendPrice(model, asked);
    absolute += Math.abs(Math.log(price / p50));
    for (const name of ['all', ...groupsOf(asked)]) {
      const group = groups.get(name) ?? { inside: 0, all: 0 };
      group.all++;
      if (p25 <= price && price <= p75) group.inside++;
      groups.set(name, group);
    }
  }
  const shares = [...groups]
    .filter(([, { all }]) => all >= leastInGroup)
    .map(([name, { inside, all }]) => ({ name, share: inside / all }));
  return { shares, error: absolute / heldOutCount };
}

function between(figure: string, share: number, low: number, high: number): Row {
  return {
    figure,
    value: percent(share),
    target: `${percent(low)}–${percent(high)}`,
    reached: share >= low && share <= high,
  };
}

const rows: Row[] = generators.flatMap((generator, at) => {
  const { shares, error } = coverage(generator, at);
  const [overall, ...groups] = shares.sort((a, b) => Number(b.name === 'all') - Number(a.name === 'all'));
  const byShare = groups.sort((a, b) => a.share - b.share);
  const least = byShare[0];
  const most = byShare.at(-1);
  if (!overall || !least || !most) throw new Error('no group is large enough');
  return [
    between(`${generator.name}: the band holds`, overall.share, 0.47, 0.53),
    between(`  least of ${groups.length} groups: ${least.name}`, least.share, 0.43, 0.57),
    between(`  most: ${most.name}`, most.share, 0.43, 0.57),
    { figure: '  mean error of P50', value: percent(error) },
  ];
});
const many = make(generators[0] as Generator, timedCount, seed);
const begun = performance.now();
fitPricing(many);
rows.push(
  atMost(
    `fitting ${timedCount.toLocaleString('en')} accepted cases`,
    (performance.now() - begun) / 1000,
    3,
    (s) => `${s.toFixed(2)} s`,
  ),
);
printTable(rows);
process.exitCode = missed(rows) ? 1 : 0;
