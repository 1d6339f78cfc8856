/**
 * npm run solve [-- --locale en]: reads one problem per line of standard input, prints one JSON line for
 * each.
 */
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { solve } from './solve.ts';

const usage = 'Usage: npm run solve [-- --locale zh|en] < problems.txt';

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { locale: { type: 'string', default: 'zh' } } });
  const locale = /^en/.test(values.locale) ? 'en' : /^zh/.test(values.locale) ? 'zh' : undefined;
  if (!locale) throw new TypeError(`${values.locale} is not a locale`);
  for await (const line of createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY })) {
    const input = line.trim();
    if (input === '') continue;
    const solved = solve(input);
    const output = solved.ok
      ? {
          input,
          kind: solved.kind,
          answer: solved.answer,
          answer_latex: solved.answerLatex,
          steps: solved.steps.map(({ text, latex, checked, claim }) => ({
            text: text[locale],
            latex,
            checked,
            ...(claim ? { claim } : {}),
          })),
        }
      : { input, declined: solved.reason[locale] };
    process.stdout.write(`${JSON.stringify(output)}\n`);
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof TypeError ? `${error.message}\n${usage}` : error);
  process.exitCode = 1;
});
