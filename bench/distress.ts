/**
 * How many texts of children in need are found, by kind and language, and how many ordinary school questions are taken
 * for one: for each file of tests/corpora/distress, each text judged by weights that were learnt without its
 * author. `npm run bench -- distress DIR` judges the files of another folder with the weights of the product.
 */
import { join } from 'node:path';
import { type CorpusLine, readCorpus } from '../src/engine/distress/corpus.ts';
import { distressIn, shippedThreshold } from '../src/engine/distress/detect.ts';
import { distressKinds } from '../src/engine/distress/kinds.ts';
import { learn } from '../src/engine/distress/learn.ts';
import { atLeast, atMost, missed, printTable, type Row } from './tools/table.ts';

const percent = (value: number) => `${(value * 100).toFixed(2)} %`;
const share = (part: number, of: number) => (of === 0 ? 0 : part / of);

const [folder] = process.argv.slice(2);
const corpus = readCorpus(folder ?? join(import.meta.dirname, '../tests/corpora/distress'));
type Judged = CorpusLine & { found: ReturnType<typeof distressIn> };

/** The texts of one hand: `own-indirect` was written apart from the rest of `own`. */
const authorOf = (file: string) =>
  /^(?:other|third|fourth|fifth|sixth|seventh|eighth|twins-.|own-indirect)/.exec(file)?.[0] ??
  'own, and sentences of the question bank';

function withoutTheAuthor(): Map<string, Judged[]> {
  const judged = new Map<string, Judged[]>();
  for (const author of new Set([...corpus.keys()].map(authorOf))) {
    const others = [...corpus].filter(([file]) => authorOf(file) !== author);
    const weights = learn(others.flatMap(([, lines]) => lines));
    const judge = (line: CorpusLine) => ({
      ...line,
      found: distressIn(line.text, { weights, threshold: shippedThreshold() }),
    });
    for (const [file, lines] of corpus) if (authorOf(file) === author) judged.set(file, lines.map(judge));
  }
  return judged;
}

const byProduct = () =>
  new Map(
    [...corpus].map(([file, lines]) => [
      file,
      lines.map((line) => ({ ...line, found: distressIn(line.text) })),
    ]),
  );

const isOutside = folder !== undefined;
const rows: Row[] = [];
for (const [file, lines] of isOutside ? byProduct() : withoutTheAuthor()) {
  const needs = lines.filter(({ kind }) => kind !== undefined);
  const ordinary = lines.filter(({ kind }) => kind === undefined);
  if (needs.length > 0) {
    const found = share(needs.filter((line) => line.found).length, needs.length);
    const right = share(needs.filter((line) => line.found === line.kind).length, needs.length);
    rows.push(
      isOutside
        ? atLeast(`${file}: found, of ${needs.length}`, found, 0.95, percent)
        : { metric: `${file}: found, of ${needs.length}`, value: percent(found) },
      { metric: `${file}: with its kind`, value: percent(right) },
    );
    for (const [name, groupOf] of [
      ['kind', ({ kind }: Judged) => kind],
      ['language', ({ lang }: Judged) => lang],
    ] as const)
      for (const value of new Set(needs.map(groupOf))) {
        const some = needs.filter((line) => groupOf(line) === value);
        rows.push({
          metric: `${file}: found, ${name} ${value}, of ${some.length}`,
          value: percent(share(some.filter((line) => line.found).length, some.length)),
        });
      }
  }
  if (ordinary.length > 0) {
    const wrong = share(ordinary.filter((line) => line.found).length, ordinary.length);
    const metric = `${file}: ordinary texts taken for one, of ${ordinary.length}`;
    rows.push(isOutside ? atMost(metric, wrong, 0.005, percent) : { metric, value: percent(wrong) });
  }
}

const texts = [...corpus.values()].flat().map(({ text }) => text);
for (const text of texts.slice(0, 200)) distressIn(text);
const began = performance.now();
for (const text of texts) distressIn(text);
rows.push(
  atMost(
    'time for one text',
    (performance.now() - began) / texts.length,
    1,
    (value) => `${value.toFixed(3)} ms`,
  ),
);
console.log(`kinds: ${distressKinds.join(', ')}`);
printTable(rows);
process.exitCode = missed(rows) ? 1 : 0;
