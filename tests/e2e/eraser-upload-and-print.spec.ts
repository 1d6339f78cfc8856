import { expect, type Page } from '@playwright/test';
import { getDocumentProxy } from 'unpdf';
import { drawPaper } from '../eraser/papers.ts';
import { startTask, taskOf } from './eraser-helpers.ts';
import { complaintsOf, open, words } from './helpers.ts';
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
