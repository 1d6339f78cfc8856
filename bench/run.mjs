// npm run bench -- NAME …: installs what is missing and runs one benchmark. Without a name it lists them.
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { findBrowser } from '../scripts/browser.mjs';
import { bundledNode, ensureInstalled, root, run, runScript, SetupError } from '../scripts/setup.mjs';

const folder = join(root, 'bench');
const names = readdirSync(folder)
  .filter((file) => file.endsWith('.ts'))
  .map((file) => basename(file, '.ts'))
  .sort();

/** For the list: the header comment of each benchmark up to the first colon, question mark or full stop. */
function summaryOf(name) {
  const source = readFileSync(join(folder, `${name}.ts`), 'utf8');
  const [, sentence = ''] = /^\/\*\*\s+\* (.+?)(?:[:?]|\.\s)/s.exec(source) ?? [];
  return sentence.replaceAll(/\s+\* /g, ' ');
}

const width = Math.max(...names.map((name) => name.length));
const list = names.map((name) => `  ${name.padEnd(width)}  ${summaryOf(name)}`).join('\n');

await runScript(async () => {
  const [name, ...args] = process.argv.slice(2);
  if (name === undefined) {
    console.log(`npm run bench -- NAME takes one of these; bench/README.md says more.\n\n${list}`);
    return;
  }
  if (!names.includes(name)) throw new SetupError(`There is no bench "${name}". There are:\n\n${list}`);
  await ensureInstalled();
  await ensureInstalled(folder);
  const browser = findBrowser();
  const code = await run(bundledNode, [join(folder, `${name}.ts`), ...args], {
    env: { ...process.env, ...(browser && { CHROMIUM_PATH: browser }) },
  });
  process.exitCode = typeof code === 'number' ? code : 1;
});
