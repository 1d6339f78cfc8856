import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { Delivery } from '#server/domains/delivery/channel.ts';
import { readConfig } from '#server/ground/config/config.ts';
import { silentLog } from '#tests/database.ts';
import { testPhoneEncryption } from '#tests/people.ts';
import { serve } from '#tests/serve.ts';
import { smsChannel, smsText } from './channel.ts';

const { database, query, people } = await serve();

const seen: { key: unknown; body: string }[] = [];
let status = 200;
const gateway = createServer(async (request, response) => {
  let body = '';
  for await (const piece of request) body += piece;
  seen.push({ key: request.headers['idempotency-key'], body });
  response.writeHead(status).end();
});
await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
afterAll(() => void gateway.close());

const config = readConfig({
  SMS_SENDER: 'http',
  SMS_HTTP_URL: `http://127.0.0.1:${(gateway.address() as AddressInfo).port}/`,
  SMS_HTTP_BODY: '{"to":"{to}","text":"{text}"}',
  SMS_PRICE: '40',
  SMS_NOTICE_BUDGET: '100',
  PUBLIC_URL: 'https://mingshi.example',
});
const channel = smsChannel({ config, vault: testPhoneEncryption, database }, silentLog);
const send = (delivery: Delivery) => channel?.send(delivery, new AbortController().signal);
const spent = async () =>
  (await query('select notices, notice_cents::int, spend_cents::int from sms_days'))[0];

beforeEach(async () => {
  status = 200;
  seen.length = 0;
  await query('delete from sms_days');
});

const item = {
  kind: 'lesson_cancelled',
  title: '課堂取消',
  text: '原定 11 月 18 日 17:00 的課堂已取消。',
  about: '小明',
  path: '/clock-in?class=7',
  at: new Date(),
} as const;
const deliveryTo = (userId: number, key = 'sms-1'): Delivery => ({
  ...{ userId, key, locale: 'zh-Hant', items: [item], isDigest: false },
});

test('a message has the words, the page and a key, fits into one segment, and is counted', async () => {
  const person = await people.add();
  expect(await send(deliveryTo(person.id))).toEqual({ kind: 'sent' });
  const { to, text } = JSON.parse(seen[0]?.body ?? '');
  expect(to).toBe(person.mobile);
  expect(text).toBe('明師：原定 11 月 18 日 17:00 的課堂已取消。 https://mingshi.example/clock-in?class=7');
  expect(text.length).toBeLessThanOrEqual(70);
  expect(seen[0]?.key).toBe('sms-1');
  // Nothing is taken from the budget of codes.
  expect(await spent()).toEqual({ notices: 1, notice_cents: 40, spend_cents: 0 });
});

test('words that are too long for one segment give way to the title', () => {
  const long = { ...item, text: '長'.repeat(80) };
  expect(smsText({ items: [long], locale: 'zh-Hant' }, 'https://mingshi.example')).toBe(
    '明師：課堂取消 https://mingshi.example/clock-in?class=7',
  );
  expect(smsText({ items: [item, item], locale: 'en' }, undefined)).toBe('Mingshi: You have 2 new notices');
});

test('when the day’s budget is spent no more are sent, exactly', async () => {
  const person = await people.add();
  const outcomes = await Promise.all(['a', 'b', 'c', 'd'].map((key) => send(deliveryTo(person.id, key))));
  expect(outcomes.filter((one) => one?.kind === 'sent')).toHaveLength(2);
  expect(outcomes.filter((one) => one?.kind === 'refused')).toHaveLength(2);
  expect(await spent()).toMatchObject({ notices: 2, notice_cents: 80 });
});

test('a refusal is final and costs nothing; a gateway that is down is tried again', async () => {
  const person = await people.add();
  status = 422;
  expect(await send(deliveryTo(person.id))).toEqual({
    kind: 'refused',
    reason: 'the SMS gateway answered 422',
  });
  status = 503;
  await expect(send(deliveryTo(person.id))).rejects.toThrow('503');
  expect(await spent()).toMatchObject({ notices: 0, notice_cents: 0 });
});

test('nobody gets more than six in a day', async () => {
  const person = await people.add();
  await query(
    `with told as (insert into notices (user_id, kind, params) select $1, 'warned', '{}' from generate_series(1, 6)
       returning id)
     insert into deliveries (user_id, channel, kind, notice_id, is_urgent, due_at, state, ended_at, sent_with)
     select $1, 'sms', 'warned', id, true, now(), 'sent', now(), id from told`,
    [person.id],
  );
  expect(await send(deliveryTo(person.id))).toMatchObject({ kind: 'refused' });
  expect(seen).toEqual([]);
});
