import { randomUUID } from 'node:crypto';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { signedIn } from '#tests/callers.ts';
import { type Family, marketOf, match, type Tutor } from '#tests/market.ts';
import { samplePerson } from '#tests/people.ts';
import { serve } from '#tests/serve.ts';
import { conversationData } from './personal-data.ts';

const market = marketOf(await serve());
const { call, family, tutor } = market;
type Someone = Family | Tutor;

const write = (person: Someone, id: number, text: string, client_key: string = randomUUID()) =>
  call(person, `POST /api/users/conversations/${id}/messages`, { text, client_key });
const read = async (person: Someone, id: number, query = '') =>
  (await call(person, `GET /api/users/conversations/${id}/messages${query}`)).data;
const unread = async (person: Someone) => (await call(person, 'GET /api/users/unread')).data.messages;

async function matched() {
  const [one, two] = [await family(), await tutor()];
  return { one, two, id: await match(market, one, two) };
}

describe('a conversation', () => {
  test('exists for both sides of a match, with the last message and the unread count', async () => {
    const { one, two, id } = await matched();
    const sent = await write(one, id, '星期三可以嗎？');
    expect(sent.data).toMatchObject({ is_mine: true, text: '星期三可以嗎？' });
    const [mine] = (await call(one, 'GET /api/users/conversations')).data.list;
    expect(mine).toMatchObject({ id, my_side: 'family', status: 'trial', unread_count: 0, grade: [12] });
    const [theirs] = (await call(two, 'GET /api/users/conversations')).data.list;
    expect(theirs).toMatchObject({ id, my_side: 'tutor', unread_count: 1, last: { is_mine: false } });
    expect([await unread(one), await unread(two)]).toEqual([0, 1]);
    const done = await call(two, `PUT /api/users/conversations/${id}/read`, { up_to: sent.data.id });
    expect(done.data).toEqual({ unread_count: 0 });
    expect(await unread(two)).toBe(0);
  });

  test('is read backwards, page by page', async () => {
    const { one, two, id } = await matched();
    for (const text of ['一', '二', '三', '四', '五']) await write(one, id, text);
    const latest = await read(two, id, '?page_size=2');
    expect([latest.list.map(({ text }: { text: string }) => text), latest.has_more]).toEqual([
      ['四', '五'],
      true,
    ]);
    const earlier = await read(two, id, `?page_size=3&before=${latest.list[0].id}`);
    expect([earlier.list.map(({ text }: { text: string }) => text), earlier.has_more]).toEqual([
      ['一', '二', '三'],
      false,
    ]);
  });

  test('stores a message that is sent several times once, also concurrently', async () => {
    const { one, id } = await matched();
    const key = randomUUID();
    const answers = await Promise.all([1, 2, 3].map(() => write(one, id, '你好', key)));
    expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1);
    expect((await read(one, id)).list).toHaveLength(1);
  });

  const texts = async (person: Someone, id: number, query = '') =>
    (await read(person, id, query)).list.map(({ text }: { text: string }) => text);
  const share = async (one: Someone, two: Someone, id: number) => {
    for (const person of [one, two])
      await call(person, `PUT /api/users/matches/${id}/contact`, { agree: true });
  };

  test('covers numbers and links for both sides until both share their contacts', async () => {
    const { one, two, id } = await matched();
    const sent = await write(one, id, '我的電話 6123 4567');
    expect(sent.data.text).toBe('我的電話 ▇▇▇');
    expect([await texts(one, id), await texts(two, id)]).toEqual([['我的電話 ▇▇▇'], ['我的電話 ▇▇▇']]);
    await call(one, `PUT /api/users/matches/${id}/contact`, { agree: true });
    expect(await texts(two, id)).toEqual(['我的電話 ▇▇▇']);
    await call(two, `PUT /api/users/matches/${id}/contact`, { agree: true });
    expect([await texts(one, id), await texts(two, id)]).toEqual([
      ['我的電話 6123 4567'],
      ['我的電話 6123 4567'],
    ]);
  });

  test('covers a number told in several messages, over pages and with answers between', async () => {
    const { one, two, id } = await matched();
    await write(one, id, '搵我：612');
    expect(await texts(two, id)).toEqual(['搵我：612']);
    await write(two, id, '好');
    await write(one, id, '345');
    const last = await write(one, id, '67 唔該');
    expect(last.data.text).toBe('▇▇▇ 唔該');
    const covered = ['搵我：▇▇▇', '好', '▇▇▇', '▇▇▇ 唔該'];
    expect([await texts(one, id), await texts(two, id)]).toEqual([covered, covered]);
    expect(await texts(two, id, '?page_size=2')).toEqual(covered.slice(2));
    expect(await texts(two, id, `?page_size=2&before=${(await read(two, id)).list[2].id}`)).toEqual(
      covered.slice(0, 2),
    );
    const [listed] = (await call(two, 'GET /api/users/conversations')).data.list;
    expect(listed.last.text).toBe('▇▇▇ 唔該');
    await share(one, two, id);
    expect(await texts(two, id)).toEqual(['搵我：612', '好', '345', '67 唔該']);
  });

  test('two halves sent at the same time are covered', async () => {
    const { one, two, id } = await matched();
    await Promise.all([write(one, id, '6123'), write(one, id, '6567')]);
    expect(await texts(two, id)).toEqual(['▇▇▇', '▇▇▇']);
  });

  test('shows only the tutor’s surname until both share their contacts', async () => {
    const { one, two, id } = await matched();
    const names = async (person: Someone) => {
      const talk = await call(person, `GET /api/users/conversations/${id}`);
      const { data } = await call(person, `GET /api/users/matches/${id}`);
      const waiting = await call(person, 'GET /api/users/interests');
      const classes = await call(person, 'GET /api/users/classes');
      return [
        talk.data.tutor_name,
        data.tutor.display_name,
        ...waiting.data.list.map(({ tutor }: { tutor: { display_name: string } }) => tutor.display_name),
        ...classes.data.list.map(({ tutor }: { tutor: { display_name: string } }) => tutor.display_name),
      ];
    };
    const family = one.identity === 1 ? one : two;
    for (const name of await names(family)) expect([...name]).toHaveLength(1);
    await share(one, two, id);
    const [talk, made] = await names(family);
    expect([...talk].length).toBeGreaterThan(1);
    expect(made).toBe(talk);
  });

  test('is closed to strangers, and read-only after the match ended', async () => {
    const { one, two, id } = await matched();
    const stranger = await tutor();
    await write(one, id, '你好');
    for (const answer of [
      await write(stranger, id, 'x'),
      await call(stranger, `GET /api/users/conversations/${id}`),
      await call(stranger, `GET /api/users/conversations/${id}/messages`),
      await call(stranger, `PUT /api/users/conversations/${id}/read`, { up_to: 1 }),
    ])
      expect(answer).toMatchObject({ status: 404, code: 1005 });
    expect((await call(stranger, 'GET /api/users/conversations')).data.total).toBe(0);
    await call(one, `PUT /api/users/matches/${id}/end`, {});
    expect(await write(two, id, '再見')).toMatchObject({ code: 2309 });
    expect((await read(two, id)).list).toHaveLength(1);
  });

  test.each([
    ['', 'text'],
    ['   ', 'text'],
    ['長'.repeat(2001), 'text'],
  ])('refuses empty and too long messages', async (text, field) => {
    const { one, id } = await matched();
    expect(Object.keys((await write(one, id, text)).data.fields)).toEqual([field]);
  });

  test('the read position only moves forward, and not beyond the last message', async () => {
    const { one, two, id } = await matched();
    const first = await write(one, id, '一');
    const second = await write(one, id, '二');
    const upTo = (up_to: number) => call(two, `PUT /api/users/conversations/${id}/read`, { up_to });
    expect((await upTo(second.data.id)).data.unread_count).toBe(0);
    expect((await upTo(first.data.id)).data.unread_count).toBe(0);
    await upTo(second.data.id + 1_000_000);
    await write(one, id, '三');
    expect(await unread(two)).toBe(1);
  });

  test('shows how far the other side has read, and who has agreed to share contacts', async () => {
    const { one, two, id } = await matched();
    const of = async (person: Someone) => (await call(person, `GET /api/users/conversations/${id}`)).data;
    const first = await write(one, id, '一');
    await write(one, id, '二');
    expect(await of(one)).toMatchObject({ read_by_other: 0 });
    await call(two, `PUT /api/users/conversations/${id}/read`, { up_to: first.data.id });
    expect(await of(one)).toMatchObject({ read_by_other: first.data.id });
    expect(await of(two)).toMatchObject({ read_by_other: 0, unread_count: 1 });
    await call(one, `PUT /api/users/matches/${id}/contact`, { agree: true });
    expect(await of(one)).toMatchObject({ i_agreed: true, other_agreed: false, contact_shared: false });
    expect(await of(two)).toMatchObject({ i_agreed: false, other_agreed: true });
  });

  test('empties a user’s messages when the user leaves, but keeps their rows', async () => {
    const { one, two, id } = await matched();
    await write(one, id, '我住在太古');
    const { db, transaction } = market.database;
    expect(await conversationData.exportRows(db, samplePerson(one.id))).toMatchObject({
      conversation_messages: [{ text: '我住在太古' }],
    });
    await transaction((tx) => conversationData.forget(tx, samplePerson(one.id)));
    expect((await read(two, id)).list[0].text).toBe('');
  });
});

describe('live events', () => {
  const waitOptions = { timeout: 10_000 };
  /** The events that a user’s page receives, in order. */
  async function watch(person: Someone) {
    const app = market.app;
    app.identifyByCookie = (request) => app.identify(request);
    const base = app.server.listening
      ? `http://127.0.0.1:${(app.server.address() as { port: number }).port}`
      : await app.listen({ host: '127.0.0.1', port: 0 });
    const leaving = new AbortController();
    onTestFinished(() => leaving.abort());
    const response = await fetch(`${base}/api/users/events`, {
      headers: signedIn(person),
      signal: leaving.signal,
    });
    const seen: { kind: string }[] = [];
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    (async () => {
      for (let part = await reader?.read(); part && !part.done; part = await reader?.read())
        for (const [, data] of part.value.matchAll(/^data: (.*)$/gm)) seen.push(JSON.parse(data ?? ''));
    })().catch(() => {});
    return { response, seen };
  }

  test('both sides receive an event for a message and for a notice, and nobody else does', async () => {
    const { one, two, id } = await matched();
    const [first, second, other] = [await watch(one), await watch(two), await watch(await tutor())];
    expect(first.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    await write(one, id, '你好');
    await call(one, `PUT /api/users/matches/${id}/contact`, { agree: true });
    // Events of the match itself may still have been on their way.
    const sinceMessage = ({ seen }: typeof first) =>
      seen.slice(seen.findIndex(({ kind }) => kind === 'message'));
    await vi.waitFor(() => {
      expect(sinceMessage(first)).toEqual([{ kind: 'message', conversation: id }]);
      expect(sinceMessage(second)).toEqual([{ kind: 'message', conversation: id }, { kind: 'notice' }]);
    }, waitOptions);
    expect(other.seen).toEqual([]);
  });

  test('both sides receive exactly one event when a message was read', async () => {
    const { one, two, id } = await matched();
    const [first, second] = [await watch(one), await watch(two)];
    const sent = await write(one, id, '你好');
    for (let turn = 0; turn < 2; turn += 1)
      await call(two, `PUT /api/users/conversations/${id}/read`, { up_to: sent.data.id });
    await write(one, id, '再見');
    await vi.waitFor(() => {
      // Events of the match itself may still be on their way.
      for (const seen of [first, second].map((each) => each.seen.filter(({ kind }) => kind !== 'notice')))
        expect(seen).toEqual([
          { kind: 'message', conversation: id },
          { kind: 'read', conversation: id },
          { kind: 'message', conversation: id },
        ]);
    }, waitOptions);
  });

  test('need a login', async () => {
    const { response } = await watch(undefined as never);
    expect(response.status).toBe(401);
  });
});
