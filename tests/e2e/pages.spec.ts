import { expect, type Page, test } from '@playwright/test';
import { routeTable } from '#web/ground/routing/route-table.ts';
import { axeFindingsInThemes, company, complaintsOf, type Locale, open, signIn } from './helpers.ts';

type Visit = { path: string; status: 200 | 404; gate?: boolean };

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
  // The same module, other words.
  ...['/assessment', '/realworld'].map((path) => ({ path, status: 200 }) as const),
  ...['privacy', 'tutor', 'eraser', 'ai'].map(
    (doc) => ({ path: `/terms-conditions?doc=${doc}`, status: 200 }) as const,
  ),
  { path: '/faq?search=學費', status: 200 },
  { path: '/faq?search=zzzz', status: 200 },
  { path: '/no/such/page', status: 404 },
  { path: '/faq/999999', status: 404 },
  { path: '/test-paper/abc', status: 404 },
];

const at = (locale: Locale, path: string) => (locale === 'en' ? `/en${path === '/' ? '' : path}` : path);

const heights = { 375: 700, 1280: 800 } as const;

// English is longer and wraps elsewhere, which a phone tells best.
for (const [locale, widths] of [
  ['zh-Hant', [375, 1280]],
  ['en', [375]],
] as const)
  test.describe(locale, () => {
    // One browser context for all the pages of this language.
    test.describe.configure({ mode: 'default' });
    let page: Page;
    let complaints: string[];

    test.beforeAll(async ({ browser, baseURL }) => {
      const context = await browser.newContext({
        baseURL,
        locale: locale === 'en' ? 'en-HK' : 'zh-HK',
        serviceWorkers: 'allow',
        // A sheet that opens by itself is judged open, not on its way.
        reducedMotion: 'reduce',
      });
      page = await context.newPage();
      complaints = complaintsOf(page);
    });
    test.afterAll(() => page.context().close());

    for (const { path, status, gate } of visits)
      test(`${at(locale, path)} is sound at ${widths.join(' and ')} px`, async ({ baseURL }) => {
        complaints.length = 0;
        await page.context().clearCookies({ name: 'csrftoken' });
        if (gate) await signIn(page.context(), baseURL);
        await seeAt(page, widths[0]);
        const response = await open(page, at(locale, path));
        expect(response?.status()).toBe(status);
        await expect(page).toHaveTitle(new RegExp(`\\S - ${company[locale]}$`));

        for (const width of widths) {
          await seeAt(page, width);
          await expect(page.locator('h1')).toHaveCount(1);
          await expect(page.locator('h1')).toBeVisible();
          expect.soft(await sidewaysOverflow(page), `sideways overflow at ${width} px`).toBe(0);
          expect.soft(await smallTargets(page), `targets below 44 px at ${width} px`).toEqual([]);
          expect.soft(await axeFindingsInThemes(page), `axe at ${width} px`).toEqual([]);
        }
        const expected = (text: string) => status === 404 && text.includes('status of 404');
        expect
          .soft(
            complaints.filter((text) => !expected(text)),
            'console',
          )
          .toEqual([]);
      });
  });

async function seeAt(page: Page, width: keyof typeof heights) {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width, height: heights[width] });
}

const sidewaysOverflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Links and buttons of the header, the bars and the floating shortcuts that a thumb would miss. */
const smallTargets = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll(':is(header, nav, body > div > aside) :is(a, button)')]
      .map((target) => ({ target, height: target.getBoundingClientRect().height }))
      .filter(({ height }) => height > 0 && height < 43.9)
      .map(({ target, height }) => `${target.textContent || target.ariaLabel}: ${height.toFixed(1)} px`),
  );
