import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import type { Files } from '#server/ground/files/files.ts';
import type { AssistantRow } from '../tables.ts';
import { promptFor, type Turn } from './prompt.ts';

const files = { get: async (key: string) => Readable.from([Buffer.from(key)]) } as unknown as Files;
const assistant = { systemMessage: '' } as AssistantRow;

const turn = (id: number, role: Turn['role'], text: string, read: (string | null)[] = []): Turn => ({
  id,
  role,
  text,
  wish: null,
  parts: [],
  files: read.map((found, at) => ({ key: `picture ${id} ${at}`, mediaType: 'image/webp', text: found })),
});

const ask = (turns: Turn[], vision: boolean) =>
  promptFor({ vision }, { turns, assistant, locale: 'en', files, begun: '' });

test('a model with vision gets at most four pictures, the latest ones, with that of the question', async () => {
  const turns = Array.from({ length: 6 }, (_, n) => [
    turn(2 * n, 'user', `question ${n}`, [`text of ${n}`]),
    turn(2 * n + 1, 'assistant', 'answer'),
  ]).flat();
  const prompt = await ask(turns.slice(0, -1), true);
  const shown = prompt.flatMap(({ content }) =>
    Array.isArray(content) ? content.filter(({ type }) => type === 'file') : [],
  );
  const keys = shown.map((part) =>
    part.type === 'file' && part.data.type === 'data'
      ? Buffer.from(part.data.data as Uint8Array).toString()
      : '',
  );
  expect(keys).toEqual(['picture 4 0', 'picture 6 0', 'picture 8 0', 'picture 10 0']);
  expect(JSON.stringify(prompt[1])).toContain('text of 0');
});

test('text recognised in files counts towards the length limit of a prompt', async () => {
  const page = 'x'.repeat(8000);
  const turns = Array.from({ length: 9 }, (_, n) => [
    turn(2 * n, 'user', `question ${n}`, [page, page, page, page]),
    turn(2 * n + 1, 'assistant', 'answer'),
  ]).flat();
  const prompt = await ask(turns.slice(0, -1), false);
  expect(JSON.stringify(prompt).length).toBeLessThan(45_000);
  // The question itself is always included whole.
  expect(JSON.stringify(prompt.at(-1))).toContain('question 8');
  expect(JSON.stringify(prompt.at(-1)).length).toBeGreaterThan(32_000);
});
