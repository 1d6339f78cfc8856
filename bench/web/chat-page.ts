import { randomUUID } from 'node:crypto';

/** Questions whose answers have many formulas; as many as a visitor's free trial allows. */
export const questions = [
  '解方程 2x + 5 = 13',
  '因式分解 x^2 - 5x + 6',
  '解方程 x^2 - 2x - 1 = 0',
  '求導 x^3 - 3x',
  '計算 3/4 + 5/6',
];

export type Conversation = { id: number; path: string; cookie: { name: string; value: string } };

/** Creates a conversation with the built-in tutor as a visitor without login. */
export async function createConversation(url: string, texts: readonly string[]): Promise<Conversation> {
  const calls = `${url}/api_ai/chat_ai`;
  const post = (path: string, body: object, cookie = '') =>
    fetch(`${calls}/${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'accept-language': 'zh-Hant',
        ...(cookie && { cookie }),
      },
      body: JSON.stringify(body),
    });
  const created = await post('threads', { assistant_id: 1 });
  const [name = '', value = ''] = (created.headers.getSetCookie()[0] ?? '').split(';')[0]?.split('=') ?? [];
  const { data } = (await created.json()) as { data: { id: number } };
  for (const text of texts) {
    const body = { thread_id: data.id, text, client_key: randomUUID() };
    const answer = await (await post('messages', body, `${name}=${value}`)).text();
    if (!answer.includes('"state":"done"')) throw new Error(`no answer to ${text}: ${answer.slice(0, 200)}`);
  }
  return { id: data.id, path: `/aitutor/${data.id}`, cookie: { name, value } };
}
