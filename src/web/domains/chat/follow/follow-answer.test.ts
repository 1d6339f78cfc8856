import { expect, test } from 'vitest';
import type { DataPart } from '#shared/chat/parts.ts';
import { type Following, followAnswer } from './follow-answer.ts';

const answer = '第一步：兩邊減 5。👩‍👧𠮷 第二步：兩邊除以 2。';
const event = (chunk: object) => `data: ${JSON.stringify(chunk)}\n\n`;
const opening =
  event({ type: 'start', messageId: '7', messageMetadata: { thread_id: 1, parent_id: 6, from: 0 } }) +
  event({ type: 'text-start', id: 'text' });
const textEvent = (start: number, text: string) =>
  `id: ${start + text.length}\n${event({ type: 'text-delta', id: 'text', delta: text })}`;
const ending = `${event({ type: 'text-end', id: 'text' })}${event({ type: 'finish', messageMetadata: { state: 'done' } })}data: [DONE]\n\n`;

/** Bytes in pieces of any size; `broken` ends the stream with a network error. */
function streamOf(text: string, pieceBytes = 1_000, broken = false) {
  const bytes = new TextEncoder().encode(text);
  let at = 0;
  return new ReadableStream<Uint8Array>({
    pull(controller) {
      if (at < bytes.length) {
        controller.enqueue(bytes.slice(at, at + pieceBytes));
        at += pieceBytes;
      } else if (broken) controller.error(new TypeError('network error'));
      else controller.close();
    },
  });
}

function follow(options: Partial<Following> & Pick<Following, 'reopen'>) {
  const shown = {
    text: answer.slice(0, options.shown ?? 0),
    parts: [] as DataPart[],
    requested: [] as number[],
  };
  const state = followAnswer({
    shown: 0,
    mayComeBack: (error) => error instanceof TypeError,
    onText: (more) => {
      shown.text += more;
    },
    onPart: (part) => shown.parts.push(part),
    onConnection: () => {},
    pause: async () => {},
    signal: new AbortController().signal,
    ...options,
    reopen: (from) => {
      shown.requested.push(from);
      return options.reopen(from);
    },
  });
  return state.then((ended) => ({ ...shown, ended }));
}

const wordByWord = (from: number) =>
  [...answer.slice(from)].reduce(
    ({ text, at }, letter) => ({ text: text + textEvent(at, letter), at: at + letter.length }),
    { text: opening, at: from },
  ).text;

test('an answer is read whatever the sizes of the pieces in which its bytes arrive', async () => {
  for (const size of [1, 2, 3, 7, 64, 10_000]) {
    const got = await follow({ first: streamOf(wordByWord(0) + ending, size), reopen: never });
    expect(got).toMatchObject({ text: answer, ended: 'done', requested: [] });
  }
});

test('an answer resumes at the exact character, however often the network breaks', async () => {
  let tries = 0;
  const got = await follow({
    reopen: async (from) => {
      tries += 1;
      const rest = wordByWord(from);
      // Each time a little more, also broken in the middle of an event.
      return tries < 8
        ? streamOf(rest.slice(0, opening.length + 90 * tries), 40, tries % 2 === 0)
        : streamOf(rest + ending);
    },
  });
  expect(got).toMatchObject({ text: answer, ended: 'done' });
  expect(tries).toBe(8);
});

test('text is not repeated where the server begins earlier, and a gap makes a new request', async () => {
  const early = await follow({ shown: 9, first: streamOf(wordByWord(0) + ending), reopen: never });
  expect(early.text).toBe(answer);
  const gap = await follow({
    shown: 3,
    first: streamOf(opening + textEvent(5, answer.slice(5, 9)) + ending),
    reopen: async (from) => streamOf(wordByWord(from) + ending),
  });
  expect(gap).toMatchObject({ text: answer, requested: [3], ended: 'done' });
});

test('a permanent error ends the following', async () => {
  const gone = follow({
    reopen: async () => {
      throw new Error('not there');
    },
  });
  await expect(gone).rejects.toThrow('not there');
});

test('an abort ends the following and closes the connection', async () => {
  const leave = new AbortController();
  let isCancelled = false;
  const endless = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      controller.enqueue(new TextEncoder().encode(textEvent(0, answer.slice(0, 1))));
      await new Promise((resolve) => setTimeout(resolve, 1));
    },
    cancel: () => {
      isCancelled = true;
    },
  });
  const got = follow({ first: endless, reopen: never, signal: leave.signal, onPart: () => {} });
  setTimeout(() => leave.abort(), 10);
  expect((await got).ended).toBeUndefined();
  expect(isCancelled).toBe(true);
});

const never = async () => {
  throw new Error('nobody has to ask again');
};
