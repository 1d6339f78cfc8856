/**
 * How many hostile spellings of contact details are covered, and how many harmless sentences are altered: each file
 * in `tests/corpora/contacts`, with a `messages` field for hostile lines and a `text` field for harmless ones.
 * `contacts DIR` reads another folder, `contacts DIR show` also prints the lines that went wrong.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { coverContacts } from '../src/shared/contacts/cover-contacts.ts';
import { type Harmless, type Hostile, scoreHostile } from '../tests/corpora/contacts/score.ts';

const folder = process.argv[2] ?? join(import.meta.dirname, '../tests/corpora/contacts');
const shows = process.argv[3] === 'show';
const leastCovered = 0.97;
const mostAltered = 0.005;

const percent = (share: number) => `${(100 * share).toFixed(2)}%`;
for (const file of readdirSync(folder).filter((name) => name.endsWith('.jsonl'))) {
  const lines: (Hostile | Harmless)[] = readFileSync(join(folder, file), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const hostile = lines.filter((line): line is Hostile => 'messages' in line);
  const harmless = lines.filter((line): line is Harmless => 'text' in line);
  const open = hostile.filter((line) => scoreHostile(line).problem !== '');
  const altered = harmless.filter(({ text }) => coverContacts(text) !== text);
  if (hostile.length > 0) {
    const covered = 1 - open.length / hostile.length;
    console.log(
      `${file}: covered ${hostile.length - open.length} of ${hostile.length}, ${percent(covered)} (target ≥ ${percent(leastCovered)})`,
    );
    for (const kind of new Set(hostile.map((line) => line.kind))) {
      const ofKind = hostile.filter((line) => line.kind === kind);
      console.log(`  ${kind}: ${ofKind.filter((line) => !open.includes(line)).length} of ${ofKind.length}`);
    }
    if (covered < leastCovered) process.exitCode = 1;
  }
  if (harmless.length > 0) {
    const share = altered.length / harmless.length;
    console.log(
      `${file}: altered ${altered.length} of ${harmless.length}, ${percent(share)} (target ≤ ${percent(mostAltered)})`,
    );
    if (share > mostAltered) process.exitCode = 1;
  }
  if (shows) for (const line of [...open, ...altered]) console.log(JSON.stringify(line));
}
