import { test as base, expect, type Page } from '@playwright/test';
import { routeTable } from '#web/ground/routing/route-table.ts';
import {
  company,
  complaintsOf,
  expectFits,
  expectNoOverflow,
  expectSound,
  type Locale,
  open,
  signIn,
} from './helpers.ts';

/** `other`: the words differ from those of a page that is judged already, and nothing else. */
type Visit = { path: string; status: 200 | 404; gate?: boolean; other?: true };

const sampleParams: Record<string, string> = {
  thread: '12',
  id: '1',
  view: 'erase-1-5',
  filter: '3-0-2',
  code: 'AbC-12',
  district: 'sha-tin',
  subject: 'mathematics',
  '*': 'nowhere',
};

/** One address per row of the route table; a new parameter needs a sample above. */
function sampleOf(path: string) {
  return path.replace(/:(\w+)|\*/g, (found, name = found) => {
    if (!(name in sampleParams)) throw new Error(`no sample for ${found} of ${path}`);
    return sampleParams[name] ?? '';
  });
}

/** Rows that show no page of their own; rules.spec.ts says where they lead. */
const leadsElsewhere = ['/share', '/share/:code', '/more', '/logout_ai'];
/** Which cases and tutors there are, market.spec.ts knows. */
const onShow = ['/case/:id', '/tutor/:id'];
/** Pages of one's own and of the desk: who is not logged in sees the same on all; their own tests see the rest. */
const ofSomebody = /^\/(me\/(?!confirm-login|case\/new|\*)|operator\/)/;

const visits: Visit[] = [
  ...routeTable
    .filter(({ paths: [path] }) => ![...leadsElsewhere, ...onShow].includes(path) && !ofSomebody.test(path))
    .map(({ paths: [path], gate }) => {
      // Of the desk a visitor sees nothing; operator.spec.ts sees the rest.
      const status = path.endsWith('*') || path.startsWith('/operator') ? 404 : 200;
      return { path: sampleOf(path), status, gate } as const;
    }),
  ...[
    ...['/assessment', '/realworld', '/faq?search=學費', '/faq?search=zzzz'],
    ...['privacy', 'tutor', 'eraser', 'ai'].map((doc) => `/terms-conditions?doc=${doc}`),
  ].map((path) => ({ path, status: 200, other: true }) as const),
  ...['/no/such/page', '/faq/999999', '/test-paper/abc'].map(
    (path) => ({ path, status: 404, other: true }) as const,
  ),
];

const at = (locale: Locale, path: string) => (locale === 'en' ? `/en${path === '/' ? '' : path}` : path);

const phone = { width: 375, height: 700 };
const desk = { width: 1280, height: 800 };

type Visitor = { page: Page; complaints: string[] };
/** One browser context for all the pages that a worker sees: nobody is logged in, and nothing is typed. */
const test = base.extend<object, { visitor: Visitor }>({
  visitor: [
    async ({ browser }, use) => {
      const { baseURL = '', locale = '' } = base.info().project.use;
      const context = await browser.newContext({
        ...{ baseURL, locale, serviceWorkers: 'block' },
        // A sheet that opens by itself is judged open, not on its way.
        reducedMotion: 'reduce',
      });
      const page = await context.newPage();
      await use({ page, complaints: complaintsOf(page) });
      await context.close();
    },
    { scope: 'worker' },
  ],
});

for (const { path, status, gate, other } of visits) {
  const visit = async ({ page, complaints }: Visitor, locale: Locale, baseURL?: string) => {
    complaints.length = 0;
    await page.context().clearCookies();
    if (gate) await signIn(page.context(), baseURL);
    await page.setViewportSize(phone);
    const response = await open(page, at(locale, path));
    expect(response?.status()).toBe(status);
    await expect(page).toHaveTitle(new RegExp(`\\S - ${company[locale]}$`));
    await expectStanding(page, 'on a phone');
  };
  const expectNoComplaint = ({ complaints }: Visitor) => {
    const expected = (text: string) => status === 404 && text.includes('status of 404');
    const unexpected = complaints.filter((text) => !expected(text));
    expect.soft(unexpected, 'console').toEqual([]);
  };

  test(`${path} ${other ? 'fits' : 'is sound on'} a phone, and fits a wide screen`, async ({
    visitor,
    baseURL,
  }) => {
    const { page } = visitor;
    await visit(visitor, 'zh-Hant', baseURL);
    await (other ? expectNoOverflow : expectSound)(page, 'on a phone');
    await page.setViewportSize(desk);
    await expectStanding(page, 'on a wide screen');
    await (other ? expectNoOverflow : expectFits)(page, 'on a wide screen');
    expectNoComplaint(visitor);
  });

  // English is longer and wraps elsewhere, which a phone tells best.
  test(`${path} fits a phone in English`, { tag: '@whole' }, async ({ visitor, baseURL }) => {
    await visit(visitor, 'en', baseURL);
    await (other ? expectNoOverflow : expectFits)(visitor.page, 'on a phone, in English');
    expectNoComplaint(visitor);
  });
}

/** The head and the bars of every page. */
async function expectStanding(page: Page, where: string) {
  await expect(page.locator('h1')).toHaveCount(1);
  await expect(page.locator('h1')).toBeVisible();
  expect.soft(await smallTargets(page), `targets below 44 px ${where}`).toEqual([]);
}

/** Links and buttons of the header, the bars and the floating shortcuts that a thumb would miss. */
const smallTargets = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll(':is(header, nav, body > div > aside) :is(a, button)')]
      .map((target) => ({ target, height: target.getBoundingClientRect().height }))
      .filter(({ height }) => height > 0 && height < 43.9)
      .map(({ target, height }) => `${target.textContent || target.ariaLabel}: ${height.toFixed(1)} px`),
  );
