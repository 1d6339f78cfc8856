import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import sharp from 'sharp';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { photoWidths } from '#shared/tutors.ts';
import { type Person, signedIn } from '#tests/callers.ts';
import { silentLog } from '#tests/database.ts';
import * as made from '#tests/documents.ts';
import { wholeListing } from '#tests/forms.ts';
import { multipartBody } from '#tests/multipart.ts';
import { samplePerson } from '#tests/people.ts';
import { serve } from '#tests/serve.ts';
import { tutorData } from './personal-data.ts';
import { photoKeys, removeUnusedPhoto } from './photos.ts';
import { ownShowing } from './portraits.ts';

const { app, database, call, files, people, query } = await serve();
const path = '/api/users/tutor_photo';
let tutor: Person;
let picture: Buffer;
beforeAll(async () => {
  picture = await made.photoWithPlace(600, 400);
});
beforeEach(async () => {
  tutor = await people.tutor();
});

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

async function send(bytes: Uint8Array, person: Person | undefined = tutor) {
  const body = multipartBody({}, { name: 'me.jpg', type: 'image/jpeg', bytes });
  const headers = { ...signedIn(person), ...body.headers };
  return (await app.inject({ method: 'POST', url: path, headers, payload: body.payload })).json();
}
const shown = (photo: string, name = '192.webp', person?: Person) =>
  app.inject({
    url: `/api/common_info/tutor_photo/${photo}-${name}`,
    ...(person && { headers: signedIn(person) }),
  });
const listed = async (more: object = {}) => {
  const { data } = await call(tutor, 'POST /api/common_info/teacher_detailed_registration', {
    ...wholeListing,
    ...more,
  });
  return data.id as number;
};
const portraitOf = async (listingId: number) =>
  (await call(undefined, `GET /api/common_info/teacher_case/${listingId}`)).data.portrait;
const stored = async (photo: string) =>
  (await Promise.all(photoKeys(photo).map((key) => files.size(key)))).filter((size) => size !== undefined)
    .length;
const tidy = (photo: string) =>
  removeUnusedPhoto(files).run(
    { photo },
    { database, log: silentLog, signal: new AbortController().signal, attempt: 1 },
  );

describe('the portrait of a tutor', () => {
  test('is the drawing that was chosen, else none', async () => {
    expect(await ownShowing(database.db, tutor.id)).toEqual({ has_shelves: false, portrait: null });
    const id = await listed({ drawn_portrait: 7 });
    expect(await portraitOf(id)).toBe('drawn-7');
    expect(await ownShowing(database.db, tutor.id)).toEqual({ has_shelves: true, portrait: 'drawn-7' });
    const own = `/api/common_info/teacher_detailed_registration/${id}`;
    const { data } = await call(tutor, `GET ${own}`);
    expect(data.drawn_portrait).toBe(7);
    const without = await call(tutor, `PUT ${own}`, { ...wholeListing, drawn_portrait: null, version: 1 });
    expect(without.code).toBe(0);
    expect(await portraitOf(id)).toBeNull();
    for (const wrong of [0, 21, 1.5, '3'])
      expect(
        (await call(tutor, `PUT ${own}`, { ...wholeListing, drawn_portrait: wrong, version: 2 })).code,
      ).toBe(1001);
  });

  test('is the photo in three sizes and two types, squared and without what the camera wrote', async () => {
    const id = await listed();
    const { data, message } = await send(picture);
    expect(message).toBe('');
    expect(await portraitOf(id)).toBe(`photo-${data.photo}`);
    for (const width of photoWidths)
      for (const type of ['avif', 'webp']) {
        const answer = await shown(data.photo, `${width}.${type}`);
        expect(answer.headers).toMatchObject({
          'content-type': `image/${type}`,
          'cache-control': 'private, max-age=3600',
          'x-content-type-options': 'nosniff',
        });
        const kept = await sharp(answer.rawPayload).metadata();
        expect([kept.width, kept.height, kept.exif]).toEqual([width, width, undefined]);
      }
  });

  test('is replaced by another photo, and the old files go', async () => {
    const { data: first } = await send(picture);
    const { data: second } = await send(await made.picture('png'));
    expect((await shown(first.photo)).statusCode).toBe(404);
    expect((await shown(second.photo)).statusCode).toBe(200);
    await tidy(first.photo);
    await tidy(second.photo);
    expect([await stored(first.photo), await stored(second.photo)]).toEqual([0, 6]);
    expect(await query('select 1 from tutor_photos where user_id = $1', [tutor.id])).toHaveLength(1);
  });

  test('goes back to the drawing when the tutor removes the photo', async () => {
    const { data } = await send(picture);
    // The own header has it before there is a listing.
    expect(await ownShowing(database.db, tutor.id)).toEqual({
      has_shelves: false,
      portrait: `photo-${data.photo}`,
    });
    const id = await listed({ drawn_portrait: 4 });
    expect((await call(tutor, `DELETE ${path}`)).code).toBe(0);
    expect(await portraitOf(id)).toBe('drawn-4');
    expect((await call(tutor, `GET ${path}`)).data).toEqual({ photo: null });
    await tidy(data.photo);
    expect(await stored(data.photo)).toBe(0);
    expect((await call(tutor, `DELETE ${path}`)).code).toBe(1005);
  });

  test('is not shown while the tutor is suspended', async () => {
    const { data } = await send(picture);
    const operator = await people.operator();
    const suspension = { cause: 'conduct', reason: '言行不當', until: inDays(3), key: randomUUID() };
    expect((await call(operator, `POST /api/operator/users/${tutor.id}/suspend`, suspension)).code).toBe(0);
    expect((await shown(data.photo)).statusCode).toBe(404);
    expect((await ownShowing(database.db, tutor.id)).portrait).toBeNull();
  });
});

describe('a photo', () => {
  test('that is no picture, damaged, huge or hostile is refused with a reason', async () => {
    const refused = [
      Buffer.from('<svg onload="alert(1)"/>'),
      await made.pdf(),
      await made.picture('gif'),
      picture.subarray(0, 300),
      made.enormousPng(60_000, 60_000),
    ];
    for (const bytes of refused) {
      const { code, data } = await send(bytes);
      expect([code, typeof data.fields?.file]).toEqual([1007, 'string']);
    }
    expect((await send(Buffer.alloc(10 * 1024 * 1024 + 1))).code).not.toBe(0);
    expect((await call(tutor, `GET ${path}`)).data).toEqual({ photo: null });
  });

  test('is added by tutors only, and found by nobody who guesses', async () => {
    expect((await send(picture, await people.parent())).code).toBe(3006);
    expect((await shown('00000000-0000-4000-8000-000000000000')).statusCode).toBe(404);
    const guesses = ['../../etc/passwd', '00000000-0000-4000-8000-000000000000-97.webp', 'x-96.webp'];
    for (const guess of guesses)
      expect(
        (await app.inject(`/api/common_info/tutor_photo/${encodeURIComponent(guess)}`)).statusCode,
      ).toBeGreaterThanOrEqual(400);
  });

  test('is removed by an operator, who leaves a trace, and the tutor is told', async () => {
    const operator = await people.operator();
    const { data } = await send(picture);
    const one = `/api/operator/users/${tutor.id}/tutor_photo`;
    expect((await call(tutor, `DELETE ${one}`)).code).not.toBe(0);
    expect((await call(operator, `GET ${one}`)).data).toEqual({ photo: data.photo });
    expect((await call(operator, `DELETE ${one}`)).code).toBe(0);
    expect((await shown(data.photo)).statusCode).toBe(404);
    expect(await query('select action from audit_log where about_user = $1 order by id', [tutor.id])).toEqual(
      [{ action: 'tutor_photos.read' }, { action: 'tutor_photos.removed' }],
    );
    const { data: notices } = await call(tutor, 'GET /api/users/notices');
    expect(notices.list[0]).toMatchObject({ kind: 'photo_removed' });
  });

  test('is exported and deleted with the account', async () => {
    const { data } = await send(picture);
    const person = samplePerson(tutor.id);
    const exported = (await tutorData.files?.(database.db, person)) ?? [];
    expect(exported.map(({ key }) => key)).toEqual(photoKeys(data.photo));
    await database.transaction((tx) => tutorData.forget(tx, person));
    expect(await query('select 1 from tutor_photos where user_id = $1', [tutor.id])).toEqual([]);
    await database.db.execute(sql`update users set deleted_at = now() where id = ${tutor.id}`);
    expect((await send(picture)).code).not.toBe(0);
  });
});

test('a shared link has a picture with a drawing and the surname, and never the photo', async () => {
  const id = await listed({ drawn_portrait: 2 });
  const preview = (language: string) =>
    app.inject(`/api/common_info/teacher_case/${id}/preview?language=${language}`);
  const drawn = await preview('en');
  expect(drawn.headers['content-type']).toBe('image/png');
  expect(await sharp(drawn.rawPayload).metadata()).toMatchObject({ width: 1200, height: 630 });
  expect((await preview('zh-Hant')).rawPayload.equals(drawn.rawPayload)).toBe(false);
  await send(picture);
  expect((await preview('en')).rawPayload.equals(drawn.rawPayload)).toBe(false);
  expect((await app.inject('/api/common_info/teacher_case/999999/preview')).statusCode).toBe(404);
});
