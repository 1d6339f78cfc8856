/**
 * npm run learn:matching -- --log FILE [--weights FILE] [--ridge 20] > weights.json
 *
 * A line of the log:
 * `{"features": {"wants.price": 0.8, …} or [ … ], "position": 3, "invited": true, "accepted": null}`.
 * The weights go to standard output, a summary of the log to standard error.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { MatchingInputError, whole } from './input.ts';
import { eachLine, pathOf, runCommand, UsageError } from './json-lines.ts';
import { learnWeights, type Outcome } from './learn.ts';
import { featureNames, logisticCount } from './pair/features.ts';
import { handWeights, readWeights } from './weights.ts';

const usage = 'Usage: npm run learn:matching -- --log FILE [--weights FILE] [--ridge 20]';

type Line = { features: unknown; position: unknown; invited: unknown; accepted?: unknown };

function outcomeOf({ features, position, invited, accepted = null }: Line): Outcome {
  if (typeof features !== 'object' || features === null)
    throw new MatchingInputError('features', 'are missing');
  const values = Array.from({ length: logisticCount }, (_, at) => {
    const name = featureNames[at] as string;
    const value: unknown = Array.isArray(features)
      ? features[at]
      : (features as Record<string, unknown>)[name];
    if (typeof value !== 'number' || !(value >= 0 && value <= 1))
      throw new MatchingInputError(`features ${name}`, 'is not a number from 0 to 1');
    return value;
  });
  if (typeof invited !== 'boolean') throw new MatchingInputError('invited', 'is not true or false');
  if (accepted !== null && typeof accepted !== 'boolean')
    throw new MatchingInputError('accepted', 'is not true, false or null');
  return { features: values, position: whole('position', position, 1, 1_000_000), invited, accepted };
}

await runCommand(async () => {
  const text = { type: 'string' } as const;
  let values: { log?: string; weights?: string; ridge?: string };
  try {
    values = parseArgs({ options: { log: text, weights: text, ridge: text } }).values;
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n${usage}`);
  }
  if (!values.log) throw new UsageError(usage);
  const ridge = Number(values.ridge ?? 20);
  if (!(ridge > 0)) throw new UsageError('--ridge is not a number above 0');
  const from = values.weights
    ? readWeights(JSON.parse(readFileSync(pathOf(values.weights), 'utf8')))
    : handWeights;
  const log: Outcome[] = [];
  await eachLine<Line>(values.log, (line) => log.push(outcomeOf(line)));
  const { weights, propensities, shown, invited, answered } = learnWeights(log, { from, ridge });
  const looked = propensities.slice(0, 10).map((part) => part.toFixed(2));
  console.error(
    `${shown} shown, ${invited} invited, ${answered} answered; looked at by position: ${looked.join(' ')} …`,
  );
  process.stdout.write(`${JSON.stringify(weights, null, 2)}\n`);
});
