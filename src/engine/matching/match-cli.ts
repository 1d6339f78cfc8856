/**
 * npm run match -- --tutors FILE --cases FILE [--top 10] [--direction case|tutor] [--now ISO] [--weights FILE]
 *
 * Files are JSON lines in the contract's shapes; a line that is no such thing ends the run with its number. One line of
 * JSON per case (or per tutor) goes to standard output.
 */
import { createReadStream, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { createCaseIndex, hasCase, upsertCase } from './case-index.ts';
import { searchCases } from './case-search.ts';
import type { Result } from './explain.ts';
import { encodeCase, encodeTutor } from './facts.ts';
import { MatchingInputError, type ParentCase, type TutorListing } from './input.ts';
import { fewResults, type NearMiss, nearMissesForCase, nearMissesForTutor } from './near-misses.ts';
import { createTutorIndex, hasTutor, upsertTutor } from './tutor-index.ts';
import { searchTutors } from './tutor-search.ts';
import { handWeights, readWeights, type Weights } from './weights.ts';

class UsageError extends Error {}

const usage =
  'Usage: npm run match -- --tutors FILE --cases FILE [--top 10] [--direction case|tutor] [--now ISO] [--weights FILE]';

/** npm runs scripts in the project's folder, wherever they were called from. */
const pathOf = (name: string) => resolve(process.env.INIT_CWD ?? '.', name);

function readOptions() {
  let values: Record<string, string | undefined>;
  try {
    const text = { type: 'string' } as const;
    const options = { tutors: text, cases: text, top: text, direction: text, now: text, weights: text };
    values = parseArgs({ options }).values;
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : error}\n${usage}`);
  }
  const { tutors, cases, top = '10', direction = 'case', now } = values;
  if (!tutors || !cases) throw new UsageError(usage);
  if (!/^\d{1,6}$/.test(top) || top === '0') throw new UsageError(`--top ${top} is not a number from 1 on`);
  if (direction !== 'case' && direction !== 'tutor') throw new UsageError(`--direction is case or tutor`);
  const time = now === undefined ? Date.now() : Date.parse(now);
  if (!Number.isFinite(time)) throw new UsageError(`--now ${now} is not a time`);
  return { tutors, cases, top: Number(top), direction, now: time, weights: weightsFrom(values.weights) };
}

function weightsFrom(name: string | undefined): Weights {
  if (name === undefined) return handWeights;
  try {
    return readWeights(JSON.parse(readFileSync(pathOf(name), 'utf8')));
  } catch (error) {
    throw new UsageError(`${name}: ${error instanceof Error ? error.message : error}`);
  }
}

/** Calls `take` with each line's object; what is wrong with a line is told with its number. */
async function eachLine<T>(name: string, take: (value: T) => void) {
  const lines = createInterface({ input: createReadStream(pathOf(name)), crlfDelay: Number.POSITIVE_INFINITY });
  let number = 0;
  for await (const line of lines) {
    number++;
    if (line.trim() === '') continue;
    const fail = (problem: string) => new UsageError(`${name}, line ${number}: ${problem}`);
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      throw fail('is not JSON');
    }
    if (typeof value !== 'object' || value === null || Array.isArray(value)) throw fail('is not an object');
    try {
      take(value as T);
    } catch (error) {
      throw error instanceof MatchingInputError ? fail(error.message) : error;
    }
  }
}

function once(has: boolean) {
  if (has) throw new MatchingInputError('id', 'comes a second time');
}

function print(id: number, { list }: Result, nearMisses: () => NearMiss<ParentCase | TutorListing>[]) {
  const line = {
    id,
    list: list.map(({ id, score, base, terms, slots, drawback }) => ({ id, score, base, terms, slots, drawback })),
    ...(list.length < fewResults && { near_misses: nearMisses() }),
  };
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

async function run() {
  const { tutors, cases, direction, weights, top, now } = readOptions();
  // Everybody who fits says what is usual: a replay has the time.
  const options = { top, now, sample: Number.POSITIVE_INFINITY };
  if (direction === 'case') {
    const index = createTutorIndex({ weights });
    const unlisted = new Set<number>();
    await eachLine<TutorListing>(tutors, (tutor) => {
      once(hasTutor(index, tutor.id) || unlisted.has(tutor.id));
      upsertTutor(index, tutor, now);
      if (!hasTutor(index, tutor.id)) unlisted.add(tutor.id);
    });
    const asked = new Map<number, ParentCase>();
    await eachLine<ParentCase>(cases, (wanted) => {
      once(asked.has(encodeCase(wanted).id));
      asked.set(wanted.id, wanted);
    });
    const few = Math.min(fewResults, top);
    for (const wanted of asked.values())
      print(wanted.id, searchTutors(index, wanted, options), () => (few > 0 ? nearMissesForCase(index, wanted) : []));
  } else {
    const index = createCaseIndex({ weights });
    const closed = new Set<number>();
    await eachLine<ParentCase>(cases, (wanted) => {
      once(hasCase(index, wanted.id) || closed.has(wanted.id));
      upsertCase(index, wanted, now);
      if (!hasCase(index, wanted.id)) closed.add(wanted.id);
    });
    const asked = new Map<number, TutorListing>();
    await eachLine<TutorListing>(tutors, (tutor) => {
      once(asked.has(encodeTutor(tutor).id));
      asked.set(tutor.id, tutor);
    });
    for (const tutor of asked.values())
      print(tutor.id, searchCases(index, tutor, options), () => nearMissesForTutor(index, tutor));
  }
}

try {
  await run();
} catch (error) {
  const isExpected = error instanceof UsageError || (error as NodeJS.ErrnoException)?.code === 'ENOENT';
  console.error(isExpected ? (error as Error).message : error);
  process.exitCode = 1;
}
