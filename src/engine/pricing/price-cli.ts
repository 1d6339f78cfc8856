/** npm run price -- --accepted FILE --ask FILE: JSON lines of cases in, one recommendation per asked line out. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { fitPricing } from './fit.ts';
import { recommendPrice } from './price.ts';
import { readAccepted, readAsked, readLines } from './price-lines.ts';

const usage = 'Usage: npm run price -- --accepted FILE --ask FILE';
const mostProblemsTold = 20;

class UsageError extends Error {}

function argumentsGiven() {
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
    // npm runs scripts in the project's folder, wherever the caller is.
    text = readFileSync(resolve(process.env.INIT_CWD ?? '.', file), 'utf8');
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${(error as Error).message}`);
  }
  const { items, problems } = readLines(text, read);
  if (problems.length > 0) {
    const told = problems
      .slice(0, mostProblemsTold)
      .map(({ line, message }) => `${file}, line ${line}: ${message}`);
    const rest = problems.length - told.length;
    throw new UsageError([...told, ...(rest > 0 ? [`and ${rest} more`] : [])].join('\n'));
  }
  return items;
}

try {
  const { accepted, ask } = argumentsGiven();
  const model = fitPricing(readCases(accepted, readAccepted));
  const lines = readCases(ask, readAsked).map((asked) =>
    JSON.stringify({ id: asked.id, ...recommendPrice(model, asked) }),
  );
  process.stdout.write(lines.map((line) => `${line}\n`).join(''));
} catch (error) {
  console.error(error instanceof UsageError ? error.message : error);
  process.exitCode = 1;
}
