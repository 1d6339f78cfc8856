import { type BrowserContext, expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { getDocumentProxy } from 'unpdf';
import { drawPaper } from '../eraser/papers.ts';
import { complaintsOf, expectAccessible, expectNoOverflow, open, words } from './helpers.ts';
import { askForCode, newNetwork, newNumber, sheet, signUp, test } from './people.ts';

const zh = words['zh-Hant'];
const { eraser, personMenu, report } = zh;

/** Drawn pictures of filled-in papers; small, so that the engine processes them quickly. */
const drawnPapers = (count: number, name = '數學') =>
  Promise.all(
    Array.from({ length: count }, async (_, index) => ({
      name: `${name} ${index + 1}.jpg`,
      mimeType: 'image/jpeg',
      buffer: await drawPaper({ seed: index + 1, width: 460, height: 520 }),
    })),
  );

const fillIn = (text: string, values: Record<string, string | number>) =>
  text.replace(/\{\{(\w+)\}\}/g, (_, name) => String(values[name]));
const choose = (page: Page, files: Awaited<ReturnType<typeof drawnPapers>>) =>
  page.locator('input[type=file]').first().setInputFiles(files);
const start = (page: Page, pages: number) =>
  page.getByRole('button', { name: fillIn(eraser.start.start, { pages: `${pages} 頁` }) }).click();
const firstTask = (page: Page) => page.locator('[data-task]').first();
const isDone = (page: Page) =>
  expect(firstTask(page)).toHaveAttribute('data-status', 'done', { timeout: 90_000 });
const card = (page: Page, title: string) => page.locator('li[data-record]').filter({ hasText: title });
const phone = { width: 375, height: 700 };
const desktop = { width: 1280, height: 800 };

/** Checks accessibility at phone width and overflow at desktop width, and restores the window size. */
async function expectFittingAndAccessible(page: Page, what: string) {
  const size = page.viewportSize() ?? desktop;
  await page.setViewportSize(phone);
  await expectAccessible(page, what);
  await page.setViewportSize(desktop);
  await expectNoOverflow(page, `${what}, at a desk`);
  await page.setViewportSize(size);
}

async function elsewhere(context: BrowserContext, baseURL: string | undefined) {
  const other = await context.browser()?.newContext({
    ...{ baseURL: baseURL ?? '', locale: 'zh-HK', extraHTTPHeaders: newNetwork() },
  });
  if (!other) throw new Error('no browser');
  return other.newPage();
}

test.use({ viewport: phone });

/** The steps alternate between phone and desktop width. */
const atWidth = (page: Page, size: typeof phone, name: string, work: () => Promise<void>) =>
  test.step(name, async () => {
    await page.setViewportSize(size);
    await work();
  });

test('a family uploads papers, tags, practises, exports, deletes and restores them', {
  tag: '@whole',
}, async ({ page }) => {
  test.setTimeout(200_000);
  const complaints = complaintsOf(page);
  await signUp(page, { mobile: newNumber(), name: '溫習' });
  await open(page, '/erase');
  await expect(page.locator('[data-pages-left]')).toHaveAttribute('data-pages-left', '30');

  await atWidth(page, phone, 'files are checked, sent and put in order', async () => {
    const notes = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('x') };
    await choose(page, [...(await drawnPapers(5)), notes]);
    await expect(page.getByText(eraser.files.refused.type)).toBeVisible();
    await page.getByRole('button', { name: fillIn(eraser.files.remove, { name: 'notes.txt' }) }).click();
    await page.getByRole('button', { name: fillIn(eraser.files.up, { name: '數學 2.jpg' }) }).click();
    await expect(page.getByRole('list', { name: eraser.files.list }).locator('li').first()).toContainText(
      '數學 2.jpg',
    );
    await page.getByLabel(eraser.tags.title).fill('中四數學期中試');
    await page.getByLabel(eraser.tags.grade).selectOption({ index: 3 });
    await page.getByRole('radio', { name: eraser.paperType.exam }).check();
    await expectFittingAndAccessible(page, 'files');
    await start(page, 5);
  });

  await atWidth(page, desktop, 'progress is shown, also after a reload', async () => {
    await expect(firstTask(page)).toBeVisible();
    await page.reload();
    await isDone(page);
    await expect(firstTask(page)).toContainText('中四數學期中試');
    await expect(page.locator('[data-pages-left]')).toHaveAttribute('data-pages-left', '25');
    // A second paper, for the actions on several papers.
    await choose(page, await drawnPapers(1, '英文'));
    await start(page, 1);
    await expect(page.locator('[data-task]')).toHaveCount(2);
    await isDone(page);
    await expectFittingAndAccessible(page, 'tasks');
  });

  await atWidth(page, phone, 'a paper is renamed, tagged and found', async () => {
    await open(page, '/test-paper');
    await page.getByRole('button', { name: fillIn(eraser.card.edit, { title: '中四數學期中試' }) }).click();
    await sheet(page).getByLabel(eraser.tags.title).fill('數學卷一');
    await sheet(page).getByLabel(eraser.tags.year).fill('2024');
    await sheet(page).getByRole('button', { name: eraser.edit.save }).click();
    await expect(card(page, '數學卷一')).toContainText('2024');
    await page.getByRole('searchbox').fill('卷一');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/search=/);
    await expect(page.locator('li[data-record]')).toHaveCount(1);
    await page.reload();
    await expect(page.locator('li[data-record]')).toHaveCount(1);
    await expectFittingAndAccessible(page, 'the library');
  });

  await atWidth(page, desktop, 'pages are reordered, and the paper is practised with a timer', async () => {
    await card(page, '數學卷一').getByRole('link').click();
    await expect(page.getByRole('heading', { level: 1, name: '數學卷一' })).toBeVisible();
    const pages = page.locator('li[data-page]');
    await expect(pages).toHaveCount(5);
    const second = await pages.nth(1).getAttribute('data-page');
    await page.getByRole('button', { name: fillIn(eraser.paper.earlier, { number: 2 }) }).click();
    await expect(pages.first()).toHaveAttribute('data-page', second ?? '');
    await expectFittingAndAccessible(page, 'the paper');
    await page.getByRole('button', { name: eraser.paper.practise }).click();
    const practise = page.getByRole('dialog');
    await practise.getByRole('button', { name: eraser.practise.start }).click();
    await expect(practise.getByRole('timer')).not.toHaveText('0:00');
    await practise.getByRole('button', { name: eraser.practise.pause }).click();
    await expectFittingAndAccessible(page, 'practice');
    await practise.getByRole('button', { name: eraser.practise.finish }).click();
    await practise.getByRole('button', { name: eraser.practise.back }).click();
    await expect(page.getByRole('heading', { name: eraser.practise.before })).toBeVisible();
  });

  await atWidth(page, phone, 'four of the pages are exported as an A4 PDF, two per sheet', async () => {
    await page.getByRole('link', { name: eraser.paper.export }).click();
    await page.getByRole('checkbox', { name: /數學 5/ }).uncheck();
    await page.getByRole('radio', { name: '2 頁' }).check();
    await expect(page.locator('[data-sheets]')).toHaveAttribute('data-sheets', '2');
    await page.getByRole('checkbox', { name: eraser.export.page_numbers }).check();
    await expectFittingAndAccessible(page, 'export');
    await page.getByRole('button', { name: eraser.export.make }).click();
    const link = page.getByRole('link', { name: eraser.export.download });
    await expect(link).toBeVisible({ timeout: 60_000 });
    const answer = await page.request.get((await link.getAttribute('href')) ?? '');
    const pdf = await getDocumentProxy(new Uint8Array(await answer.body()));
    expect(pdf.numPages).toBe(2);
    const [, , across = 0, down = 0] = (await pdf.getPage(1)).view;
    expect([Math.round(across), Math.round(down)]).toEqual([842, 595]);
  });

  await atWidth(page, desktop, 'several papers are deleted at once and restored', async () => {
    await open(page, '/test-paper?tab=mine');
    await page.getByRole('button', { name: eraser.batch.begin }).click();
    await page.getByRole('button', { name: eraser.batch.all }).click();
    await page.getByRole('button', { name: fillIn(eraser.batch.remove, { count: 2 }) }).click();
    await expect(page.getByText(eraser.library.empty.mine)).toBeVisible();
    await page.getByRole('button', { name: eraser.undo.undo, exact: true }).click();
    await expect(page.locator('li[data-record]')).toHaveCount(2);
    await page.getByRole('button', { name: fillIn(eraser.card.remove, { title: '英文 1' }) }).click();
    await expect(page.locator('li[data-record]')).toHaveCount(1);
    await page.getByRole('link', { name: eraser.library.tab.trash }).click();
    await page.getByRole('button', { name: fillIn(eraser.card.restoreOf, { title: '英文 1' }) }).click();
    await expect(page.getByText(eraser.library.empty.trash)).toBeVisible();
  });

  await atWidth(page, phone, 'a question is cropped from the paper and taken to the AI tutor', async () => {
    await open(page, '/test-paper?tab=mine');
    await card(page, '數學卷一').getByRole('link').click();
    await page.getByRole('button', { name: eraser.ask.ask }).click();
    const cutting = page.getByRole('dialog');
    const picture = cutting.getByRole('img', { name: '數學卷一' });
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
    await expectFittingAndAccessible(page, 'cutting out');
    await cutting.getByRole('button', { name: eraser.ask.take }).click();
    await expect(page).toHaveURL(/\/aitutor$/);
    const attached = page.getByRole('list', { name: zh.chat.attachments }).getByRole('listitem');
    await expect(attached).toHaveCount(1);
    // The attached picture is as large as the frame, and complete.
    const size = await attached.locator('img').evaluate(async (img: HTMLImageElement) => {
      await img.decode();
      return [img.naturalWidth, img.naturalHeight];
    });
    expect(Math.min(...size)).toBeGreaterThan(50);
    await expect(page.getByRole('button', { name: zh.chat.send, exact: true })).toBeEnabled({
      timeout: 45_000,
    });
  });
  expect(complaints).toEqual([]);
});

test('one account shares an exercise with another, and a referral link that gives both of them pages', {
  tag: '@whole',
}, async ({ page, context, baseURL }) => {
  test.setTimeout(120_000);
  await signUp(page, { mobile: newNumber(), name: '分享人' });
  await open(page, '/erase');
  const code = await page.locator('[data-promotion-code]').getAttribute('data-promotion-code');
  await choose(page, await drawnPapers(1, '練習'));
  await start(page, 1);
  await isDone(page);
  const title = '練習 1';
  await open(page, '/test-paper');
  await page.getByRole('button', { name: fillIn(eraser.card.share, { title }) }).click();
  await sheet(page).getByRole('button', { name: eraser.publish.send }).click();
  await expect(sheet(page).getByText(eraser.publish.missing)).toBeVisible();
  await sheet(page).getByRole('checkbox').check();
  await sheet(page).getByRole('button', { name: eraser.publish.send }).click();
  await expect(card(page, title)).toContainText(eraser.card.shared);

  const friend = await elsewhere(context, baseURL);
  await atWidth(
    friend,
    phone,
    'a visitor follows the referral link, chooses a file, and logs in without losing it',
    async () => {
      await open(friend, `/share/${code}`);
      await expect(friend.getByText(fillIn(eraser.invited.welcome, { pages: 10 }))).toBeVisible();
      await expect(friend).toHaveURL(/\/erase$/);
      await choose(friend, await drawnPapers(1, '朋友'));
      await logInBySms(friend);
      await expect(friend.locator('[data-pages-left]')).toHaveAttribute('data-pages-left', '40');
      const begin = friend.getByRole('button', { name: fillIn(eraser.start.start, { pages: '1 頁' }) });
      await expect(begin).toBeEnabled();
    },
  );

  await atWidth(friend, desktop, 'the friend finds the exercise, takes a copy and reports it', async () => {
    await open(friend, '/erase/list/0-0-0?tab=shared');
    await card(friend, title).getByRole('link').click();
    await expect(friend.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expectFittingAndAccessible(friend, 'a shared exercise');
    await friend.getByRole('button', { name: personMenu.open, exact: true }).click();
    await sheet(friend).getByRole('radio', { name: report.kinds.copyright }).check();
    await sheet(friend).getByLabel(report.words).fill('這份卷有版權。');
    await sheet(friend).getByRole('button', { name: report.send }).click();
    await sheet(friend).getByRole('button', { name: report.close, exact: true }).click();
    await expect(friend.getByText(eraser.card.reported)).toBeVisible();
    await friend.getByRole('button', { name: eraser.paper.copy }).click();
    await expect(friend.getByRole('button', { name: eraser.paper.edit })).toBeVisible();
    // The copy is an ordinary paper and opens in the editor.
    await friend.getByRole('link', { name: eraser.paper.result, exact: true }).click();
    await expect(friend.getByRole('application')).toBeVisible({ timeout: 30_000 });
    await expect(friend.getByRole('heading', { level: 1, name: title })).toBeVisible();
  });

  await atWidth(page, desktop, 'the owner sees the count of referrals, and stops sharing', async () => {
    await open(page, '/erase');
    const counted = fillIn(eraser.promotion.counts, { accesses: 1, rewarded: 1, pages: 10 });
    await expect(page.getByText(counted)).toBeVisible();
    await open(page, '/test-paper');
    await page.getByRole('button', { name: fillIn(eraser.card.unshare, { title }) }).click();
    await sheet(page).getByRole('button', { name: eraser.publish.end }).click();
    await expect(card(page, title)).not.toContainText(eraser.card.shared);
    await open(friend, '/test-paper?tab=shared');
    await expect(card(friend, title)).toHaveCount(0);
  });
  await friend.context().close();
});

test('an interrupted upload resumes where it stopped', { tag: '@whole' }, async ({ page }) => {
  test.setTimeout(90_000);
  await signUp(page, { mobile: newNumber(), name: '斷線' });
  await open(page, '/erase');
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const buffer = await sharp({
    create: { width: 1400, height: 1000, channels: 3, background: '#fff', noise },
  })
    .png({ compressionLevel: 0 })
    .toBuffer();
  const file = { name: '大相片.png', mimeType: 'image/png', buffer };
  const offsets: number[] = [];
  let broken = true;
  await page.route('**/api_ai/eraser/upload/*/chunk', async (route) => {
    const offset = Number(
      /name="offset"\s+(\d+)/.exec(route.request().postDataBuffer()?.toString('latin1') ?? '')?.[1],
    );
    if (broken && offset > 0) return route.abort();
    offsets.push(offset);
    return route.continue();
  });
  await choose(page, [file]);
  await expect.poll(() => offsets).toEqual([0]);
  await page.reload();
  await expect(page.getByText(eraser.files.lost)).toBeVisible();
  broken = false;
  await choose(page, [file]);
  await expect(
    page.getByRole('button', { name: fillIn(eraser.start.start, { pages: '1 頁' }) }),
    // The processes that check uploads may have to start first.
  ).toBeEnabled({ timeout: 30_000 });
  expect(offsets).toEqual([0, 4 * 1024 * 1024]);
});

/** Logs in to the AI side only, with the code that demo mode shows. */
async function logInBySms(page: Page) {
  const tab = sheet(page).getByRole('tab', { name: zh.aiLogin.sms });
  await tab.click();
  await page.keyboard.type(await askForCode(page, newNumber()));
  await expect(sheet(page)).toBeHidden();
}
