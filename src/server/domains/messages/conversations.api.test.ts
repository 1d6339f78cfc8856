import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { interestData } from '#server/domains/interest/personal-data.ts';
import { talkRules } from '#shared/rules/talk-rules.ts';
import { signedIn } from '#tests/callers.ts';
import * as made from '#tests/documents.ts';
import { type Family, marketOf, match, type Tutor, talkOf } from '#tests/market.ts';
import { multipartBody } from '#tests/multipart.ts';
import { samplePerson } from '#tests/people.ts';
import { serve } from '#tests/serve.ts';
import { conversationData } from './personal-data.ts';
import { removeUnsentTalkFile } from './talk-files.ts';

const market = marketOf(await serve());
const { call, family, tutor } = market;
type Someone = Family | Tutor;
// A conversation is named by its interest, never by its match: the two have different ids here.
await market.query('alter sequence interests_id_seq restart with 70001');

const write = (person: Someone, id: number, text: string, client_key: string = randomUUID()) =>
  call(person, `POST /api/users/conversations/${id}/messages`, { text, client_key });
const send = (person: Someone, id: number, message: object) =>
  call(person, `POST /api/users/conversations/${id}/messages`, { client_key: randomUUID(), ...message });
const photo = await made.photoWithPlace();
async function upload(person: Someone, id: number, bytes: Uint8Array, client_key: string = randomUUID()) {
  const body = multipartBody({ client_key }, { name: 'file', type: 'image/jpeg', bytes });
  const response = await market.app.inject({
    method: 'POST',
    url: `/api/users/conversations/${id}/files`,
    headers: { ...signedIn(person), ...body.headers },
    payload: body.payload,
  });
  return response.json();
}
const read = async (person: Someone, id: number, query = '') =>
  (await call(person, `GET /api/users/conversations/${id}/messages${query}`)).data;
const unread = async (person: Someone) => (await call(person, 'GET /api/users/unread')).data.messages;

async function matched() {
  const [one, two] = [await family(), await tutor()];
  const matchId = await match(market, one, two);
  return { one, two, matchId, id: await talkOf(market, matchId) };
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
  const share = async (one: Someone, two: Someone, matchId: number) => {
    for (const person of [one, two])
      await call(person, `PUT /api/users/matches/${matchId}/contact`, { agree: true });
  };

  test('covers numbers and links for both sides until both share their contacts', async () => {
    const { one, two, id, matchId } = await matched();
    const sent = await write(one, id, '我的電話 6123 4567');
    expect(sent.data.text).toBe('我的電話 ▇▇▇');
    expect([await texts(one, id), await texts(two, id)]).toEqual([['我的電話 ▇▇▇'], ['我的電話 ▇▇▇']]);
    await call(one, `PUT /api/users/matches/${matchId}/contact`, { agree: true });
    expect(await texts(two, id)).toEqual(['我的電話 ▇▇▇']);
    await call(two, `PUT /api/users/matches/${matchId}/contact`, { agree: true });
    expect([await texts(one, id), await texts(two, id)]).toEqual([
      ['我的電話 6123 4567'],
      ['我的電話 6123 4567'],
    ]);
  });

  test('covers a number told in several messages, over pages and with answers between', async () => {
    const { one, two, id, matchId } = await matched();
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
    await share(one, two, matchId);
    expect(await texts(two, id)).toEqual(['搵我：612', '好', '345', '67 唔該']);
  });

  test('two halves sent at the same time are covered', async () => {
    const { one, two, id } = await matched();
    await Promise.all([write(one, id, '6123'), write(one, id, '6567')]);
    expect(await texts(two, id)).toEqual(['▇▇▇', '▇▇▇']);
  });

  test('shows only the tutor’s surname until both share their contacts', async () => {
    const { one, two, id, matchId } = await matched();
    const names = async (person: Someone) => {
      const talk = await call(person, `GET /api/users/conversations/${id}`);
      const { data } = await call(person, `GET /api/users/matches/${matchId}`);
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
    await share(one, two, matchId);
    const [talk, made] = await names(family);
    expect([...talk].length).toBeGreaterThan(1);
    expect(made).toBe(talk);
  });

  test('is closed to strangers, and read-only after the match ended', async () => {
    const { one, two, id, matchId } = await matched();
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
    await call(one, `PUT /api/users/matches/${matchId}/end`, {});
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
    const { one, two, id, matchId } = await matched();
    const of = async (person: Someone) => (await call(person, `GET /api/users/conversations/${id}`)).data;
    const first = await write(one, id, '一');
    await write(one, id, '二');
    expect(await of(one)).toMatchObject({ read_by_other: 0 });
    await call(two, `PUT /api/users/conversations/${id}/read`, { up_to: first.data.id });
    expect(await of(one)).toMatchObject({ read_by_other: first.data.id });
    expect(await of(two)).toMatchObject({ read_by_other: 0, unread_count: 1 });
    await call(one, `PUT /api/users/matches/${matchId}/contact`, { agree: true });
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

describe('a conversation before the decision', () => {
  async function asked() {
    const [one, two] = [await family(), await tutor()];
    const invited = await market.invite(one, two, { price: 300 });
    return { one, two, id: invited.data.id as number };
  }
  const of = async (person: Someone, id: number) =>
    (await call(person, `GET /api/users/conversations/${id}`)).data;

  test('opens with the invitation, covers numbers, and goes on in the match', async () => {
    const { one, two, id } = await asked();
    expect(await of(two, id)).toMatchObject({
      ...{
        id,
        my_side: 'tutor',
        asked_by: 'family',
        interest_status: 'pending',
        match_id: null,
        status: null,
      },
      ...{ case_id: one.caseId, listing_id: two.listingId, price: 300, slots: [], can_write: true },
    });
    for (const person of [one, two]) {
      const { list } = (await call(person, 'GET /api/users/interests')).data;
      expect(list).toMatchObject([{ id, can_talk: true }]);
      expect((await call(person, 'GET /api/users/conversations')).data).toMatchObject({ total: 1 });
    }
    await write(two, id, '星期幾方便？我的電話 6123 4567');
    expect((await read(one, id)).list).toMatchObject([{ text: '星期幾方便？我的電話 ▇▇▇' }]);
    expect(await unread(one)).toBe(1);
    const made = await market.accept(two, id);
    expect(await of(one, id)).toMatchObject({
      ...{
        id,
        interest_status: 'accepted',
        match_id: made.data.match_id,
        status: 'trial',
        unanswered_left: null,
      },
      last: { text: '星期幾方便？我的電話 ▇▇▇' },
    });
    expect(await write(one, id, '星期三')).toMatchObject({ code: 0 });
  });

  test.each([
    ['declined', 'two'],
    ['withdrawn', 'one'],
    ['closed', 'one'],
  ] as const)('is read only once it was %s', async (status, by) => {
    const { id, ...people } = await asked();
    const { one, two } = people;
    await write(two, id, '你好');
    const closing = {
      declined: () => market.act(people[by], { action: 'decline', interest_id: id }),
      withdrawn: () => market.act(people[by], { action: 'withdraw', interest_id: id }),
      closed: () => call(one, `PUT /api/users/case_offline/${one.caseId}`),
    };
    expect(await closing[status]()).toMatchObject({ code: 0 });
    for (const person of [one, two]) {
      expect(await write(person, id, '還在嗎')).toMatchObject({ status: 409, code: 2304 });
      expect(await upload(person, id, photo)).toMatchObject({ code: 2304 });
      expect(await of(person, id)).toMatchObject({ interest_status: status, can_write: false });
      expect((await read(person, id)).list).toHaveLength(1);
    }
  });

  test('covers a number that is begun in the line of the invitation and ended in a message', async () => {
    const [one, two] = [await family(), await tutor()];
    const { id } = (await market.invite(one, two, { message: '請打 6123' })).data;
    const line = async () => (await call(two, `GET /api/users/interests/${id}`)).data.message;
    expect(await line()).toBe('請打 6123');
    expect((await write(one, id, '4567 唔該')).data.text).toBe('▇▇▇ 唔該');
    expect(await line()).toBe('請打 ▇▇▇');
    expect((await read(two, id)).list).toMatchObject([{ text: '▇▇▇ 唔該' }]);
    expect((await of(two, id)).last.text).toBe('▇▇▇ 唔該');
  });

  test('that came to nothing without a word is not listed', async () => {
    const { one, two, id } = await asked();
    await market.act(two, { action: 'decline', interest_id: id });
    for (const person of [one, two]) {
      expect((await call(person, 'GET /api/users/conversations')).data).toMatchObject({ total: 0, list: [] });
      expect((await call(person, `GET /api/users/interests/${id}`)).data).toMatchObject({ can_talk: false });
    }
  });

  test('takes ten messages in a row, also at the same time, until the other answers or accepts', async () => {
    const { one, two, id } = await asked();
    const key = randomUUID();
    const sent = await Promise.all(
      Array.from({ length: 12 }, (_, at) => write(one, id, `第 ${at} 句`, at === 0 ? key : randomUUID())),
    );
    expect(sent.filter(({ code }) => code === 0)).toHaveLength(10);
    expect(sent.filter(({ code }) => code === 2330)).toHaveLength(2);
    expect(await of(one, id)).toMatchObject({ unanswered_left: 0, can_write: true });
    expect(await of(two, id)).toMatchObject({ unanswered_left: 10 });
    const [first] = (await read(one, id)).list;
    if (sent[0]?.code === 0) expect(await write(one, id, '第 0 句', key)).toMatchObject({ code: 0 });
    expect(first).toBeDefined();
    await write(two, id, '好');
    expect(await write(one, id, '謝謝')).toMatchObject({ code: 0 });
    expect(await of(one, id)).toMatchObject({ unanswered_left: 9 });
    for (let at = 0; at < 9; at++) await write(one, id, '再問');
    expect(await write(one, id, '再問')).toMatchObject({ code: 2330 });
    await market.accept(two, id);
    expect(await write(one, id, '試堂見')).toMatchObject({ code: 0 });
  });

  test('goes with the application when one side leaves, with what both had sent', async () => {
    const { one, two, id } = await asked();
    const file = await upload(two, id, photo);
    await send(two, id, { files: [file.data.id] });
    const [{ file_key, preview_key }] = (await market.query(
      'select file_key, preview_key from conversation_files where id = $1',
      [file.data.id],
    )) as [{ file_key: string; preview_key: string }];
    const { transaction } = market.database;
    await transaction((tx) => interestData.forget(tx, samplePerson(one.id)));
    expect(await call(two, `GET /api/users/conversations/${id}`)).toMatchObject({ code: 1005 });
    const jobs = await market.query(`
      select payload from graphile_worker.complete_jobs(
        array(select id from graphile_worker.jobs where task_identifier = 'delete-files'))`);
    expect(jobs).toEqual([{ payload: { keys: [file_key, preview_key] } }]);
  });
});

describe('photos and PDFs', () => {
  const download = (person: Someone, id: number, size = 'whole') =>
    market.app.inject({ url: `/api/users/conversation_files/${id}?size=${size}`, headers: signedIn(person) });

  test('are uploaded, sent in their order and seen by the two sides only', async () => {
    const { one, two, id } = await matched();
    const picture = await upload(one, id, photo);
    const paper = await upload(one, id, await made.pdf(undefined, 3));
    expect(picture.data).toMatchObject({ media_type: 'image/webp', width: 200, height: 300, pages: 1 });
    expect(paper.data).toMatchObject({ media_type: 'application/pdf', pages: 3 });
    expect((await download(two, picture.data.id)).statusCode).toBe(404);
    const sent = await send(one, id, { files: [paper.data.id, picture.data.id] });
    expect(sent.data).toMatchObject({ text: '', files: [{ id: paper.data.id }, { id: picture.data.id }] });
    expect((await read(two, id)).list[0].files).toHaveLength(2);
    const { data } = await call(two, 'GET /api/users/conversations');
    expect(data.list[0].last.files).toHaveLength(2);
    for (const person of [one, two]) {
      const whole = await download(person, picture.data.id);
      expect([whole.statusCode, whole.headers['content-type'], whole.headers['cache-control']]).toEqual([
        200,
        'image/webp',
        'no-store',
      ]);
      expect(made.hasSecret(whole.rawPayload)).toBe(false);
      expect((await download(person, paper.data.id)).headers['content-type']).toBe('application/pdf');
      const small = await download(person, paper.data.id, 'small');
      expect(small.headers['content-type']).toBe('image/webp');
      expect(await sharp(small.rawPayload).metadata()).toMatchObject({
        width: paper.data.width,
        height: paper.data.height,
      });
    }
    const stranger = await tutor();
    expect((await download(stranger, picture.data.id)).statusCode).toBe(404);
    expect(await upload(stranger, id, photo)).toMatchObject({ code: 1005 });
    await call(one, 'POST /api/users/blocks', { place: 'conversation', place_id: id });
    for (const person of [one, two]) expect((await download(person, picture.data.id)).statusCode).toBe(404);
  });

  test('of an iPhone are converted', async () => {
    const { one, id } = await matched();
    const { data } = await upload(one, id, await readFile('tests/fixtures/drawn.heic'));
    expect(data).toMatchObject({ media_type: 'image/webp', pages: 1 });
  });

  test('are refused where they are no picture or PDF, and stay with who uploaded them for this conversation', async () => {
    const { one, two, id } = await matched();
    const other = await matched();
    expect(await upload(one, id, Buffer.from('<svg onload="alert(1)"/>'))).toMatchObject({ code: 1007 });
    expect(await upload(one, id, await made.scriptedPdf())).toMatchObject({ code: 1007 });
    const file = (await upload(one, id, photo)).data.id;
    for (const [person, talk, files] of [
      [two, id, [file]],
      [other.one, other.id, [file]],
      [one, id, [file, 987654321]],
      [one, id, [1, 2, 3, 4, 5, 6, 7]],
    ] as const)
      expect(await send(person, talk, { files })).toMatchObject({ code: 1001 });
    expect(await send(one, id, { files: [file], text: '看這頁' })).toMatchObject({ code: 0 });
    expect(await send(one, id, { files: [file] })).toMatchObject({ code: 1001 });
    expect((await read(two, id)).list).toMatchObject([{ text: '看這頁', files: [{ id: file }] }]);
  });

  test('sent twice with one key are one, and a day has its limit', async () => {
    const { one, id } = await matched();
    const key = randomUUID();
    const twice = await Promise.all([upload(one, id, photo, key), upload(one, id, photo, key)]);
    expect(new Set(twice.map(({ data }) => data.id)).size).toBe(1);
    await market.query(
      `insert into conversation_files (interest_id, user_id, client_key, file_key, preview_key, media_type,
         byte_size, width, height)
       select $1, $2::bigint, gen_random_uuid(), 'talk/x' || n || '-' || $2::text, 'talk/y' || n || '-' || $2::text, 'image/webp', 9, 9, 9
       from generate_series(2, ${talkRules.filesPerDay}) n`,
      [id, one.id],
    );
    expect(await upload(one, id, photo)).toMatchObject({
      code: 2008,
      data: { limit: talkRules.filesPerDay },
    });
  });

  test('that were never sent are deleted after a day, and what was sent stays', async () => {
    const { one, id } = await matched();
    const [left, kept] = [(await upload(one, id, photo)).data.id, (await upload(one, id, photo)).data.id];
    await send(one, id, { files: [kept] });
    const keyOf = async (file: number) =>
      (await market.query('select file_key from conversation_files where id = $1', [file]))[0]?.file_key;
    const keys = [await keyOf(left), await keyOf(kept)];
    for (const key of keys)
      await removeUnsentTalkFile(market.files).run({ key }, { database: market.database } as never);
    expect(await keyOf(left)).toBeUndefined();
    expect(await market.files.size(keys[0])).toBeUndefined();
    expect(await market.files.size(`${keys[0]}-small`)).toBeUndefined();
    expect(await market.files.size(keys[1])).toBeGreaterThan(0);
  });

  test('are exported, and deleted with the account', async () => {
    const { one, two, id } = await matched();
    const file = (await upload(one, id, photo)).data.id;
    await send(one, id, { files: [file] });
    const person = samplePerson(one.id);
    const { db, transaction } = market.database;
    expect(await conversationData.exportRows(db, person)).toMatchObject({
      conversation_files: [{ pages: 1 }],
    });
    expect((await conversationData.files?.(db, person))?.map(({ name }) => name)).toEqual([
      `message-${file}.webp`,
      `message-${file}-small.webp`,
    ]);
    await transaction((tx) => conversationData.forget(tx, person));
    expect((await download(two, file)).statusCode).toBe(404);
    expect((await read(two, id)).list).toMatchObject([{ text: '', files: [] }]);
  });

  test('are opened by an operator only with a reported message beside them, which is logged', async () => {
    const { one, two, id } = await matched();
    const file = (await upload(two, id, photo)).data.id;
    const sent = await send(two, id, { files: [file] });
    const operator = { ...(await market.people.operator()), operator: true };
    const words = { kind: 'harassment', words: '不當的照片', place: 'conversation', place_id: id };
    const filed = await call(one, 'POST /api/users/reports', { ...words, messages: [sent.data.id] });
    const report = filed.data.report_id;
    const reading = await call(operator, `POST /api/operator/reports/${report}/reading`, { reason: '查看' });
    expect(reading.data.list).toMatchObject([{ files: [{ id: file }] }]);
    const open = async (report: number, file: number) =>
      (
        await market.app.inject({
          url: `/api/operator/reports/${report}/files/${file}`,
          headers: signedIn(operator),
        })
      ).statusCode;
    expect(await open(report, file)).toBe(200);
    const elsewhere = await matched();
    const other = (await upload(elsewhere.one, elsewhere.id, photo)).data.id;
    await send(elsewhere.one, elsewhere.id, { files: [other] });
    expect(await open(report, other)).toBe(404);
    expect(
      await market.query(
        `select params from audit_log where action = 'reports.file_opened' and about_user = $1`,
        [two.id],
      ),
    ).toEqual([{ params: { report, file } }]);
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
    const { one, two, id, matchId } = await matched();
    const [first, second, other] = [await watch(one), await watch(two), await watch(await tutor())];
    expect(first.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    await write(one, id, '你好');
    await call(one, `PUT /api/users/matches/${matchId}/contact`, { agree: true });
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
