import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { sql } from 'drizzle-orm';
import sharp from 'sharp';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { lockAccount } from '#server/domains/accounts/lock-account.ts';
import { listNotices } from '#server/domains/messages/notices.ts';
import { createQueue } from '#server/domains/operator/queue.ts';
import { giveBadge } from '#server/domains/trust/badges.ts';
import type { Db, Tx } from '#server/ground/db/db.ts';
import { type Files, localFiles } from '#server/ground/files/files.ts';
import { evidenceLimits } from '#shared/uploads.ts';
import { type Person, signedIn } from '#tests/callers.ts';
import { silentLog } from '#tests/database.ts';
import * as made from '#tests/documents.ts';
import { multipartBody } from '#tests/multipart.ts';
import { samplePerson } from '#tests/people.ts';
import { serve } from '#tests/serve.ts';
import { untilWaiting } from '#tests/while-locked.ts';
import { openEvidence, removeUnusedFile } from './evidence.ts';
import { evidenceQueueKind } from './evidence-kind.ts';
import { evidenceData } from './personal-data.ts';

const { app, database, call, people } = await serve();
const path = '/api/users/evidence';
let tutor: Person;
let other: Person;
let photo: Buffer;
beforeAll(async () => {
  photo = await made.photoWithPlace();
});
beforeEach(async () => {
  tutor = await people.tutor();
  other = await people.tutor();
});

async function send(
  bytes: Uint8Array | undefined,
  {
    fields = { kind: 'transcript' } as Record<string, string>,
    name = 'scan.jpg',
    type = 'image/jpeg',
    field = 'file',
  } = {},
  person: Person | undefined = tutor,
) {
  const body = multipartBody(fields, bytes && { field, name, type, bytes });
  const headers = { ...signedIn(person), ...body.headers };
  const response = await app.inject({ method: 'POST', url: path, headers, payload: body.payload });
  return { status: response.statusCode, ...response.json() };
}
const download = (id: number, person: Person | undefined = tutor) =>
  app.inject({ url: `${path}/${id}/file`, headers: signedIn(person) });

describe('evidence of a tutor', () => {
  test('is uploaded, listed, downloaded by its owner and deleted', async () => {
    const { data, message } = await send(photo);
    expect(message).toBe('');
    expect(data).toEqual({
      id: expect.any(Number),
      kind: 'transcript',
      media_type: 'image/webp',
      byte_size: expect.any(Number),
      created_at: expect.any(String),
      status: 'pending',
      decided_at: null,
      reason: '',
      expires_at: null,
    });
    const list = await call(tutor, `GET ${path}`);
    expect(list.data).toEqual({ list: [data], total: 1, limit: 10 });

    const file = await download(data.id);
    expect(file.statusCode).toBe(200);
    expect(file.headers).toMatchObject({
      'content-type': 'image/webp',
      'content-disposition': `attachment; filename="evidence-${data.id}.webp"`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringMatching(/^default-src 'none';.*; sandbox$/),
    });
    expect(file.rawPayload).toHaveLength(data.byte_size);
    const stored = await sharp(file.rawPayload).metadata();
    expect([stored.format, stored.width, stored.exif]).toEqual(['webp', 200, undefined]);

    expect((await call(tutor, `DELETE ${path}/${data.id}`)).code).toBe(0);
    expect((await download(data.id)).json().code).toBe(1005);
    expect((await call(tutor, `DELETE ${path}/${data.id}`)).code).toBe(1005);
  });

  test('may be a PDF, whatever its file name and declared type', async () => {
    const { data } = await send(await made.pdf(), { name: 'scan.jpg', type: 'image/jpeg' });
    expect(data.media_type).toBe('application/pdf');
    expect((await download(data.id)).headers['content-type']).toBe('application/pdf');
  });

  test('of another user answers like evidence that does not exist', async () => {
    const { data } = await send(photo);
    const [theirs, missing] = [await download(data.id, other), await download(999_999, other)];
    expect(theirs.statusCode).toBe(404);
    expect(theirs.body).toBe(missing.body);
    expect((await call(other, `DELETE ${path}/${data.id}`)).code).toBe(1005);
    expect((await call(other, `GET ${path}`)).data.list).toEqual([]);
    expect((await app.inject(`${path}/${data.id}/file`)).json().code).toBe(3002);
    expect((await download(data.id)).statusCode).toBe(200);
  });
});

test('the OpenAPI document describes the evidence form and the file types of the answer', async () => {
  const { paths } = (await app.inject('/api/openapi.json')).json();
  const form = paths[path].post.requestBody.content['multipart/form-data'].schema;
  expect(form.required).toEqual(['kind', 'file']);
  expect(form.properties.file).toMatchObject({ type: 'string', format: 'binary' });
  const answers = paths[`${path}/{id}/file`].get.responses['200'].content;
  expect(Object.keys(answers)).toEqual(['image/webp', 'application/pdf']);
});

describe('an unacceptable evidence upload', () => {
  test('is refused by its content, with a message', async () => {
    const text = await send(Buffer.from('I am a picture, believe me'), { name: 'card.jpg' });
    expect(text).toMatchObject({ status: 415, code: 1007 });
    expect(text.data.fields.file).toContain('JPEG');
    const scripted = await send(await made.scriptedPdf(), { type: 'application/pdf' });
    expect(scripted).toMatchObject({ status: 415, code: 1007 });
    expect(scripted.data.fields.file).toContain('scripts');
    expect((await call(tutor, `GET ${path}`)).data.total).toBe(0);
  });

  test('is refused when it is too large, with or without a content length', async () => {
    const large = Buffer.concat([photo, Buffer.alloc(evidenceLimits.bytes)]);
    expect(await send(large)).toMatchObject({ status: 413, code: 1006 });
    expect((await send(large.subarray(0, evidenceLimits.bytes / 2))).code).toBe(0);
    const { headers, payload } = multipartBody(
      { kind: 'other' },
      { name: 'a.jpg', type: 'image/jpeg', bytes: large },
    );
    const stream = new PassThrough();
    stream.end(payload);
    const chunked = await app.inject({
      method: 'POST',
      url: path,
      headers: { ...signedIn(tutor), ...headers, 'transfer-encoding': 'chunked' },
      payload: stream,
    });
    expect(chunked.json().code).toBe(1006);
  });

  test('is refused when its form is incomplete, cut off or has too many fields', async () => {
    expect((await send(undefined)).data.fields).toEqual({ file: 'Please choose a file' });
    expect((await send(photo, { field: 'picture' })).data.fields).toEqual({ file: 'Please choose a file' });
    expect(Object.keys((await send(photo, { fields: {} })).data.fields)).toEqual(['kind']);
    expect(Object.keys((await send(photo, { fields: { kind: 'passport' } })).data.fields)).toEqual(['kind']);
    expect((await call(tutor, `POST ${path}`, { kind: 'other' })).code).toBe(1007);

    const { headers, payload } = multipartBody({ kind: 'other' }, { name: 'a', type: 'b', bytes: photo });
    const cut = await app.inject({
      method: 'POST',
      url: path,
      headers: { ...signedIn(tutor), ...headers },
      payload: payload.subarray(0, payload.length - 200),
    });
    expect(cut.json().code).toBe(1002);
    const many = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`field${index}`, 'x']));
    expect((await send(photo, { fields: many })).code).toBe(1002);
    expect((await send(photo, { fields: { __proto__x: 'a', constructor: 'b', kind: 'other' } })).code).toBe(
      1002,
    );
  });

  test('is not read without a log-in, and other calls refuse multipart bodies', async () => {
    const { headers, payload } = multipartBody({}, { name: 'a', type: 'b', bytes: photo });
    const cut = payload.subarray(0, payload.length - 200);
    const anonymous = await app.inject({ method: 'POST', url: path, headers, payload: cut });
    expect(anonymous.json().code).toBe(3002);
    const elsewhere = await app.inject({
      method: 'POST',
      url: '/api/users/children',
      headers: { ...signedIn(tutor), ...headers },
      payload,
    });
    expect(elsewhere.json().code).toBe(1007);
  });

  test('is refused while three other uploads of the caller are in memory', async () => {
    const { headers, payload } = multipartBody({ kind: 'other' }, { name: 'a', type: 'b', bytes: photo });
    const half = Math.floor(payload.length / 2);
    const slow = Array.from({ length: 3 }, () => {
      const stream = new PassThrough();
      stream.write(payload.subarray(0, half));
      const answer = app.inject({
        method: 'POST',
        url: path,
        headers: { ...signedIn(tutor), ...headers },
        payload: stream,
      });
      return { stream, answer: answer.then((response) => response.json()) };
    });
    await vi.waitFor(async () => expect(await send(photo)).toMatchObject({ status: 429, code: 1008 }));
    expect((await send(photo, {}, other)).code).toBe(0);
    for (const { stream } of slow) stream.end(payload.subarray(half));
    expect((await Promise.all(slow.map(({ answer }) => answer))).map(({ code }) => code)).toEqual([0, 0, 0]);
    expect((await send(photo)).code).toBe(0);
  });
});

describe('evidence rows and files', () => {
  let directory: string;
  let files: Files;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'mingshi-evidence-'));
    files = await localFiles(directory);
    return () => rm(directory, { recursive: true });
  });

  const open = () => openEvidence(database, files);
  const form = () => ({ userId: tutor.id, kind: 'other' as const, file: photo, locale: 'en' as const });
  const fill = (db: Db | Tx, count: number) =>
    db.execute(sql`
      insert into evidence (user_id, kind, file_key, media_type, byte_size)
      select ${tutor.id}, 'other', 'evidence/' || gen_random_uuid(), 'image/webp', 1
      from generate_series(1, ${count}::int)`);
  const stored = async () =>
    (await readdir(join(directory, 'evidence')).catch(() => [])).map((name) => `evidence/${name}`);
  const runJob = (key: string) =>
    removeUnusedFile(files).run(
      { key },
      {
        database: database,
        log: silentLog,
        signal: new AbortController().signal,
        attempt: 1,
      },
    );
  async function jobsOf(key: string) {
    const { rows } = await database.db.execute(sql`
      select payload, run_at > now() + interval '30 minutes' as later
      from graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs))
      where payload->>'key' = ${key}`);
    return rows;
  }

  test('are limited to ten per user, also for concurrent uploads', async () => {
    const evidence = open();
    await fill(database.db, 8);
    const answers = await Promise.allSettled(Array.from({ length: 5 }, () => evidence.add(form())));
    const refused = answers.filter((answer) => answer.status === 'rejected');
    expect(refused.map(({ reason }) => reason.code)).toEqual(Array(3).fill('reachedLimit'));
    expect((await evidence.list(tutor.id)).total).toBe(10);
    // Refused before the file is processed or written.
    const before = await stored();
    await expect(evidence.add(form())).rejects.toMatchObject({ code: 'reachedLimit' });
    expect(await stored()).toEqual(before);
  });

  test('are counted including rows that a concurrent transaction is adding', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const { promise: added, resolve: reportAdded } = Promise.withResolvers<void>();
    const adding = database.transaction(async (tx) => {
      await lockAccount(tx, tutor.id);
      await fill(tx, 10);
      reportAdded();
      await released;
    });
    await added;
    const late = open().add(form());
    late.catch(() => {});
    await vi.waitUntil(async () => (await stored()).length > 0);
    await untilWaiting(database, 1);
    release();
    await adding;
    await expect(late).rejects.toMatchObject({ code: 'reachedLimit' });
  });

  test('a file whose row was never written is deleted by its job, and no other file', async () => {
    const evidence = open();
    // The database refuses the row after the file was written.
    await expect(evidence.add({ ...form(), kind: 'made_up' as never })).rejects.toThrow();
    const [orphan = ''] = await stored();
    expect((await evidence.list(tutor.id)).total).toBe(0);
    expect(await jobsOf(orphan)).toEqual([{ payload: { key: orphan }, later: true }]);

    await open().add(form());
    const [used = ''] = (await stored()).filter((key) => key !== orphan);
    await runJob(used);
    await runJob(orphan);
    await runJob(orphan);
    expect(await stored()).toEqual([used]);
  });

  test.each([
    ['verify', 'verified', '證明文件已核實'],
    ['refuse', 'refused', '證明文件未獲接納'],
  ])('wait in the operator queue until an operator decides to %s', async (decision, status, title) => {
    const { db, transaction } = database;
    const operator = await people.operator();
    const { id } = await open().add({ ...form(), kind: 'student_card' });
    const queue = createQueue([evidenceQueueKind(giveBadge)]);
    const paging = { operatorId: operator.id, page: 1, page_size: 100, state: 'open' as const };
    const item = (await queue.list(db, paging, 'en')).list.find(
      ({ subject_id }) => subject_id === String(id),
    );
    const detail = await queue.read(db, { id: item?.id ?? 0, operatorId: operator.id }, 'en');
    expect(detail).toMatchObject({
      kind: 'evidence',
      opened_by: tutor.id,
      details: { kind: 'student_card' },
    });
    const decide = (answer?: string) =>
      transaction((tx) =>
        queue.decide(tx, { id: detail.id, decision, note: '', answer, operatorId: operator.id }, 'en'),
      );
    const reason = status === 'refused' ? '相片看不清楚' : '';
    if (reason) await expect(decide()).rejects.toMatchObject({ code: 'badInput' });
    await decide('相片看不清楚');
    const [row] = (await open().list(tutor.id)).list;
    expect(row).toMatchObject({ id, status, reason });
    const months = row?.expires_at ? (Date.parse(row.expires_at) - Date.now()) / 86_400_000 / 30.4 : 0;
    expect(Math.round(months)).toBe(status === 'verified' ? 12 : 0);
    const notices = await listNotices(db, tutor.id, { page: 1, page_size: 5 }, 'zh-Hant');
    expect(notices.list[0]).toMatchObject({ title, reason: reason || null });
  });

  test('leave the operator queue when their owner removes them', async () => {
    const { id } = await open().add(form());
    const waiting = async () =>
      (await database.db.execute(sql`select from queue_items where subject_id = ${String(id)}`)).rows;
    expect(await waiting()).toHaveLength(1);
    await open().remove(tutor.id, id);
    expect(await waiting()).toEqual([]);
  });

  test('opened by an operator are recorded in the audit log', async () => {
    const operator = await people.operator();
    const { id } = await open().add(form());
    const { mediaType, content } = await open().fileForOperator(operator.id, id);
    content.destroy();
    expect(mediaType).toBe('image/webp');
    const { rows } = await database.db.execute(sql`
      select action, about_user::int, params from audit_log where operator_id = ${operator.id}`);
    expect(rows).toEqual([{ action: 'evidence.opened', about_user: tutor.id, params: { evidence: id } }]);
    await expect(open().fileForOperator(operator.id, 999_999)).rejects.toMatchObject({ code: 'notFound' });
  });

  test('are downloaded through the operator route by operators only, uncached and sandboxed', async () => {
    const { data } = await send(await made.pdf(), { name: 'a.pdf', type: 'application/pdf' });
    const open = (person: Person | undefined) =>
      app.inject({ url: `/api/operator/evidence/${data.id}/file`, headers: signedIn(person) });
    expect((await open(undefined)).json().code).toBe(3002);
    // Not even the owner may use this route.
    expect((await open(tutor)).json().code).toBe(3006);
    const answer = await open({ ...other, operator: true });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-disposition': `attachment; filename="evidence-${data.id}.pdf"`,
      'content-security-policy': expect.stringContaining('sandbox'),
    });
    expect(answer.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
  });

  test('on removal the row is deleted at once and the file by a job whose payload holds only the key', async () => {
    const evidence = open();
    const { id } = await evidence.add(form());
    const [key = ''] = await stored();
    await evidence.remove(tutor.id, id);
    expect(await jobsOf(key)).toEqual([{ payload: { key }, later: false }]);
    await runJob(key);
    expect(await stored()).toEqual([]);
  });

  test('are exported with their files and deleted with the account', async () => {
    const { db, transaction } = database;
    const evidence = open();
    await evidence.add(form());
    const theirs = await evidence.add({ ...form(), userId: other.id });
    const person = samplePerson(tutor.id);
    const rows = await evidenceData.exportRows(db, person);
    expect(rows.evidence).toMatchObject([{ kind: 'other' }]);
    expect(JSON.stringify(rows)).not.toContain('evidence/');
    const exportedFiles = (await evidenceData.files?.(db, person)) ?? [];
    expect(exportedFiles).toHaveLength(1);
    expect(await stored()).toContain(exportedFiles[0]?.key);
    await transaction((tx) => evidenceData.forget(tx, person));
    expect((await evidence.list(tutor.id)).total).toBe(0);
    expect((await evidence.list(other.id)).list).toEqual([theirs]);
  });

  test('are not added to a deleted account', async () => {
    await database.db.execute(sql`update users set deleted_at = now() where id = ${tutor.id}`);
    await expect(open().add(form())).rejects.toMatchObject({ code: 'sessionInvalid' });
  });
});
