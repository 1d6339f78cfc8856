/**
 * npm run match -- --tutors FILE --cases FILE [--top 10] [--direction case|tutor] [--now ISO] [--weights FILE]
 *
 * Files are JSON lines in the shapes of the API contract (input.ts lists the fields used, and the optional ones); an
 * invalid line ends the run with its line number. One line of JSON per case (or per tutor) goes to standard output:
 * `{id, list: [{id, score, base, terms, slots, drawback}]}`, best first. score = base + the sum of the terms' `term`.
 * If few fit, `near_misses` lists single changes with the number of rows that each would add.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { MatchingInputError, type ParentCase, type TutorListing } from './input.ts';
import { eachLine, pathOf, runCommand, UsageError } from './json-lines.ts';
import { filled, type Matcher } from './matcher.ts';
import { fewResults } from './near-misses.ts';
import { packedCases, packedTutors } from './packed/matcher.ts';
import { encodeCase, encodeTutor } from './pair/encode.ts';
import { handWeights, readWeights, type Weights } from './weights.ts';

const usage =
  'Usage: npm run match -- --tutors FILE --cases FILE [--top 10] [--direction case|tutor] [--now ISO] [--weights FILE]';

function readOptions() {
  let values: Record<string, string | undefined>;
  try {
    const text = { type: 'string' } as const;
    const options = { tutors: text, cases: text, top: text, direction: text, now: text, weights: text };
    values = parseArgs({ options }).values;
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n${usage}`);
  }
  const { tutors, cases, top = '10', direction = 'case', now } = values;
  if (!tutors || !cases) throw new UsageError(usage);
  if (!/^[1-9]\d{0,5}$/.test(top)) throw new UsageError(`--top ${top} is not a number from 1 to 999999`);
  if (direction !== 'case' && direction !== 'tutor') throw new UsageError('--direction is case or tutor');
  const time = now === undefined ? Date.now() : Date.parse(now);
  if (!Number.isFinite(time)) throw new UsageError(`--now ${now} is not a time`);
  return { tutors, cases, top: Number(top), direction, now: time, weights: weightsFrom(values.weights) };
}

function weightsFrom(name: string | undefined): Weights {
  if (name === undefined) return handWeights;
  try {
    return readWeights(JSON.parse(readFileSync(pathOf(name), 'utf8')));
  } catch (error) {
    throw new UsageError(`${name}: ${(error as Error).message}`);
  }
}

/** Reads and checks all lines of a file; a repeated id is an error. */
async function readAll<T extends { id: number }>(name: string, check: (value: T) => unknown): Promise<T[]> {
  const all = new Map<number, T>();
  await eachLine<T>(name, (value) => {
    check(value);
    if (all.has(value.id)) throw new MatchingInputError('id', `${value.id} comes a second time`);
    all.set(value.id, value);
  });
  return [...all.values()];
}

/** Prints one line of results per query. */
function printResults<Query extends { id: number }>(
  { search, nearMisses }: Pick<Matcher<never, Query, unknown>, 'search' | 'nearMisses'>,
  queries: readonly Query[],
  { top, now }: { top: number; now: number },
) {
  for (const query of queries) {
    // Means over all fitting rows, not a sample: a replay has the time.
    const { list } = search(query, { top, now, sample: Number.POSITIVE_INFINITY });
    const line = {
      id: query.id,
      list: list.map(({ features, facts, ...match }) => match),
      ...(list.length < Math.min(fewResults, top) && { near_misses: nearMisses(query) }),
    };
    process.stdout.write(`${JSON.stringify(line)}\n`);
  }
}

await runCommand(async () => {
  const { direction, weights, top, now, ...files } = readOptions();
  const tutors = await readAll<TutorListing>(files.tutors, encodeTutor);
  const cases = await readAll<ParentCase>(files.cases, encodeCase);
  if (direction === 'case')
    printResults(filled(packedTutors({ weights, capacity: tutors.length }), tutors, now), cases, {
      top,
      now,
    });
  else
    printResults(filled(packedCases({ weights, capacity: cases.length }), cases, now), tutors, { top, now });
});
