import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { distressKinds } from './kinds.ts';
import type { Example } from './learn.ts';

export type CorpusLine = Example & { lang?: string };

/** The texts of a corpus by file, one JSON object a line; one without a kind is an ordinary text. */
export function readCorpus(folder: string): Map<string, CorpusLine[]> {
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .sort();
  return new Map(files.map((name) => [name, readLines(join(folder, name))]));
}

const readLines = (file: string) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const one = JSON.parse(line) as CorpusLine;
      if (typeof one.text !== 'string' || (one.kind !== undefined && !distressKinds.includes(one.kind)))
        throw new Error(`${file} has a line that is no text with a known kind`);
      return one;
    });
