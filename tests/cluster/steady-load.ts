import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

export type Asked = { method?: string; path: string; headers?: Record<string, string>; body?: string };
export type Answered = { status: number; text: string };

/** node:http instead of `fetch`, which would use as much processor time as the servers under test. */
export function ask(address: string, agent: Agent, { method = 'GET', path, headers = {}, body }: Asked) {
  return new Promise<Answered>((resolve, reject) => {
    const sent = request(`${address}${path}`, { method, headers, agent }, (answer) => {
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (part) => {
        text += part;
      });
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }));
      answer.on('error', reject);
    });
    sent.setTimeout(30_000, () => sent.destroy(new Error('no answer within 30 s')));
    sent.on('error', reject);
    sent.end(body);
  });
}

/** Sends requests at a fixed rate, without waiting for earlier answers. */
export function loadSteadily(address: string, perSecond: number, next: (at: number) => Asked) {
  const agent = new Agent({ keepAlive: true });
  const failed: string[] = [];
  const answered: { path: string; ms: number }[] = [];
  const all: Promise<void>[] = [];
  let isOver = false;

  async function send(asked: Asked) {
    const startedAt = performance.now();
    const name = `${asked.method ?? 'GET'} ${asked.path}`;
    try {
      const { status, text } = await ask(address, agent, asked);
      if (status === 200) answered.push({ path: asked.path, ms: performance.now() - startedAt });
      else failed.push(`${name} answered ${status} ${text.slice(0, 80)}`);
    } catch (error) {
      failed.push(`${name}: ${(error as Error).message}`);
    }
  }

  const startedAt = performance.now();
  const sending = (async () => {
    for (let at = 0; !isOver; at++) {
      await sleep(Math.max(0, startedAt + (at * 1000) / perSecond - performance.now()));
      all.push(send(next(at)));
    }
  })();
  return {
    failed,
    answered,
    async stop() {
      isOver = true;
      await sending;
      await Promise.all(all);
      agent.destroy();
      const seconds = (performance.now() - startedAt) / 1000;
      return { sent: all.length, failed, answered, perSecond: all.length / seconds };
    },
  };
}
