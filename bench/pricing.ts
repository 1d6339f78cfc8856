/**
 * Whether the price band covers the promised share of prices: fits on random cases and tests on others, in
 * simulated markets whose price rules the engine does not know. Exits with 1 if a target is missed. `npm run bench
 * -- pricing SEED COUNT` uses another seed and number of accepted cases.
 */

import { tutorClassOfEducation } from '../src/engine/pricing/case-facts.ts';
import { type AcceptedCase, fitPricing } from '../src/engine/pricing/fit.ts';
import { gradeStage } from '../src/engine/pricing/market-table.ts';
import { recommendPrice } from '../src/engine/pricing/price.ts';
import { createRandom } from '../tests/random.ts';
import { type AskedCase, someCase } from './pricing/cases.ts';
import { type Generator, generators } from './pricing/generators.ts';
import { atMost, missed, printTable, type Row } from './tools/table.ts';

const seed = Number(process.argv[2] ?? 1);
const acceptedCount = Number(process.argv[3] ?? 8_000);
const heldOutCount = 6_000;
const leastInGroup = 500;
const timedCount = 50_000;
const percent = (share: number) => `${(share * 100).toFixed(1)} %`;

function groupsOf(pricedCase: AskedCase): string[] {
  const grade = pricedCase.child_info[0]?.grade ?? 0;
  const child = pricedCase.child_info[0];
  const education = pricedCase.teacher_education ?? null;
  const stage = gradeStage(grade);
  const tutorClass = tutorClassOfEducation(education);
  return [
    `stage ${stage}`,
    `grade ${grade}`,
    `class ${tutorClass}`,
    `education ${education}`,
    `district ${pricedCase.tutoring_region}`,
    `type ${pricedCase.tutoring_type}`,
    `length ${pricedCase.tutoring_time_per_class}`,
    `days ${pricedCase.tutoring_days_per_week}`,
    `gender ${pricedCase.teacher_gender}`,
    `stage ${stage}, class ${tutorClass}`,
    `stage ${stage}, online ${pricedCase.tutoring_type === 2}`,
    ...(child?.major_subject ?? []).map((id) => `major subject ${id}`),
    ...(child?.other_subject ?? []).map((id) => `other subject ${id}`),
  ];
}

function make({ price }: Generator, count: number, caseSeed: number) {
  const random = createRandom(caseSeed);
  return Array.from({ length: count }, (_, id) => {
    const pricedCase = someCase(id, random);
    return { ...pricedCase, price: price(pricedCase, random) } satisfies AcceptedCase;
  });
}

function coverage(generator: Generator, at: number) {
  const model = fitPricing(make(generator, acceptedCount, seed * 1000 + at));
  const groups = new Map<string, { inside: number; all: number }>();
  let absolute = 0;
  for (const { price, ...pricedCase } of make(generator, heldOutCount, seed * 1000 + 500 + at)) {
    const { p25, p50, p75 } = recommendPrice(model, pricedCase);
    absolute += Math.abs(Math.log(price / p50));
    for (const name of ['all', ...groupsOf(pricedCase)]) {
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

function between(metric: string, share: number, low: number, high: number): Row {
  return {
    metric,
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
    { metric: '  mean error of P50', value: percent(error) },
  ];
});
const many = make(generators[0] as Generator, timedCount, seed);
const startedAt = performance.now();
fitPricing(many);
rows.push(
  atMost(
    `fitting ${timedCount.toLocaleString('en')} accepted cases`,
    (performance.now() - startedAt) / 1000,
    3,
    (s) => `${s.toFixed(2)} s`,
  ),
);
printTable(rows);
process.exitCode = missed(rows) ? 1 : 0;
