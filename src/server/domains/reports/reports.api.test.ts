import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { operatorData } from '#server/domains/operator/personal-data.ts';
import { type Person, signedIn } from '#tests/callers.ts';
import { classroom, type Pair } from '#tests/classes.ts';
import { marketOf } from '#tests/market.ts';
import { multipartBody } from '#tests/multipart.ts';
import { addPerson, samplePerson } from '#tests/people.ts';
import { serve } from '#tests/serve.ts';
import { reportData } from './personal-data.ts';
import { removeUnusedReportPicture } from './pictures.ts';

const market = marketOf(await serve());
const { pair, held } = classroom(market);
const { call } = market;
const answer = '我們已看過，多謝你。';

const report = (person: Person, place: string, place_id: number, more: object = {}) =>
  call(person, 'POST /api/users/reports', { place, place_id, kind: 'harassment', words: '不禮貌', ...more });
const reportsOf = async (person: Person) => (await call(person, 'GET /api/users/reports')).data.list;
const newOperator = async (): Promise<Person> => ({
  id: (await addPerson(market.database, { operator: true })).id,
  operator: true,
});
const openItems = async (operator: Person) =>
  (await call(operator, 'GET /api/operator/queue?page_size=100')).data.list;
const itemAbout = async (operator: Person, user: Person) =>
  (await openItems(operator)).find(({ about_user }: { about_user: number }) => about_user === user.id);
const decide = (operator: Person, id: number, decision: string, words = answer) =>
  call(operator, `POST /api/operator/queue/${id}/decide`, { decision, answer: words });
const say = async (person: Person, talkId: number, text: string): Promise<number> =>
  (
    await call(person, `POST /api/users/conversations/${talkId}/messages`, {
      text,
      client_key: randomUUID(),
    })
  ).data.id;

test('a report reaches the queue once, the answer reaches the reporter, and the reported hears nothing', async () => {
  const [family, tutor, operator] = [await market.family(), await market.tutor(), await newOperator()];
  const first = await report(family, 'tutor', tutor.listingId, { words: '電話 9123 4567 騷擾' });
  expect(first).toMatchObject({ code: 0 });
  const again = await Promise.all([1, 2, 3].map(() => report(family, 'tutor', tutor.listingId)));
  for (const one of again) expect(one.data.report_id).toBe(first.data.report_id);
  const second = await market.family();
  await report(second, 'tutor', tutor.listingId, { kind: 'spam' });

  const item = await itemAbout(operator, tutor);
  expect(item).toMatchObject({ kind: 'person_report', opened_by: family.id, urgency: 1, answer: 'needed' });
  const { details } = (await call(operator, `GET /api/operator/queue/${item.id}`)).data;
  expect(details.person_reports).toMatchObject([{ kind: 'harassment' }, { kind: 'spam' }]);
  expect(JSON.stringify(details)).not.toContain('9123');

  expect(await decide(operator, item.id, 'acted', '  ')).toMatchObject({
    code: 1001,
    data: { fields: { answer: expect.any(String) } },
  });
  expect(await decide(operator, item.id, 'acted')).toMatchObject({ code: 0 });
  for (const person of [family, second]) {
    expect(await reportsOf(person)).toMatchObject([{ state: 'decided', decision: 'acted', answer }]);
    expect(await market.noticeKindsOf(person)).toEqual(['report_decided']);
  }
  const [notice] = (await call(family, 'GET /api/users/notices')).data.list;
  expect(notice).toMatchObject({ path: '/me/reports' });
  expect(await market.noticeKindsOf(tutor)).toEqual([]);
  expect(await reportsOf(tutor)).toEqual([]);
  const next = await report(family, 'tutor', tutor.listingId);
  expect(next.data.report_id).not.toBe(first.data.report_id);
});

test('the export of the reported person has no trace of the report', async () => {
  const [{ family, tutor, talkId, ids }, operator] = [await talked(), await newOperator()];
  const { data } = await report(family, 'conversation', talkId, { messages: [ids[0]] });
  const item = await itemAbout(operator, tutor);
  await call(operator, `GET /api/operator/queue/${item.id}`);
  await call(operator, `POST /api/operator/reports/${data.report_id}/reading`, { reason: '查看' });
  await decide(operator, item.id, 'acted');
  await call(operator, `GET /api/operator/users/${tutor.id}`);
  const exported = async ({ id }: Person) =>
    operatorData.exportRows(market.database.db, samplePerson(id)) as Promise<Record<string, object[]>>;
  expect((await exported(tutor)).decisions).toEqual([]);
  expect((await exported(tutor)).looked_up_by_operators).toMatchObject([{ action: 'users.read' }]);
  expect((await exported(family)).decisions).toMatchObject([{ kind: 'person_report', decision: 'acted' }]);
});

test('what may endanger a child comes first in the queue, also when a later report says so', async () => {
  const [family, early, late, operator] = [
    await market.family(),
    await market.tutor(),
    await market.tutor(),
    await newOperator(),
  ];
  await report(family, 'tutor', early.listingId);
  await report(family, 'tutor', late.listingId, { kind: 'spam' });
  await report(await market.family(), 'tutor', late.listingId, { kind: 'child_safety' });
  const items = await openItems(operator);
  const order = items.map(({ about_user }: { about_user: number }) => about_user);
  expect(order.indexOf(late.id)).toBeLessThan(order.indexOf(early.id));
  expect(items.map(({ urgency }: { urgency: number }) => urgency)).toEqual(
    items.map(({ urgency }: { urgency: number }) => urgency).toSorted(),
  );
});

async function talked(): Promise<Pair & { ids: number[] }> {
  const couple = await pair();
  const ids: number[] = [];
  for (let at = 0; at < 20; at++)
    ids.push(await say(at % 2 === 0 ? couple.tutor : couple.family, couple.talkId, `訊息 ${at}`));
  return { ...couple, ids };
}

test('an operator reads only the reported messages and five around each, for a reason that is logged', async () => {
  const [{ family, tutor, talkId, ids }, operator] = [await talked(), await newOperator()];
  const chosen = ids[8] as number;
  const { data } = await report(family, 'conversation', talkId, { messages: [chosen] });
  const item = await itemAbout(operator, tutor);
  const opened = await call(operator, `GET /api/operator/queue/${item.id}`);
  expect(JSON.stringify(opened)).not.toContain('訊息');

  const read = (person: Person, body: object) =>
    call(person, `POST /api/operator/reports/${data.report_id}/reading`, body);
  expect(await read(operator, {})).toMatchObject({ code: 1001 });
  expect(await read(operator, { reason: '   ' })).toMatchObject({ code: 1001 });
  expect(await read(family, { reason: '好奇' })).toMatchObject({ code: 3006 });
  const log = () =>
    market.query(
      `select operator_id::int, about_user::int, params from audit_log where action = 'reports.messages_read' and about_user = $1`,
      [tutor.id],
    );
  expect(await log()).toEqual([]);
  const { list } = (await read(operator, { reason: '查看被舉報的訊息' })).data;
  expect(list.map(({ id }: { id: number }) => id)).toEqual(ids.slice(3, 14));
  expect(list.filter(({ is_reported }: { is_reported: boolean }) => is_reported)).toMatchObject([
    { id: chosen, by: 'reported', text: '訊息 8' },
  ]);
  expect(await log()).toEqual([
    {
      operator_id: operator.id,
      about_user: tutor.id,
      params: {
        report: data.report_id,
        place: 'conversation',
        messages: 11,
        reason: '查看被舉報的訊息',
      },
    },
  ]);
  for (const path of ['', '/messages'])
    expect(await call(operator, `GET /api/users/conversations/${talkId}${path}`)).toMatchObject({
      code: 1005,
    });

  await decide(operator, item.id, 'no_breach');
  expect(await read(operator, { reason: '再看' })).toMatchObject({ code: 1012 });
});

test('an operator does not read a number that was told in several messages', async () => {
  const [{ family, tutor, talkId }, operator] = [await pair(), await newOperator()];
  const messages = [await say(tutor, talkId, '打俾我 6123'), await say(tutor, talkId, '4567 唔該')];
  const { data } = await report(family, 'conversation', talkId, { messages });
  const read = await call(operator, `POST /api/operator/reports/${data.report_id}/reading`, {
    reason: '查看',
  });
  expect(read.data.list.map(({ text }: { text: string }) => text)).toEqual(['打俾我 ▇▇▇', '▇▇▇ 唔該']);
});

test('a report of a conversation names only messages of the other side in it, and opens none where none is named', async () => {
  const [{ family, tutor, talkId, ids }, other, operator] = [
    await talked(),
    await talked(),
    await newOperator(),
  ];
  for (const messages of [[ids[1]], [other.ids[0]], [987654321], [ids[0], ids[1]]])
    expect(await report(family, 'conversation', talkId, { messages })).toMatchObject({ code: 1001 });
  expect(await report(family, 'tutor', tutor.listingId, { messages: [ids[0]] })).toMatchObject({
    code: 1001,
  });
  expect(await report(other.family, 'conversation', talkId)).toMatchObject({ code: 1005 });
  expect(await itemAbout(operator, tutor)).toBeUndefined();

  const { data } = await report(family, 'conversation', talkId);
  const read = (id: number) => call(operator, `POST /api/operator/reports/${id}/reading`, { reason: '查' });
  expect((await read(data.report_id)).data.list).toEqual([]);
  const profile = await report(family, 'tutor', tutor.listingId);
  expect(await read(profile.data.report_id)).toMatchObject({ code: 1005 });
  // Both sides may report each other about one conversation.
  await report(tutor, 'conversation', talkId);
  const about = (await openItems(operator)).map(({ about_user }: { about_user: number }) => about_user);
  expect(about).toEqual(expect.arrayContaining([family.id, tutor.id]));
});

test('whoever is blocked first can still report a conversation, but not what they can no longer see', async () => {
  const { family, tutor, talkId, ids } = await talked();
  await call(tutor, 'POST /api/users/blocks', { place: 'conversation', place_id: talkId });
  expect(await report(family, 'tutor', tutor.listingId)).toMatchObject({ code: 1005 });
  expect(await report(family, 'conversation', talkId, { messages: [ids[0]] })).toMatchObject({ code: 0 });
});

test('a report can block in one go, and both hold or neither does', async () => {
  const [family, tutor] = [await market.family(), await market.tutor()];
  const applied = await market.apply(tutor, family);
  expect(await report(family, 'interest', applied.data.id, { block: true })).toMatchObject({ code: 0 });
  expect((await call(family, 'GET /api/users/blocks')).data.total).toBe(1);
  expect(await market.noticeKindsOf(tutor)).toEqual(['interest_closed']);
  expect(await report(family, 'case', family.caseId, { block: true })).toMatchObject({ code: 3006 });
  // Sent again because the answer was lost: the place is hidden by now, and the report is the same.
  const other = await market.tutor();
  const [first, again] = [
    await report(family, 'tutor', other.listingId, { block: true }),
    await report(family, 'tutor', other.listingId, { block: true }),
  ];
  expect(again).toMatchObject({ code: 0, data: { report_id: first.data.report_id } });
});

test('reviews keep their call, and come to the same queue, list and answer', async () => {
  const [couple, operator] = [await pair(), await newOperator()];
  for (const at of [-300, -200, -100]) await held(couple, at, at + 60);
  for (const person of [couple.family, couple.tutor])
    await call(person, `PUT /api/users/classes/${couple.classId}/reviews/third`, { stars: 1, text: '差' });
  const path = `GET /api/common_info/teacher_case/${couple.tutor.listingId}/reviews`;
  const [review] = (await call(undefined, path)).data.list;
  const reader = await market.family();
  const byCall = await call(couple.tutor, `POST /api/users/reviews/${review.id}/report`, { reason: '不實' });
  expect(byCall).toMatchObject({ code: 0, data: { review_id: review.id } });
  expect(await report(reader, 'review', review.id, { kind: 'child_safety' })).toMatchObject({ code: 0 });

  const find = async (person: Person) =>
    (await openItems(person)).find(
      ({ kind, subject_id }: { kind: string; subject_id: string }) =>
        kind === 'review_report' && subject_id === String(review.id),
    );
  const item = await find(operator);
  for (const party of [couple.family, couple.tutor, reader])
    expect(await find({ id: party.id, operator: true })).toBeUndefined();
  expect(item).toMatchObject({ urgency: 0, answer: 'optional' });
  const { details } = (await call(operator, `GET /api/operator/queue/${item.id}`)).data;
  expect(details.person_reports).toMatchObject([{ kind: 'other', words: '不實' }, { kind: 'child_safety' }]);
  expect(await decide(operator, item.id, 'remove')).toMatchObject({ code: 0 });
  for (const person of [couple.tutor, reader])
    expect(await reportsOf(person)).toMatchObject([
      { place: 'review', state: 'decided', decision: 'remove', answer },
    ]);
  // Once per person and review, as before.
  expect(await report(reader, 'review', review.id)).toMatchObject({ code: 1005 });
});

test('shared papers keep their call; one that its owner takes back is told as gone', async () => {
  const [owner, reader, operator] = [await market.family(), await market.family(), await newOperator()];
  const [paper] = await market.query(
    `insert into eraser_records (user_id, title, shared_at) values ($1, '示範', now()) returning id::int`,
    [owner.id],
  );
  const ai: Person = { id: reader.id, face: 'ai' };
  const byCall = await call(ai, `POST /api_ai/eraser/shared_record/${paper.id}/report`, {
    reason: 'unsuitable',
    text: '不合適',
  });
  expect(byCall).toMatchObject({ code: 0 });
  expect(
    await market.query('select reason, text from eraser_reports where user_id = $1', [reader.id]),
  ).toEqual([{ reason: 'unsuitable', text: '不合適' }]);
  expect(await reportsOf(reader)).toMatchObject([{ place: 'shared_paper', state: 'open' }]);
  await call({ id: owner.id, face: 'ai' }, `DELETE /api_ai/eraser/erase_trace_record/${paper.id}/publish`);
  expect(await reportsOf(reader)).toMatchObject([{ state: 'gone' }]);

  await market.query('update eraser_records set shared_at = now() where id = $1', [paper.id]);
  const body = { place: 'shared_paper', place_id: paper.id, kind: 'copyright', words: '書商的' };
  expect(await call(ai, 'POST /api_ai/user/reports', body)).toMatchObject({ code: 0 });
  const item = await itemAbout(operator, owner);
  expect(item.kind).toBe('shared_record_report');
  await decide(operator, item.id, 'take_down');
  expect(await reportsOf(reader)).toMatchObject([{ state: 'decided', decision: 'take_down', answer }]);
});

test('of a shared thread an operator reads what was shared, not what the reporter wrote after it', async () => {
  const [author, reader, operator] = [await market.family(), await market.family(), await newOperator()];
  const ai = (person: Person): Person => ({ id: person.id, face: 'ai' });
  const { data: thread } = await call(ai(author), 'POST /api_ai/chat_ai/threads', { assistant_id: 1 });
  const write = async (threadId: number, text: string, parent: number | null) => {
    const [row] = await market.query(
      `insert into chat_messages (thread_id, parent_id, role, text, state) values ($1, $2, 'user', $3, 'done') returning id::int`,
      [threadId, parent, text],
    );
    await market.query('update chat_threads set leaf_id = $2 where id = $1', [threadId, row.id]);
    return row.id as number;
  };
  await write(thread.id, '被分享的話', null);
  const shared = await call(
    ai(author),
    `GET /api_ai/chat_ai/share_code?assistant_id=1&thread_id=${thread.id}`,
  );
  const taken = await call(ai(reader), 'POST /api_ai/chat_ai/share_code', { code: shared.data.code });
  const [copied] = await market.query('select leaf_id::int from chat_threads where id = $1', [taken.data.id]);
  await write(taken.data.id, '我自己的話', copied.leaf_id);

  const body = { place: 'shared_thread', place_id: taken.data.id, kind: 'other', words: '不當' };
  expect(await call(ai(author), 'POST /api_ai/user/reports', body)).toMatchObject({ code: 1005 });
  const { data } = await call(ai(reader), 'POST /api_ai/user/reports', body);
  const read = await call(operator, `POST /api/operator/reports/${data.report_id}/reading`, { reason: '查' });
  expect(read.data.list).toMatchObject([{ by: 'reported', text: '被分享的話' }]);
  expect(read.data.list).toHaveLength(1);
});

const png = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#c23b22' } })
  .png()
  .toBuffer();
async function addPicture(person: Person, id: number, bytes: Uint8Array = png) {
  const { headers, payload } = multipartBody({}, { name: 'a.png', type: 'image/png', bytes });
  const response = await market.app.inject({
    method: 'POST',
    url: `/api/users/reports/${id}/pictures`,
    headers: { ...signedIn(person), ...headers },
    payload,
  });
  return response.json();
}

test('up to four pictures go with a report, cleaned, for operators only, and every look is logged', async () => {
  const [family, tutor, operator] = [await market.family(), await market.tutor(), await newOperator()];
  const { report_id } = (await report(family, 'tutor', tutor.listingId)).data;
  expect(await addPicture(tutor, report_id)).toMatchObject({ code: 1005 });
  expect(await addPicture(family, report_id, Buffer.from('no picture'))).toMatchObject({ code: 1007 });
  for (const pictures of [1, 2, 3])
    expect(await addPicture(family, report_id)).toMatchObject({ code: 0, data: { pictures } });
  const added = await Promise.all([1, 2].map(() => addPicture(family, report_id)));
  expect(added.map(({ code }) => code).toSorted()).toEqual([0, 2008]);
  expect(await reportsOf(family)).toMatchObject([{ pictures: 4 }]);

  const item = await itemAbout(operator, tutor);
  const { details } = (await call(operator, `GET /api/operator/queue/${item.id}`)).data;
  const [picture] = details.person_reports[0].pictures;
  const look = (person: Person) =>
    market.app.inject({ url: `/api/operator/report_pictures/${picture}`, headers: signedIn(person) });
  expect((await look(family)).statusCode).toBe(403);
  const seen = await look(operator);
  expect([seen.statusCode, seen.headers['content-type']]).toEqual([200, 'image/webp']);
  const logged = await market.query(
    `select params from audit_log where action = 'reports.picture_opened' and about_user = $1`,
    [tutor.id],
  );
  expect(logged).toEqual([{ params: { report: report_id, picture } }]);

  await decide(operator, item.id, 'no_breach');
  expect(await addPicture(family, report_id)).toMatchObject({ code: 1012 });

  const person = samplePerson(family.id);
  const kept = await reportData.files?.(market.database.db, person);
  expect(kept).toHaveLength(4);
  const job = removeUnusedReportPicture(market.files);
  const key = kept?.[0]?.key ?? '';
  await job.run({ key }, { database: market.database } as never);
  expect(await market.files.size(key)).toBeGreaterThan(0);
  await market.database.transaction((tx) => reportData.forget(tx, person));
  await job.run({ key }, { database: market.database } as never);
  expect(await market.files.size(key)).toBeUndefined();
  expect(await market.query('select words, answer from reports where id = $1', [report_id])).toEqual([
    { words: '', answer: '' },
  ]);
});

test('an operator who reported or is reported sees nothing of it; others do', async () => {
  const [{ family, tutor, talkId, ids }, operator] = [await talked(), await newOperator()];
  const asOperator = ({ id }: Person): Person => ({ id, operator: true });
  const { report_id } = (await report(family, 'conversation', talkId, { messages: [ids[0]] })).data;
  await addPicture(family, report_id);
  const codesFor = async (person: Person, itemId: number, picture: number) => [
    (await openItems(person)).some(({ id }: { id: number }) => id === itemId),
    (await call(person, `GET /api/operator/queue/${itemId}`)).code,
    (await call(person, `POST /api/operator/reports/${report_id}/reading`, { reason: '查' })).code,
    (await market.app.inject({ url: `/api/operator/report_pictures/${picture}`, headers: signedIn(person) }))
      .statusCode,
  ];
  const item = await itemAbout(operator, tutor);
  const { details } = (await call(operator, `GET /api/operator/queue/${item.id}`)).data;
  const [picture] = details.person_reports[0].pictures;
  for (const party of [family, tutor].map(asOperator)) {
    expect(await codesFor(party, item.id, picture)).toEqual([false, 1005, 1005, 404]);
    expect(await decide(party, item.id, 'no_breach')).toMatchObject({ code: 1005 });
  }
  expect(await codesFor(operator, item.id, picture)).toEqual([true, 0, 0, 200]);

  // Of two people who report the same, only the first opened the item.
  const [first, second] = [await market.family(), await market.family()];
  for (const person of [first, second]) await report(person, 'tutor', tutor.listingId);
  const ofTwo = (await openItems(operator)).find(
    ({ opened_by }: { opened_by: number }) => opened_by === first.id,
  );
  expect(await decide(asOperator(second), ofTwo.id, 'acted')).toMatchObject({ code: 1005 });
  expect(await decide(operator, ofTwo.id, 'acted')).toMatchObject({ code: 0 });
});

test('reports are for people who are logged in, and twenty a day are enough', async () => {
  const body = { place: 'tutor', place_id: 1, kind: 'spam', words: '廣告' };
  expect(await call(undefined, 'POST /api/users/reports', body)).toMatchObject({ code: 3002 });
  const [family, tutor] = [await market.family(), await market.tutor()];
  expect(await report(tutor, 'tutor', tutor.listingId)).toMatchObject({ code: 3006 });
  expect(await report(family, 'tutor', tutor.listingId, { words: '' })).toMatchObject({ code: 1001 });
  expect(await report(family, 'tutor', tutor.listingId, { kind: 'boring' })).toMatchObject({ code: 1001 });
  await market.query(
    `insert into reports (reporter_user_id, about_user_id, place, place_id, kind, words)
     select $1, $2, 'tutor', 5000000 + number, 'spam', '' from generate_series(1, 20) number`,
    [family.id, tutor.id],
  );
  expect((await report(family, 'tutor', tutor.listingId)).data).toMatchObject({ limit: 20 });
});
