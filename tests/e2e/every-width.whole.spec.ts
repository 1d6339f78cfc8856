import { randomUUID } from 'node:crypto';
import { type Browser, expect, type Page } from '@playwright/test';
import { axeFindings, colourRules, expectNoOverflow, type Locale, open, signIn } from './helpers.ts';
import { visits } from './page-visits.ts';
import { call, matched, onPhone } from './pairs.ts';
import { sql, test } from './people.ts';

const widths = [320, 375, 768, 1280, 1920];
const locales = ['zh-Hant', 'en'] as const;
const inLanguage = (locale: Locale, path: string) =>
  locale === 'en' ? `/en${path === '/' ? '' : path}` : path;

/** Five widths, two languages and two themes: nothing scrolls sideways, and axe finds nothing. */
async function expectEveryWidth(page: Page, path: string) {
  for (const locale of locales) {
    await page.emulateMedia({ colorScheme: 'light' });
    await open(page, inLanguage(locale, path));
    for (const width of widths) {
      const where = `${path} in ${locale} at ${width} px`;
      await page.setViewportSize({ width, height: 800 });
      await expectNoOverflow(page, where);
      // The whole page at once: while scrolled, something is always half covered by a fixed bar.
      const height = await page.evaluate(() => document.documentElement.scrollHeight);
      await page.setViewportSize({ width, height: Math.max(800, height) });
      await page.emulateMedia({ colorScheme: 'light' });
      expect.soft(await axeFindings(page), `${where}, light`).toEqual([]);
      await page.emulateMedia({ colorScheme: 'dark' });
      expect.soft(await axeFindings(page, colourRules), `${where}, dark`).toEqual([]);
    }
  }
}

const minutes = 60_000;

for (const { path, gate } of visits)
  test(`${path} fits every width in both languages and themes`, async ({ browser, baseURL }) => {
    test.setTimeout(10 * minutes);
    const page = await onPhone(browser, baseURL);
    if (gate) await signIn(page.context(), baseURL);
    await expectEveryWidth(page, path);
  });

const threeTimes = (text: string) => `${text}${text}${text}`;
/** Nothing in it lets a line break. */
const oneWord = 'https-hong-kong-'.replaceAll('-', '').repeat(20);

/** A family and a tutor who wrote three times as much as people do, with a class and a conversation. */
async function talkative(browser: Browser, baseURL: string | undefined) {
  const pair = await matched(browser, baseURL, { tutor: { width: 1280 } });
  const { family, tutor, ids, listingId } = pair;
  await sql('update users set name = $1 where id = any($2)', [
    threeTimes('歐陽陳李靜雯女士'),
    [ids.family, ids.tutor],
  ]);
  await sql('update children set nickname = left($1, 20) where user_id = $2', [
    threeTimes('小寶貝豬豬'),
    ids.family,
  ]);
  await sql('update cases set special_note = $1 where user_id = $2', [
    `${threeTimes('希望導師有耐性。')}${oneWord}`,
    ids.family,
  ]);
  await sql('update tutor_listings set display_name = left($1, 20), introduction = $2 where id = $3', [
    threeTimes('歐陽大文老師'),
    `${threeTimes('先找出學生卡住的一步，再由那一步講起。')}${oneWord}`,
    listingId,
  ]);
  const [{ id: caseId }] = await sql('select id::int from cases where user_id = $1', [ids.family]);
  const conversations = await call(family, 'GET', '/api/users/conversations');
  const conversationId = conversations.list[0].id;
  for (const [page, text] of [
    [family, threeTimes('老師你好，想問星期三改到星期四可以嗎？')],
    [tutor, oneWord],
    [tutor, threeTimes('可以，')],
  ] as const)
    await call(page, 'POST', `/api/users/conversations/${conversationId}/messages`, {
      text,
      files: [],
      client_key: randomUUID(),
    });
  return { ...pair, caseId, conversationId };
}

type Talkative = Awaited<ReturnType<typeof talkative>>;
const shared = ({ conversationId, classId }: Talkative) => [
  '/',
  '/my-tutoring',
  '/message',
  `/message/${conversationId}`,
  '/clock-in',
  `/clock-in/${classId}`,
];
const pagesOf: Record<string, { reader: 'family' | 'tutor'; paths: (of: Talkative) => string[] }> = {
  'The shared pages of a family': { reader: 'family', paths: shared },
  'The account pages of a family': {
    reader: 'family',
    paths: () =>
      ['', '/profile', '/notifications', '/number', '/sessions', '/security', '/privacy', '/standing']
        .concat('/children', '/blocked', '/reports', '/safety', '/fees')
        .map((path) => `/me${path}`),
  },
  'The case and tutor pages of a family': {
    reader: 'family',
    paths: ({ caseId, listingId }) => [
      '/me/case/new',
      `/me/case/${caseId}`,
      `/me/case/${caseId}/tutors`,
      `/tutor/${listingId}`,
      `/case/${caseId}`,
    ],
  },
  'The pages of a tutor': {
    reader: 'tutor',
    paths: (of) => [...shared(of), '/me', '/me/fees', '/me/tutor', '/me/tutor/cases', `/case/${of.caseId}`],
  },
};

for (const [pages, { reader, paths }] of Object.entries(pagesOf))
  test(`${pages} who writes a lot fit every width in both languages and themes`, async ({
    browser,
    baseURL,
  }) => {
    test.setTimeout(10 * minutes);
    const pair = await talkative(browser, baseURL);
    for (const path of paths(pair)) await test.step(path, () => expectEveryWidth(pair[reader], path));
  });
