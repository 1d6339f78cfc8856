import { expect, test } from 'vitest';
import { featureNames, logisticCount } from '#engine/matching/pair/features.ts';
import { type Family, marketOf, type Tutor } from '#tests/market.ts';
import { serve } from '#tests/serve.ts';
import { exportMatchingLog, type LogLine } from './export-log.ts';

const market = marketOf(await serve());
const { query } = market;
const features = featureNames.map((_, at) => (at < logisticCount ? at / logisticCount : -0.5));

const show = (
  { caseId }: Family,
  { listingId }: Tutor,
  daysAgo: number,
  position = 0,
  direction = 'tutors',
  shownFeatures = features,
) =>
  query(
    `insert into matching_shows (case_id, listing_id, direction, position, features, shown_on)
     values ($1, $2, $3, $4, $5, (now() at time zone 'Asia/Hong_Kong')::date - $6::int)`,
    [caseId, listingId, direction, position, shownFeatures, daysAgo],
  );
const askedAgo = (id: number, days: number) =>
  query(`update interests set asked_at = asked_at - $2 * interval '1 day' where id = $1`, [id, days]);
async function lines(options = {}) {
  const all: LogLine[] = [];
  expect(await exportMatchingLog(market.database.db, (line) => all.push(line), options)).toBe(all.length);
  return all;
}
const outcomes = async (options = {}) =>
  (await lines(options))
    .map(({ position, invited, accepted }) => [position, invited, accepted])
    .sort(([a], [b]) => Number(a) - Number(b));

test('each time a tutor was shown is a line, with whether an invitation followed and was accepted', async () => {
  const [family, ignored] = [await market.family(), await market.tutor()];
  const [yes, no, waiting] = [await market.tutor(), await market.tutor(), await market.tutor()];
  const invited = async (tutor: Tutor, at: number) => {
    const { data } = await market.invite(family, tutor);
    await askedAgo(data.id, at);
    return data.id as number;
  };
  // Shown on three days; the invitation follows the second.
  for (const [day, position] of [
    [9, 5],
    [7, 6],
    [5, 7],
  ] as const)
    await show(family, yes, day, position);
  const accepted = await invited(yes, 6);
  await show(family, no, 6, 1);
  const declined = await invited(no, 6);
  await show(family, waiting, 6, 2);
  await invited(waiting, 4);
  await show(family, ignored, 6, 3);
  // Recorded by an earlier version of the search, with other features.
  await show(family, ignored, 8, 3, 'tutors', features.slice(1));
  // Left out: a tutor’s application (not a choice of the family), lists of cases, showings that are too
  // recent, samples.
  const eager = await market.tutor();
  await show(family, eager, 6, 4);
  const applied = await market.apply(eager, family);
  await askedAgo(applied.data.id, 3);
  await show(family, ignored, 6, 8, 'cases');
  await show(family, no, 1, 9);
  const sample = await market.tutor();
  await show(family, sample, 6, 10);
  await query('update tutor_listings set is_sample = true where id = $1', [sample.listingId]);

  await market.act(no, { action: 'decline', interest_id: declined });
  expect((await market.accept(yes, accepted)).code).toBe(0);

  const expected = [
    [2, true, false],
    [3, true, null],
    [4, false, null],
    [5, false, null],
    [6, false, null],
    [7, true, true],
    [8, false, null],
  ];
  expect(await outcomes()).toEqual(expected);
  expect(await outcomes({ batch: 2 })).toEqual(expected);
  expect(await outcomes({ ripeDays: 0 })).toHaveLength(expected.length + 1);

  // A line contains no id, date or name.
  for (const line of await lines()) {
    expect(Object.keys(line)).toEqual(['features', 'position', 'invited', 'accepted']);
    expect(line.features).toHaveLength(featureNames.length);
  }
});
