import { LLMock } from '@copilotkit/aimock';

/** aimock in a separate process: `pace N` streams N words at forty per second; `quick` sends a few words at once. */
const mock = new LLMock({ port: Number(process.env.PORT ?? 0), journalMaxEntries: 1 });
const word = '一步一';
const paced = ({ messages }: { messages: { content: unknown }[] }) => ({
  content: word.repeat(Number(/pace (\d+)/.exec(JSON.stringify(messages.at(-1)?.content))?.[1] ?? 1)),
});
mock.onMessage('pace', paced, { chunkSize: word.length, streamingProfile: { ttft: 25, tps: 40 } });
mock.onMessage('quick', { content: word.repeat(4) }, { chunkSize: word.length });
console.log(`明師 Mingshi  ${await mock.start()}`);
