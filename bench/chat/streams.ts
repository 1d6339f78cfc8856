import { Agent, request } from 'node:http';

const agent = new Agent({ keepAlive: true, maxSockets: 100_000 });

export type ReceivedStream = { firstMs: number; totalMs: number; text: string };

/** Posts a request and reads the event stream to its end. `piece` matches the text of an event. */
export function listen(
  url: string,
  headers: Record<string, string>,
  body: object,
  piece: RegExp,
): Promise<ReceivedStream> {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const received: ReceivedStream = { firstMs: 0, totalMs: 0, text: '' };
    const sent = request(url, {
      method: 'POST',
      agent,
      headers: { 'content-type': 'application/json', ...headers },
    });
    sent.on('response', (response) => {
      let rest = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        const events = (rest + chunk).split('\n\n');
        rest = events.pop() ?? '';
        for (const event of events) {
          const text = piece.exec(event)?.[1];
          if (!text) continue;
          if (received.firstMs === 0) received.firstMs = performance.now() - started;
          received.text += text;
        }
      });
      response.on('end', () => resolve({ ...received, totalMs: performance.now() - started }));
      response.on('error', reject);
    });
    sent.on('error', reject);
    sent.end(JSON.stringify(body));
  });
}

export const ofUpstream = /"content":"([^"]+)"/;
export const ofProduct = /"delta":"([^"]+)"/;
