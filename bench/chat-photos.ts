/**
 * How well the tutor reads photographs of printed problems: a hundred lines, mathematics and Chinese wording,
 * rendered like phone photographs, then cleaned and read like uploads. Exits with 1 if the accuracy of Chinese is
 * below its target. `npm run bench -- chat-photos 7 200` uses seed 7 and 200 lines; `chat-photos 7 200 show` prints
 * the misread lines.
 */
import { fixMathSigns } from '../src/server/domains/eraser/ocr/mathematics.ts';
import { openOcr } from '../src/server/domains/eraser/ocr/ocr.ts';
import { cleanPicture } from '../src/server/ground/incoming/clean-file.ts';
import { charactersRight } from '../tests/printed-text.ts';
import { createRandom } from '../tests/random.ts';
import { photograph } from './chat-photos/photograph.ts';
import { problems } from './chat-photos/problems.ts';
import { atLeast, missed, printTable } from './tools/table.ts';

const seed = Number(process.argv[2] ?? 1);
const count = Number(process.argv[3] ?? 100);
const showsMisread = process.argv[4] === 'show';

/** Ignores spaces and variants of the same character. */
const normalised = (text: string) => text.normalize('NFKC').replace(/\s/g, '').replaceAll(/[−–—]/g, '-');
const chineseOf = (text: string) => text.replace(/[^\p{Script=Han}]/gu, '');

const random = createRandom(seed);
const lines = problems(random, count);
const ocr = openOcr();
const read: string[] = [];
const times: number[] = [];
for (const line of lines) {
  const cleaned = await cleanPicture(await photograph(line, random));
  if ('refused' in cleaned) throw new Error(`a photograph was refused: ${cleaned.refused}`);
  const before = performance.now();
  const text = fixMathSigns((await ocr.recognise(cleaned.bytes)).text);
  times.push(performance.now() - before);
  read.push(text);
  if (showsMisread && normalised(text) !== normalised(line)) console.log(`${line}\n${text}\n`);
}
await ocr.close();

const exact = lines.filter((line, index) => normalised(line) === normalised(read[index] ?? '')).length;
const share = (value: number) => `${(value * 100).toFixed(1)} %`;
const rows = [
  { metric: 'problems', value: String(count) },
  { metric: 'read exactly', value: share(exact / count) },
  { metric: 'characters right', value: share(charactersRight(lines, read)) },
  atLeast(
    'Chinese characters right',
    charactersRight(lines.map(chineseOf), read.map(chineseOf)),
    0.98,
    share,
  ),
  { metric: 'time of one (p50)', value: `${times.sort((a, b) => a - b)[times.length >> 1]?.toFixed(0)} ms` },
];
printTable(rows);
process.exitCode = missed(rows) ? 1 : 0;
