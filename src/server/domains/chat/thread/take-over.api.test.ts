import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createChatClient } from '#tests/chat.ts';
import { serve } from '#tests/serve.ts';

const world = await serve({ environment: { QUOTA_FREE: 'assistant=20' } });
const origin = await world.listen();

/** A device that asked a question on trial, and a browser with its cookie. */
async function onTrial() {
  const device = createChatClient(origin);
  const thread = await device.newThread();
  await device.send(thread, '解方程 2x = 8');
  const browser = world.newBrowser();
  browser.cookies.set('chat_device', device.cookie().replace('chat_device=', ''));
  return { device, thread, browser };
}

test('threads that a device began on trial go to the first user who logs in on it, without charge', async () => {
  const { device, thread, browser } = await onTrial();
  const number = '61234501';
  expect(await browser.register(number, {})).toMatchObject({ data: { status: 'signed_in' } });
  const me = createChatClient(origin, { authorization: `Bearer ${browser.tokens.ai}` });
  expect((await me.call('GET', 'threads')).data).toMatchObject({ total: 1, list: [{ id: thread }] });
  expect(await me.messages(thread)).toHaveLength(2);
  expect(await me.remaining()).toBe(20);
  // The device no longer has the thread, and gets no new trials.
  expect((await device.call('GET', `threads/${thread}`)).status).toBe(404);
  expect((await device.call('GET', 'threads')).data.total).toBe(0);
  expect(await device.remaining()).toBe(4);
  // The next user of the device gets only threads begun since.
  const later = await device.newThread();
  const other = world.newBrowser();
  other.cookies.set('chat_device', device.cookie().replace('chat_device=', ''));
  await other.register('61234502', {});
  const they = createChatClient(origin, { authorization: `Bearer ${other.tokens.ai}` });
  expect((await they.call('GET', 'threads')).data).toMatchObject({ total: 1, list: [{ id: later }] });
  expect((await they.call('GET', `threads/${thread}`)).status).toBe(404);
  await me.send(thread, '解方程 3x = 9');
  expect(await me.remaining()).toBe(19);
});

test('a device id with a forged signature takes over no threads', async () => {
  const { thread } = await onTrial();
  const { rows } = await world.run(sql`select device_id from chat_threads where id = ${thread}`);
  const thief = world.newBrowser();
  thief.cookies.set('chat_device', `${rows[0]?.device_id}.${'x'.repeat(43)}`);
  await thief.register('61234503', {});
  const they = createChatClient(origin, { authorization: `Bearer ${thief.tokens.ai}` });
  expect((await they.call('GET', 'threads')).data.total).toBe(0);
});
