import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Delivery } from '#server/domains/delivery/channel.ts';
import { type Locale, locales } from '#shared/locale.ts';
import { type DeliveryRule, deliveryRules, deliveryTopics } from '#shared/notices/delivery-rules.ts';
import { afternoon, deliverAt, happenedAt, plus, recordingChannel } from '#tests/deliveries/deliver-at.ts';
import { everyNotice } from '#tests/deliveries/every-notice.ts';
import { marketOf } from '#tests/market.ts';
import { serve } from '#tests/serve.ts';
import { mailOf } from './channel.ts';
import { asHtml } from './letter.ts';
import { verificationLetter } from './letters.ts';
import { createUnsubscribeTokens } from './unsubscribe.ts';

const market = marketOf(await serve());
const { call, database, query } = market;
const origin = 'https://mingshi.example';
const tokens = createUnsubscribeTokens(Buffer.alloc(32));
/** For who wants to look at them: a folder for a picture of each. */
const pictures = process.env.MAIL_PICTURES;

let browser: Browser;
beforeAll(async () => {
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
  });
});
afterAll(() => browser?.close());

/** Everything that a family and its tutor can be told by e-mail, if they chose it for every topic. */
async function everyMail(locale: Locale) {
  const { family, tutor, talkId, tell } = await everyNotice(market);
  for (const { id } of [family, tutor]) {
    await query('update users set is_remind = true, locale = $2 where id = $1', [id, locale]);
    await query(
      `insert into email_addresses (user_id, address_hash, address_cipher, address_key, link_hash)
       values ($1, '', '', '', '')`,
      [id],
    );
  }
  await query('delete from deliveries');
  await tell();
  for (const person of [family, tutor])
    await call(person, `POST /api/users/conversations/${talkId}/messages`, {
      text: '你好',
      client_key: randomUUID(),
    });
  await happenedAt(database, afternoon);
  const { channel, taken } = recordingChannel('email');
  const both = { isRemind: true, digestHour: null };
  const channels = Object.fromEntries(deliveryTopics.map((topic) => [topic, ['push', 'email'] as const]));
  await deliverAt(database, plus(afternoon, 6 * 60_000), channel, {
    choicesOf: async (_db, ids) => new Map(ids.map((id) => [id, { ...both, channels }])),
  });
  return taken;
}

const write = (delivery: Delivery) =>
  mailOf(delivery, { tokens, origin }, (kind) => deliveryRules[kind].topic);

test.each(locales)(
  'every mail fits a phone and a window in both themes, in %s',
  async (locale) => {
    const taken = await everyMail(locale);
    const letters = new Map<string, string>();
    for (const delivery of taken)
      for (const item of delivery.items)
        letters.set(
          item.kind === 'message' ? `message-${delivery.userId}` : item.kind,
          write({ ...delivery, items: [item] }).html,
        );
    const mailed = Object.entries<DeliveryRule>(deliveryRules).filter(
      ([, { topic, by }]) => by.includes('email') || topic === 'papers',
    );
    for (const [kind] of mailed.filter(([name]) => name !== 'message'))
      expect([...letters.keys()]).toContain(kind);
    const [some] = taken;
    if (!some) throw new Error('nothing was told');
    letters.set('several', write({ ...some, items: some.items.slice(0, 3) }).html);
    letters.set('digest', write({ ...some, items: some.items.slice(3, 7), isDigest: true }).html);
    const verification = { code: '012345', confirmUrl: `${origin}/x?token=t`, minutes: 30, locale, origin };
    letters.set('verification', asHtml(verificationLetter(verification)));

    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await browser.newPage({ colorScheme });
      for (const [name, html] of letters)
        for (const width of [375, 700]) {
          await page.setViewportSize({ width, height: 700 });
          await page.setContent(html);
          const { wide, words } = await page.evaluate(() => ({
            wide: document.documentElement.scrollWidth,
            words: document.body.innerText,
          }));
          expect({ name, wide }).toEqual({ name, wide: width });
          expect(words).not.toMatch(/undefined|null|NaN|\[object|\{\{/);
          if (pictures)
            await page.screenshot({ path: join(pictures, `${name}-${locale}-${colorScheme}-${width}.png`) });
        }
      await page.close();
    }
  },
  120_000,
);
