/**
 * npm run price -- --accepted FILE --ask FILE: reads JSON lines of cases, prints one recommendation per line of
 * --ask.
 */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { fitPricing } from './fit.ts';
import { recommendPrice } from './price.ts';
import { readAccepted, readAsked, readLines } from './price-lines.ts';

const usage = 'Usage: npm run price -- --accepted FILE --ask FILE';
const mostProblemsPrinted = 20;

class UsageError extends Error {}

function readArguments() {
  try {
    const { values } = parseArgs({ options: { accepted: { type: 'string' }, ask: { type: 'string' } } });
    if (values.accepted && values.ask) return { accepted: values.accepted, ask: values.ask };
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n${usage}`);
  }
  throw new UsageError(usage);
}

function readCases<Item>(file: string, read: Parameters<typeof readLines<Item>>[1]) {
  let text: string;
  try {
    // npm runs scripts in the project's folder; INIT_CWD is the caller's.
    text = readFileSync(resolve(process.env.INIT_CWD ?? '.', file), 'utf8');
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${(error as Error).message}`);
  }
  const { items, problems } = readLines(text, read);
  if (problems.length > 0) {
    const printed = problems
      .slice(0, mostProblemsPrinted)
      .map(({ line, message }) => `${file}, line ${line}: ${message}`);
    const rest = problems.length - printed.length;
    throw new UsageError([...printed, ...(rest > 0 ? [`and ${rest} more`] : [])].join('\n'));
  }
  return items;
}

try {
  const { accepted, ask } = readArguments();
  const model = fitPricing(readCases(accepted, readAccepted));
  const lines = readCases(ask, readAsked).map((pricedCase) =>
    JSON.stringify({ id: pricedCase.id, ...recommendPrice(model, pricedCase) }),
  );
  process.stdout.write(lines.map((line) => `${line}\n`).join(''));
} catch (error) {
  console.error(error instanceof UsageError ? error.message : error);
  process.exitCode = 1;
}
