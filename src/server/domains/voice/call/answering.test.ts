import { expect, test } from 'vitest';
import { callRate } from '#engine/speech/sample-rates.ts';
import type { Chat } from '#server/domains/chat/chat.ts';
import type { DataPart } from '#shared/chat/parts.ts';
import type { ServerEvent } from '#shared/voice/events.ts';
import type { Speaker } from '../ports.ts';
import { createAnswering } from './answering.ts';
import { createSpeechOutput } from './speech-output.ts';

const frameSamples = callRate / 50;
const tone: Speaker = {
  voices: [],
  async *speak(text) {
    for (const _ of text) yield new Float32Array(frameSamples).fill(0.5);
  },
  async close() {},
};

/** A tutor whose chat answers when the test calls `answer`. */
function tutor(parts: DataPart[] = []) {
  const mouth = createSpeechOutput({ speaker: tone, voice: '', language: 'en' });
  const events: ServerEvent[] = [];
  const questions: ((text: string) => void)[] = [];
  const chat = {
    ask: (
      _from: unknown,
      _form: unknown,
      { listener }: { listener: Parameters<Chat['ask']>[2]['listener'] },
    ) =>
      new Promise((accept) => {
        questions.push((text) => {
          accept({ messageId: questions.length, parts });
          listener.text(text);
          listener.end('done');
        });
      }),
    interrupt: async () => {},
  } as unknown as Chat;
  const answering = createAnswering({
    chat,
    mouth,
    asker: { userId: 1, address: '', threadId: 1, language: 'en' },
    now: () => 0,
    tell: (event) => events.push(event),
    speaks: () => {},
    failed: (error) => expect.unreachable(String(error)),
  });
  const nextTick = () => new Promise((resolve) => setImmediate(resolve));
  return {
    answering,
    nextTick,
    /** Lets the chat answer with this text. */
    async answer(text: string) {
      while (questions.length === 0) await nextTick();
      questions.shift()?.(text);
      await nextTick();
    },
    /** Plays everything to its end. */
    async play() {
      for (let quiet = 0; quiet < 20; quiet = mouth.frame() ? 0 : quiet + 1) await nextTick();
    },
    events,
    /** Plays everything to its end; how many frames had sound or a pause in them. */
    async frames() {
      let count = 0;
      for (let quiet = 0; quiet < 20; ) {
        const frame = mouth.frame();
        if (frame) count += 1;
        quiet = frame ? 0 : quiet + 1;
        await nextTick();
      }
      return count;
    },
    said: () =>
      events.flatMap((event) =>
        event.type === 'response.done' && event.status === 'completed' ? [event.heard] : [],
      ),
  };
}

test('a delayed warning is spoken with the time left at that point, and dropped after an urgent one', async () => {
  const { answering, answer, play, nextTick, said } = tutor();
  let left = 60;
  const warning = () => `${left} seconds left.`;
  void answering.ask('a question');
  await answer('A long answer.');
  await answering.announce(warning, false);
  left = 40;
  await play();
  expect(said()).toEqual(['A long answer.', '40 seconds left.']);

  void answering.ask('another');
  await answer('A very long answer.');
  await answering.announce(warning, false);
  left = 10;
  await answering.announce(warning, true);
  await nextTick();
  await play();
  expect(said().slice(2)).toEqual(['10 seconds left.']);
});

test('a warning is spoken even while a question is on its way to the chat', async () => {
  const { answering, answer, play, said } = tutor();
  void answering.ask('a question');
  const warned = answering.announce(() => '60 seconds left.', false);
  await answer('An answer.');
  await warned;
  await play();
  expect(said()).toEqual(['An answer.', '60 seconds left.']);

  void answering.ask('another');
  const urgent = answering.announce(() => '10 seconds left.', true);
  await answer('Another answer.');
  await urgent;
  await play();
  expect(said().slice(2)).toEqual(['10 seconds left.']);
});

test('an answer with help lines shows them at once and is spoken with pauses', async () => {
  const help: DataPart = {
    type: 'data-help',
    id: 'help',
    data: { message: 'Call.', lines: [{ name: 'Emergency', phone: '999', note: '' }] },
  };
  const framesOf = async (parts: DataPart[]) => {
    const { answering, answer, frames, events } = tutor(parts);
    void answering.ask('my dad hits me');
    await answer('Thank you for telling me. It is not your fault.');
    return { count: await frames(), events };
  };
  const plain = await framesOf([]);
  const slow = await framesOf([help]);
  expect(plain.events.some(({ type }) => type === 'response.help')).toBe(false);
  const types = slow.events.map(({ type }) => type);
  expect(types.slice(0, 2)).toEqual(['response.created', 'response.help']);
  expect(slow.events[1]).toMatchObject({ help: help.data });
  expect(slow.count).toBeGreaterThanOrEqual(plain.count + 30);
});
