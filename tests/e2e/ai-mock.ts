import { LLMock } from '@copilotkit/aimock';

/** The answer of the test language model: long enough to be inspected half-way, with mathematics in it. */
export const longAnswer = Array.from(
  { length: 14 },
  (_, n) => `第 ${n + 1} 步：兩邊同時減去 $x^2 - ${n + 1}$，得 \\(x = ${n + 1}\\)，一個要 $5，兩個要 $10。`,
).join('\n\n');
export const otherAnswer = '這是另一個回答。\n\n| x | y |\n|---|---|\n| 1 | 2 |';

/** Long enough to be interrupted while it is spoken. */
const longStory = Array.from(
  { length: 12 },
  (_, n) =>
    `Part ${n + 1}. The old fisherman rowed slowly across the quiet bay and looked for the white bird.`,
).join(' ');

/** An OpenAI-compatible server that runs inside the process of the app server that calls it. */
export async function startAiMock(port: number) {
  const mock = new LLMock({ port });
  const slowly = (tps: number) => ({ chunkSize: 6, streamingProfile: { ttft: 20, tps } });
  mock.onMessage('慢慢講', { content: longAnswer }, slowly(25));
  mock.onMessage('說到我停', { content: longAnswer }, slowly(6));
  mock.onMessage(/story/i, { content: longStory });
  mock.onMessage('cut off', { content: '（接着說完）' });
  mock.onMessage(/./, { content: otherAnswer });
  await mock.start();
}
