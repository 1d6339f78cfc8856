/**
 * Endpoints that misbehave, over a real socket: what is stored, what it costs, and how long the student
 * waits.
 */
import { randomUUID } from 'node:crypto';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createChatClient, eventually } from '#tests/chat.ts';
import { serve } from '#tests/serve.ts';

type Delta = Record<string, unknown>;
type Say = { chunk: (delta: Delta, reason?: string | null) => void; usage: () => void; done: () => void };
const behaviours: Record<string, (say: Say, response: ServerResponse) => unknown> = {
  長度(say) {
    say.chunk({ content: '第一步：3 + 4 = 7。然後' });
    say.chunk({}, 'length');
    say.usage();
    say.done();
  },
  過濾(say) {
    say.chunk({ role: 'assistant', content: '' });
    say.chunk({}, 'content_filter');
    say.done();
  },
  濾半(say) {
    say.chunk({ content: '先想想。' });
    say.chunk({}, 'content_filter');
    say.done();
  },
  拒絕(say) {
    say.chunk({ content: null, refusal: '對不起，' });
    say.chunk({ content: null, refusal: '我幫不到這個。' });
    say.chunk({}, 'stop');
    say.done();
  },
  async 思考(say) {
    for (let n = 0; n < 12; n += 1) {
      say.chunk({ content: null, reasoning_content: '想' });
      await sleep(100);
    }
    say.chunk({ content: '想好了。' });
    say.chunk({}, 'stop');
    say.done();
  },
  async 斷線(say, response) {
    say.chunk({ content: '說完了。' });
    say.chunk({}, 'stop');
    say.done();
    await sleep(20);
    response.destroy();
  },
  async 不完(say, response) {
    for (let n = 0; n < 2_000 && !response.destroyed; n += 1) {
      say.chunk({
        tool_calls: [{ index: 0, id: 'a', function: { name: 'plot', arguments: 'x'.repeat(1000) } }],
      });
      if (n % 20 === 0) await sleep(1);
    }
    response.destroy();
  },
  空(say) {
    say.chunk({ role: 'assistant', content: '' });
    say.chunk({}, 'stop');
    say.done();
  },
  只想(say) {
    say.chunk({ content: null, reasoning_content: '想' });
    say.chunk({}, 'stop');
    say.done();
  },
  錯誤(_, response) {
    response.end(JSON.stringify({ error: { message: 'no such model' } }));
  },
  async 算錯(say, response) {
    say.chunk({ content: '先算：7 × 8 = 54。再算：12 × 12 = 14' });
    while (!response.destroyed) {
      await sleep(50);
      say.chunk({ content: '4' });
    }
  },
  好的(say) {
    say.chunk({ content: '好的。' });
    say.chunk({}, 'stop');
    say.usage();
    say.done();
  },
};

let upstream: Server;
let requests: string[] = [];
const url = await new Promise<string>((resolve) => {
  upstream = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece) => pieces.push(piece));
    request.on('end', async () => {
      const body = JSON.parse(Buffer.concat(pieces).toString());
      const questions = JSON.stringify(body.messages.filter(({ role }: { role: string }) => role === 'user'));
      requests.push(questions);
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const line = (data: unknown) => void response.write(`data: ${JSON.stringify(data)}\n\n`);
      const say: Say = {
        chunk: (delta, reason = null) => line({ choices: [{ index: 0, delta, finish_reason: reason }] }),
        usage: () => line({ choices: [], usage: { prompt_tokens: 50, completion_tokens: 9 } }),
        done: () => void response.write('data: [DONE]\n\n'),
      };
      const [, behaviour] = Object.entries(behaviours).find(([word]) => questions.includes(word)) ?? [];
      await behaviour?.(say, response);
      if (!response.destroyed) response.end();
    });
  }).listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(upstream.address() as AddressInfo).port}/v1`));
});
afterAll(() => {
  upstream.closeAllConnections();
  upstream.close();
});

/** Each failure has an endpoint of its own, whose circuit breaker it may trip. */
const frail = ['frail-0', 'frail-1', 'frail-2', 'frail-3'];
const failing = 2;
const endpoint = { base_url: url, model: 'odd', price_in: 1_000, price_out: 2_000 };
const world = await serve({
  environment: {
    AI_ENDPOINTS: JSON.stringify({
      odd: endpoint,
      ...Object.fromEntries(frail.map((name) => [name, endpoint])),
    }),
    AI_FIRST_TOKEN_TIMEOUT_MS: '600',
    AI_BREAKER_FAILURES: '5',
  },
});
let origin: string;
beforeAll(async () => {
  origin = await world.listen();
  await world.run(sql`update chat_assistants set endpoints = '{odd}'`);
});

async function newUser() {
  const { browser, id } = await world.registered();
  return { ...createChatClient(origin, { authorization: `Bearer ${browser.tokens.ai}` }), id };
}

describe('an answer', () => {
  test('cut at the length limit of the endpoint can be continued, and does not count as a failure', async () => {
    const me = await newUser();
    for (let n = 0; n < 4; n += 1) {
      const thread = await me.newThread();
      const shown = await me.send(thread, '長度');
      expect(shown).toMatchObject({ state: 'interrupted', text: '第一步：3 + 4 = 7。然後' });
    }
    expect(await me.remaining()).toBe(100);
    const { rows } = await world.run(sql`
      select sum(input_tokens)::int as input, sum(output_tokens)::int as output from chat_spend where endpoint = 'odd'`);
    expect(rows[0]).toEqual({ input: 200, output: 36 });
    expect(await me.send(await me.newThread(), '好的')).toMatchObject({ state: 'done' });
  });

  test('withheld by a content filter becomes a kind refusal; it and a refusal by the model cost nothing, and do not trip the circuit breaker', async () => {
    const me = await newUser();
    requests = [];
    for (let n = 0; n < 3; n += 1) {
      const shown = await me.send(await me.newThread(), '過濾');
      expect(shown).toMatchObject({ state: 'done' });
      expect(shown.text).toMatch(/^對不起，.*一起想。$/);
    }
    expect(requests).toHaveLength(3);
    expect((await me.send(await me.newThread(), '拒絕')).text).toBe('對不起，我幫不到這個。');
    expect(await me.remaining()).toBe(100);
    expect((await me.send(await me.newThread(), '濾半')).text).toMatch(/^先想想。\n\n對不起/);
    expect(await me.send(await me.newThread(), '好的')).toMatchObject({ state: 'done' });
  });

  test('may take longer than the first-token timeout while the model is reasoning', {
    tags: ['whole'],
  }, async () => {
    const me = await newUser();
    requests = [];
    expect(await me.send(await me.newThread(), '思考')).toMatchObject({ state: 'done', text: '想好了。' });
    expect(requests).toHaveLength(1);
  });

  test('is complete when the endpoint breaks the connection after its last event', async () => {
    const me = await newUser();
    expect(await me.send(await me.newThread(), '斷線')).toMatchObject({ state: 'done', text: '說完了。' });
  });

  test.each([...['空', '只想', '錯誤', '不完'].entries()])(
    'without any text (%i %s) fails, and costs nothing',
    async (at, word) => {
      await world.run(
        sql`update chat_assistants set endpoints = array[${frail[at]}::text] where id = ${failing}`,
      );
      requests = [];
      const me = await newUser();
      expect(await me.send(await me.newThread(failing), word)).toMatchObject({ state: 'failed', text: '' });
      expect(requests).toHaveLength(2);
      expect(await me.remaining(failing)).toBe(100);
    },
  );

  test('that is stopped is checked as far as it came, has its cost counted, and is checked again when continued', async () => {
    const me = await newUser();
    const thread = await me.newThread();
    // Starts the thread that checks.
    await me.send(await me.newThread(), '長度');
    let isAsked = false;
    const shown = await me.send(thread, '算錯', {}, ({ text, messageId }) => {
      if (text.includes('14') && !isAsked) {
        isAsked = true;
        void me.call('POST', `messages/${messageId}/stop`);
      }
      return false;
    });
    expect(shown.state).toBe('stopped');
    const checks = shown.parts.filter(({ type }) => type === 'data-checks');
    expect(checks).toMatchObject([{ data: { checked: 0, mismatches: [{ statement: '7 × 8 = 54' }] } }]);
    const { rows } = await world.run(sql`
      select input_tokens > 100 as is_asked, output_tokens as output from chat_generations
      where message_id = ${shown.messageId}`);
    expect(rows).toEqual([{ is_asked: true, output: expect.any(Number) }]);
    expect(rows[0]?.output).toBeGreaterThan(10);
    // Continued and stopped again: each part occurs once.
    const more = await me.stream(
      'POST',
      `messages/${shown.messageId}/continue`,
      { client_key: randomUUID() },
      ({ text, messageId }) => {
        if (text.includes('7 × 8')) void me.call('POST', `messages/${messageId}/stop`);
        return false;
      },
    );
    expect(more.state).toBe('stopped');
    const parts = (await me.messages(thread)).at(-1).parts.map(({ id }: { id: string }) => id);
    expect(parts).toEqual(['checks']);
  });
});

test('the cost of an answer that is deleted while it is written is counted', async () => {
  const me = await newUser();
  await world.run(sql`delete from chat_spend`);
  const thread = await me.newThread();
  await me.send(thread, '算錯', {}, ({ text }) => text.includes('12'));
  await me.call('DELETE', `threads/${thread}`);
  await eventually(async () => {
    const { rows } = await world.run(sql`
      select from chat_spend where endpoint = 'odd' and output_tokens > 10 and spend_micros > 0 and failed = 1`);
    return rows.length === 1;
  });
});

test('a client key that was used for a regeneration is refused as a conflict', async () => {
  const me = await newUser();
  const thread = await me.newThread();
  const shown = await me.send(thread, '好的');
  const client_key = randomUUID();
  await me.stream('POST', `messages/${shown.messageId}/regenerate`, { client_key });
  await expect(me.send(thread, '好的', { client_key })).rejects.toMatchObject({ code: 1012 });
});
