import { expect, test } from 'vitest';
import type { Delivery, DeliveryItem } from '#server/domains/delivery/channel.ts';
import { locales } from '#shared/locale.ts';
import { noticeKinds } from '#shared/messages.ts';
import { mailOf } from './channel.ts';
import { asHtml, asText } from './letter.ts';
import { verificationLetter } from './letters.ts';
import { createUnsubscribeTokens } from './unsubscribe.ts';

const origin = 'https://mingshi.example';
const tokens = createUnsubscribeTokens(Buffer.alloc(32));
const write = (delivery: Partial<Delivery>) =>
  mailOf(
    { userId: 1, locale: 'en', key: 'k', items: [item()], isDigest: false, ...delivery },
    { tokens, origin },
    (kind) => (kind === 'message' ? 'messages' : 'offers'),
  );
const item = (more: Partial<DeliveryItem> = {}): DeliveryItem => ({
  kind: 'interest_applied',
  title: 'A tutor applied',
  text: 'Please answer.',
  about: 'Ming · S3 Mathematics',
  path: '/my-tutoring',
  at: new Date('2026-11-17T10:00:00Z'),
  ...more,
});
/** The words of an HTML text, without tags and entities. */
const wordsOf = (html: string) =>
  html
    .replace(/<(style|title)>[\s\S]*?<\/\1>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');

test.each(locales)('in %s text and HTML say the same of one event, several and a digest', (locale) => {
  const several = [item(), item({ kind: 'message', title: 'A message', about: null, path: '/message/7' })];
  for (const delivery of [{ items: [item()] }, { items: several }, { items: several, isDigest: true }]) {
    const { text, html, subject } = write({ locale, ...delivery });
    const words = wordsOf(html);
    for (const { title, text: said, about } of delivery.items)
      for (const part of [title, said, about ?? title]) {
        expect(text).toContain(part);
        expect(words).toContain(part);
      }
    expect(subject).toContain('A tutor applied');
    expect(html).toContain(`lang="${locale === 'en' ? 'en-HK' : 'zh-Hant-HK'}"`);
  }
});

test('links lead to pages of ours in the language of the mail, and nothing is loaded from anywhere', () => {
  const { text, html, unsubscribeUrl } = write({
    items: [
      item(),
      ...['https://evil.example/', '//evil.example/', '/\\evil.example', 'javascript:alert(1)'].map((path) =>
        item({ path }),
      ),
    ],
  });
  const links = [...html.matchAll(/href="([^"]+)"/g)].map(([, url]) => url);
  for (const url of [...links, ...(text.match(/https?:\S+/g) ?? [])])
    expect(url).toMatch(/^https:\/\/mingshi\.example\/en\//);
  expect(links).toContain(`${origin}/en/my-tutoring`);
  expect(html).not.toMatch(/<(img|script|link|iframe|svg|form)\b|url\(|src=|evil/i);
  expect(html).toContain('<meta name="color-scheme" content="light dark">');
  expect(html).toContain('@media (prefers-color-scheme:dark)');
  expect(unsubscribeUrl).toMatch(
    /^https:\/\/mingshi\.example\/api\/email\/unsubscribe\?token=1\.offers\.[\w-]{43}&locale=en$/,
  );
});

test('several topics in one mail are stopped together', () => {
  const { unsubscribeUrl } = write({ items: [item(), item({ kind: 'message' })] });
  expect(unsubscribeUrl).toContain('token=1.all.');
});

test('names with tags, quotes, emoji and line breaks stay words', () => {
  const name = `<script>alert("1")</script> O'Neill 👩‍🏫\r\nBcc: x@y.example & "陳"`;
  const { html, text } = write({ items: [item({ about: name, title: name })] });
  expect(html).not.toContain('<script>');
  expect(html).toContain('&lt;script&gt;');
  expect(wordsOf(html)).toContain(`O'Neill 👩‍🏫`);
  expect(text).toContain('👩‍🏫');
});

test('every kind of notice has a mail, and the same delivery the same id at each attempt', () => {
  const ids = new Set(
    Object.keys(noticeKinds).map((kind) => {
      const one = {
        key: kind,
        items: [item({ kind: kind as DeliveryItem['kind'], about: null, path: null })],
      };
      expect(write(one).id).toBe(write(one).id);
      expect(write(one).text).toContain('/en/message?show=notices');
      return write(one).id;
    }),
  );
  expect(ids.size).toBe(Object.keys(noticeKinds).length);
});

test.each(locales)('a verification mail in %s has code and link in both parts', (locale) => {
  const letter = verificationLetter({
    code: '012345',
    confirmUrl: `${origin}/x?token=t`,
    minutes: 30,
    locale,
    origin,
  });
  for (const written of [asText(letter), asHtml(letter)]) {
    expect(written).toContain('012345');
    expect(written).toContain(`${origin}/x?token=t`);
  }
});
