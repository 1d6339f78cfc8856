import { expect, test } from 'vitest';
import { personalDomains } from '#server/wiring/personal-data.ts';
import { callAs, signedIn } from '#tests/callers.ts';
import { testPhoneEncryption } from '#tests/people.ts';
import { servePrivacy } from '#tests/privacy-app.ts';
import { mobile, name, nickname } from '#tests/rich-person.ts';
import { serve } from '#tests/serve.ts';
import { unzip } from '#tests/unzip.ts';

const privacy = servePrivacy();

test('the export contains all data of the user, and no secrets', async () => {
  const app = await privacy.serve();
  const { id } = await privacy.addRichPerson();
  const { data } = await callAs(app, { id }, 'GET /api/users/export');
  expect(data.files).toEqual(['evidence-1001.webp', 'one.txt', 'two.txt']);
  expect(data.data).toMatchObject({
    account: [{ id, name, mobile, registration_method: 'home_register' }],
    agreed_terms: [{ suffix: 'privacy' }],
    sessions: [{ face: 'product', browser: `${nickname} Phone` }],
    second_factor: [{ recovery_codes_left: 1 }],
    bans: [{ reason: `${name} 失約` }],
    quota_grants: [{ kind: 'paper', used: 1 }],
    notices: [{ kind: 'quota_granted' }],
    decisions: [{ kind: 'petition', state: 'open' }],
    looked_up_by_operators: [{ action: 'users.read' }],
    drawings: [{ title: `${nickname} 的畫` }, { title: `${nickname} 的畫` }],
  });
  expect(JSON.stringify(data)).not.toMatch(/hash|cipher|secret/);
});

test('the export is also a ZIP archive, for its owner only', async () => {
  const app = await privacy.serve();
  const { id } = await privacy.addRichPerson();
  await privacy.files().delete('drawings/two.txt');
  const response = await app.inject({
    url: '/api/users/export.zip',
    headers: { 'x-caller': JSON.stringify({ id }) },
  });
  expect(response.headers).toMatchObject({
    'content-type': 'application/zip',
    'cache-control': 'no-store',
  });
  const archive = unzip(response.rawPayload);
  expect(Object.keys(archive)).toEqual(['files/evidence-1001.webp', 'files/one.txt', 'data.json']);
  expect(archive['files/one.txt']?.toString()).toBe(`畫者 ${name}`);
  expect(JSON.parse(archive['data.json']?.toString() ?? '')).toMatchObject({
    data: { account: [{ name }] },
    missing_files: ['two.txt'],
  });
  expect((await app.inject('/api/users/export.zip')).json()).toMatchObject({ code: 3002 });
  const face = { 'x-caller': JSON.stringify({ id, face: 'ai' }) };
  expect((await app.inject({ url: '/api/users/export.zip', headers: face })).json()).toMatchObject({
    code: 3002,
  });
});

test('the ZIP archive passes through the complete app uncompressed and intact', async () => {
  const { app } = await serve({ over: privacy.database(), whenOver: privacy.whenOver });
  const { id } = await privacy.addRichPerson();
  const response = await app.inject({
    url: '/api/users/export.zip',
    headers: { ...signedIn({ id }), 'accept-encoding': 'br, gzip' },
  });
  expect(response.headers['content-encoding']).toBeUndefined();
  const data = JSON.parse(unzip(response.rawPayload)['data.json']?.toString() ?? '');
  expect(data.data.account).toMatchObject([{ name, mobile }]);
});

test('no two domains use the same heading', async () => {
  const { id } = await privacy.addRichPerson();
  const person = {
    userId: id,
    phone: { dialCode: '852', national: '91827364', e164: mobile },
    phoneHashes: testPhoneEncryption.hashes(mobile),
    decrypt: testPhoneEncryption.decrypt,
  };
  const headings: string[] = [];
  for (const domain of personalDomains)
    headings.push(...Object.keys(await domain.exportRows(privacy.database().db, person)));
  expect(new Set(headings).size).toBe(headings.length);
});
