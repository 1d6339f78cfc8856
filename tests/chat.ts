import { randomUUID } from 'node:crypto';
import type { DataPart } from '#shared/chat/parts.ts';

/** What a page shows of a streamed answer. */
export type Shown = {
  messageId: number;
  threadId: number;
  from: number;
  text: string;
  parts: DataPart[];
  state: string | undefined;
  /** The id of the last event, which is the length of the text up to it. */
  lastId: number;
  isDone: boolean;
};

export type ChatClient = ReturnType<typeof createChatClient>;

/** A chat client over HTTP: signed in by the headers `who`, or as an anonymous device with a cookie. */
export function createChatClient(origin: string, who: Record<string, string> = {}) {
  let cookie = '';
  async function request(method: string, path: string, body?: unknown, signal?: AbortSignal) {
    const response = await fetch(`${origin}/api_ai/chat_ai/${path}`, {
      method,
      headers: {
        'accept-language': 'zh-Hant',
        ...who,
        ...(cookie && { cookie }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    });
    const set = response.headers.getSetCookie().find((line) => line.startsWith('chat_device='));
    if (set) cookie = set.split(';')[0] ?? '';
    return response;
  }
  async function call(method: string, path: string, body?: unknown) {
    const response = await request(method, path, body);
    return { status: response.status, ...(await response.json()) };
  }
  /** Reads the event stream to its end, or until `until` returns true; then it aborts the connection. */
  async function stream(
    method: string,
    path: string,
    body?: unknown,
    until: (shown: Shown) => boolean = () => false,
  ): Promise<Shown> {
    const cut = new AbortController();
    const response = await request(method, path, body, cut.signal);
    if (!response.headers.get('content-type')?.startsWith('text/event-stream'))
      throw Object.assign(new Error('no stream'), await response.json());
    const shown: Shown = {
      messageId: 0,
      threadId: 0,
      from: 0,
      text: '',
      parts: [],
      state: undefined,
      lastId: 0,
      isDone: false,
    };
    let rest = '';
    const decoder = new TextDecoder();
    try {
      for await (const bytes of response.body as ReadableStream<Uint8Array>) {
        const events = (rest + decoder.decode(bytes, { stream: true })).split('\n\n');
        rest = events.pop() ?? '';
        for (const event of events) take(shown, event);
        if (until(shown)) {
          cut.abort();
          return shown;
        }
      }
    } catch (error) {
      // Aborted by `until`, or the server died: what was received so far still counts as shown.
      if (!cut.signal.aborted && !(error instanceof TypeError)) throw error;
    }
    return shown;
  }
  return {
    call,
    stream,
    text: async (path: string) => (await request('GET', path)).text(),
    cookie: () => cookie,
    async newThread(assistantId = 1): Promise<number> {
      const answer = await call('POST', 'threads', { assistant_id: assistantId });
      if (answer.code !== 0) throw Object.assign(new Error('no thread'), answer);
      return answer.data.id;
    },
    send: (threadId: number, text: string, options: object = {}, until?: (shown: Shown) => boolean) =>
      stream('POST', 'messages', { thread_id: threadId, text, client_key: randomUUID(), ...options }, until),
    follow: (messageId: number, from = 0, until?: (shown: Shown) => boolean) =>
      stream('GET', `messages/${messageId}/stream?from=${from}`, undefined, until),
    messages: async (threadId: number) => (await call('GET', `messages?thread_id=${threadId}`)).data.list,
    remaining: async (assistantId = 1): Promise<number> =>
      (await call('GET', 'assistants')).data.list.find(({ id }: { id: number }) => id === assistantId)
        .remaining_count,
  };
}

function take(shown: Shown, event: string) {
  const data = /^data: (.*)$/m.exec(event)?.[1];
  const id = /^id: (\d+)$/m.exec(event)?.[1];
  if (id) shown.lastId = Number(id);
  if (data === undefined) return;
  if (data === '[DONE]') {
    shown.isDone = true;
    return;
  }
  const chunk = JSON.parse(data);
  if (chunk.type === 'start') {
    shown.messageId = Number(chunk.messageId);
    shown.threadId = chunk.messageMetadata.thread_id;
    shown.from = chunk.messageMetadata.from;
  } else if (chunk.type === 'text-delta') shown.text += chunk.delta;
  else if (chunk.type.startsWith('data-')) shown.parts.push(chunk);
  else if (chunk.type === 'finish') shown.state = chunk.messageMetadata.state;
}

/** Waits until `isTrue` returns true; throws after `ms`. */
export async function eventually(isTrue: () => Promise<boolean>, ms = 10_000) {
  const until = Date.now() + ms;
  while (!(await isTrue())) {
    if (Date.now() > until) throw new Error('it did not come to be in time');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
