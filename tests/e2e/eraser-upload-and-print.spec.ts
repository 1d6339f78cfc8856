import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { getDocumentProxy } from 'unpdf';
import { openUploadChecks } from '#server/domains/eraser/intake/intake.ts';
import { openPage } from '#server/domains/eraser/intake/intake-types.ts';
import { drawPaper, drawSpread } from '../eraser/papers.ts';
import { pageOf, startTask, taskOf } from './eraser-helpers.ts';
import { complaintsOf, expectAccessible, open, words } from './helpers.ts';
import { newNumber, signUp, test } from './people.ts';

const { eraser } = words['zh-Hant'];

/** Files as found on the clipboard, or in a drag and drop. */
async function dataTransferWith(page: Page, name: string, seed: number) {
  const base64 = (await drawPaper({ seed, width: 240, height: 340 })).toString('base64');
  return page.evaluateHandle(
    ([called = '', content = '']) => {
      const transfer = new DataTransfer();
      const bytes = Uint8Array.from(atob(content), (sign) => sign.charCodeAt(0));
      transfer.items.add(new File([bytes], called, { type: 'image/jpeg' }));
      return transfer;
    },
    [name, base64],
  );
}

test('papers can be added by drag and drop, from the clipboard and with a phone’s camera', {
  tag: '@whole',
}, async ({ page }) => {
  const complaints = complaintsOf(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await signUp(page, { mobile: newNumber(), name: '各種方法' });
  await open(page, '/erase');
  const files = page.getByRole('list', { name: eraser.files.list }).locator('li');

  const dragged = await dataTransferWith(page, '拖放.jpg', 1);
  await page.dispatchEvent('h1', 'dragover', { dataTransfer: dragged });
  await expect(page.getByText(eraser.drop.over)).toBeVisible();
  await page.dispatchEvent('h1', 'drop', { dataTransfer: dragged });
  await expect(files).toHaveText([/拖放\.jpg/]);

  const paste = (clipboardData: Awaited<ReturnType<typeof dataTransferWith>>) =>
    page.evaluate(
      (data) => document.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data })),
      clipboardData,
    );
  await paste(await dataTransferWith(page, '剪貼簿.jpg', 2));
  await expect(files).toHaveCount(2);
  // Pasted text is not a paper.
  await paste(
    await page.evaluateHandle(() => {
      const transfer = new DataTransfer();
      transfer.setData('text/plain', '數學');
      return transfer;
    }),
  );

  // The camera button is shown on phones only.
  const camera = page.locator('input[type=file][capture=environment]');
  await expect(camera).toBeHidden();
  await page.setViewportSize({ width: 375, height: 700 });
  const photo = await drawPaper({ seed: 3, width: 240, height: 340 });
  await camera.setInputFiles({ name: 'image.jpg', mimeType: 'image/jpeg', buffer: photo });
  await expect(files).toHaveText([/拖放\.jpg/, /剪貼簿\.jpg/, /image\.jpg/]);
  await expect(
    page.getByRole('button', { name: eraser.start.start.replace('{{pages}}', '3 頁') }),
  ).toBeEnabled();
  expect(complaints).toEqual([]);
});

test('pages print at the original paper size, one per sheet, each in its own orientation', {
  tag: '@whole',
}, async ({ page }) => {
  test.setTimeout(120_000);
  await signUp(page, { mobile: newNumber(), name: '列印' });
  const portrait = await drawPaper({ width: 460, height: 650 });
  const landscape = await drawPaper({ width: 650, height: 460 });
  const task = await startTask(page, [portrait, landscape]);
  await expect.poll(async () => (await taskOf(page, task.id)).status, { timeout: 90_000 }).toBe('done');
  const [, second] = (await taskOf(page, task.id)).image_records;
  expect(second && second.width > second.height).toBe(true);

  await open(page, `/test-paper/${task.record_id}`);
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', '');
  });
  await page.getByRole('button', { name: eraser.paper.print }).click();
  await expect(page.locator('body[data-printed]')).toBeAttached();
  await page.emulateMedia({ media: 'print' });
  const millimetres = async (index: number) => {
    const box = await page.locator('.print-pages img').nth(index).boundingBox();
    return [box?.width ?? 0, box?.height ?? 0].map((pixels) => Math.round((pixels / 96) * 25.4));
  };
  expect(await millimetres(0)).toEqual([210, 297]);
  expect(await millimetres(1)).toEqual([297, 210]);
  const pdf = await getDocumentProxy(new Uint8Array(await page.pdf({ preferCSSPageSize: true })));
  const sheets = [];
  for (let number = 1; number <= pdf.numPages; number++)
    sheets.push((await pdf.getPage(number)).view.slice(2).map(Math.round));
  expect(sheets).toEqual([
    [595, 842],
    [842, 595],
  ]);

  // After printing, the page is as before.
  await page.emulateMedia({ media: 'screen' });
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await expect(page.locator('.print-pages')).toHaveCount(0);
});

test('chosen pages are shown before the start, and a photo of two pages is split when its owner says so', {
  tag: '@whole',
}, async ({ page }) => {
  test.setTimeout(120_000);
  const complaints = complaintsOf(page);
  await page.setViewportSize({ width: 375, height: 800 });
  await signUp(page, { mobile: newNumber(), name: '兩頁' });
  await open(page, '/erase');
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles([
      { name: '書.jpg', mimeType: 'image/jpeg', buffer: await drawSpread() },
      { name: '卷.jpg', mimeType: 'image/jpeg', buffer: await drawPaper({ width: 460, height: 520 }) },
    ]);
  const files = page.getByRole('list', { name: eraser.files.list }).locator('li');
  const thumbOf = (name: string) =>
    page.getByRole('img', { name: eraser.files.thumb.replace('{{name}}', name) });
  const isShown = (name: string) =>
    thumbOf(name).evaluate((picture: HTMLImageElement) => picture.complete && picture.naturalWidth > 0);
  await expect.poll(() => isShown('書.jpg')).toBe(true);
  await expect.poll(() => isShown('卷.jpg')).toBe(true);
  const startOf = (pages: number) =>
    page.getByRole('button', { name: eraser.start.start.replace('{{pages}}', `${pages} 頁`) });
  await expect(startOf(2)).toBeEnabled();

  // The question is asked of the spread alone. After a reload the pictures come from the server.
  await expect(page.getByText(eraser.files.spread)).toHaveCount(1);
  await page.getByRole('button', { name: `${eraser.files.split}：書.jpg` }).click();
  await expect(page.getByText(eraser.files.isSplit)).toBeVisible();
  await page.reload();
  await expect(page.getByText(eraser.files.isSplit)).toBeVisible();
  await expect.poll(() => isShown('卷.jpg')).toBe(true);
  await expectAccessible(page, 'a photo of two pages');
  await page.getByRole('button', { name: eraser.files.remove.replace('{{name}}', '卷.jpg') }).click();
  await expect(files).toHaveCount(1);
  await startOf(2).click();
  const task = page.locator('[data-task]').first();
  await expect(task).toHaveAttribute('data-status', 'done', { timeout: 90_000 });
  const id = Number(await task.getAttribute('data-task'));
  const [left, right] = [await pageOf(page, id), await pageOf(page, id, 1)];
  for (const one of [left, right]) expect(one.width).toBeLessThan(700);
  expect(left.used_corners?.[1]?.[0]).toBeLessThan(0.56);
  expect(right.used_corners?.[0]?.[0]).toBeGreaterThan(0.44);
  await expect(page.locator('[data-pages-left]')).toHaveAttribute('data-pages-left', '28');
  expect(complaints).toEqual([]);
});

/** A photo of a paper in the shade: grey, darker on one side, with grain. */
async function shadedPaper() {
  const [width, height] = [1240, 1754];
  const paper = await drawPaper({ width, height });
  const shade = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs><linearGradient id="g">
      <stop offset="0" stop-color="#e4e0d8"/><stop offset="1" stop-color="#a8a49c"/></linearGradient></defs>
      <rect width="100%" height="100%" fill="url(#g)"/>
      <text x="420" y="1700" font-size="30" font-family="DejaVu Sans" fill="#000" fill-opacity="0.2">faint print</text></svg>`,
  );
  const grain = {
    create: {
      width,
      height,
      channels: 3,
      background: '#fff',
      noise: { type: 'gaussian', mean: 250, sigma: 4 },
    },
  } as const;
  return sharp(paper)
    .composite([
      { input: shade, blend: 'multiply' },
      { input: await sharp(grain).png().toBuffer(), blend: 'multiply' },
    ])
    .jpeg({ quality: 90 })
    .toBuffer();
}

test('a page in the shade is exported as a white A4 with its print, unless its owner wants it as it is', {
  tag: '@whole',
}, async ({ page }) => {
  test.setTimeout(150_000);
  await signUp(page, { mobile: newNumber(), name: '白紙' });
  const task = await startTask(page, [await shadedPaper()]);
  await expect.poll(async () => (await taskOf(page, task.id)).status, { timeout: 90_000 }).toBe('done');
  await open(page, `/erase/download?record=${task.record_id}`);
  await expect(page.getByRole('checkbox', { name: eraser.export.whiten })).toBeChecked();
  const folder = await mkdtemp(join(tmpdir(), 'mingshi-white-'));
  const intake = openUploadChecks();

  /** Makes the export, draws its sheet and measures it: how much of the paper is white, and how much print there is. */
  const measured = async (name: string) => {
    const link = page.getByRole('link', { name: eraser.export.download });
    const earlier = (await link.count()) > 0 ? await link.getAttribute('href') : '';
    await page.getByRole('button', { name: eraser.export.make }).click();
    await expect(link).not.toHaveAttribute('href', earlier ?? '', { timeout: 60_000 });
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
    const [file, drawn] = [join(folder, `${name}.pdf`), join(folder, name)];
    await download.saveAs(file);
    const answer = await intake.drawPage(file, 0, drawn);
    if ('refused' in answer) throw new Error(answer.refused);
    const { data, info } = await (await openPage(drawn)).raw().toBuffer({ resolveWithObject: true });
    const { width, height } = info;
    const least = Uint8Array.from({ length: width * height }, (_, at) =>
      Math.min(...data.subarray(at * info.channels, at * info.channels + 3)),
    );
    // Print and its soft edges are no paper.
    const isPrint = new Uint8Array(least.length);
    for (const [at, value] of least.entries())
      if (value < 215)
        for (let row = -3; row <= 3; row++) isPrint.fill(1, at + row * width - 3, at + row * width + 4);
    // The paper of most of a column is in the same light.
    const paper = Array.from({ length: width }, (_, x) => {
      const column = Array.from(
        { length: Math.floor(height / 16) },
        (_, at) => least[at * 16 * width + x] as number,
      );
      return column.sort((a, b) => a - b)[column.length >> 1] as number;
    });
    const count = (is: (at: number) => boolean) =>
      least.reduce((sum, _, at) => sum + Number(is(at)), 0) / least.length;
    const print = count((at) => isPrint[at] === 1);
    return {
      print,
      white: count((at) => isPrint[at] === 0 && (least[at] as number) >= 250) / (1 - print),
      allWhite: count((at) => (least[at] as number) >= 250),
      dark: count((at) => (least[at] as number) < 0.6 * (paper[at % width] as number)),
      faint: count((at) => at > least.length * 0.93 && (least[at] as number) < 230),
    };
  };
  try {
    const white = await measured('white');
    await page.getByRole('checkbox', { name: eraser.export.whiten }).uncheck();
    const asItIs = await measured('grey');
    expect(asItIs.allWhite).toBeLessThan(0.2);
    expect(white.print).toBeLessThan(0.12);
    expect(white.white).toBeGreaterThan(0.98);
    expect(white.dark).toBeGreaterThan(0.9 * asItIs.dark);
    expect(white.faint).toBeGreaterThan(0.0001);
  } finally {
    await intake.close();
    await rm(folder, { recursive: true });
  }
});
