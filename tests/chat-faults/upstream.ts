import { once } from 'node:events';
import { createServer, request as forward, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { LLMock } from '@copilotkit/aimock';

const upstreamFaults = ['none', 'killed', 'malformed', 'busy'] as const;
type UpstreamFault = (typeof upstreamFaults)[number];
/** The fault planned for an upstream answer; it is sent as the text of the user's message. */
export type Plan = { id: number; fault: UpstreamFault; at: number; paceMs: number };

/** Lets the server read what was sent before the connection is cut, so that `sentFor` is exact. */
const settleMs = 60;

const tokenPattern = /"content":"((?:[^"\\]|\\.)*)"/;

/** aimock behind a proxy that can cut or garble the answer at any chunk, and records what it forwarded. */
export async function openUpstream() {
  const mock = new LLMock({ port: 0 });
  mock.onMessage('"id"', ({ messages }) => ({ content: answerTo(textOf(messages.at(-1)?.content)) }), {
    chunkSize: 3,
  });
  mock.onMessage('cut off', { content: '（其餘的部分）' });
  const mockUrl = new URL(await mock.start());
  const sent = new Map<number, string>();

  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray());
    const { messages } = JSON.parse(body.toString()) as { messages: { content: unknown }[] };
    const plan = planIn(textOf(messages.at(-1)?.content));
    if (plan?.fault === 'busy') {
      response.writeHead(429, { 'content-type': 'application/json', 'retry-after': '0' });
      response.end('{"error":{"message":"slow down","type":"rate_limit"}}');
      return;
    }
    const passing = forward(mockUrl, { method: 'POST', path: request.url ?? '', headers: request.headers });
    passing.end(body);
    const [answer] = await once(passing, 'response');
    response.writeHead(answer.statusCode, { 'content-type': answer.headers['content-type'] });
    const events = Buffer.concat(await answer.toArray())
      .toString()
      .split('\n\n');
    await pass(events.filter(Boolean), response, plan);
  });

  async function pass(events: string[], response: ServerResponse, plan: Plan | undefined) {
    for (const [index, event] of events.entries()) {
      if (plan && plan.fault !== 'none' && index === plan.at) {
        await sleep(settleMs);
        if (plan.fault === 'killed') return response.destroy();
        response.write('data: {"choices":[{"delta":{"content":"壞掉的\n\n');
      }
      response.write(`${event}\n\n`);
      const text = tokenPattern.exec(event)?.[1];
      // Text after the malformed chunk does not count as sent.
      const counts = plan && (plan.fault !== 'malformed' || index < plan.at);
      if (counts && text) sent.set(plan.id, (sent.get(plan.id) ?? '') + JSON.parse(`"${text}"`));
      if (plan) await sleep(plan.paceMs);
    }
    response.end();
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  return {
    url: `http://127.0.0.1:${port}/v1`,
    /** Without an unpaired surrogate at the end, which cannot be stored as text. */
    sentFor: (id: number) => (sent.get(id) ?? '').replace(/[\ud800-\udbff]$/, ''),
    async close() {
      server.closeAllConnections();
      server.close();
      await mock.stop();
    },
  };
}

/** A unique answer for each plan, always of 40 lines. */
function answerTo(text: string) {
  const { id } = planIn(text) ?? { id: 0 };
  return Array.from(
    { length: 40 },
    (_, line) => `第 ${id}.${line} 步：😀 ${line} + ${id} = ${line + id}。`,
  ).join('\n');
}

function planIn(text: string): Plan | undefined {
  return text.startsWith('{') ? (JSON.parse(text) as Plan) : undefined;
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content.map((part: { text?: string }) => part.text ?? '').join('');
}
