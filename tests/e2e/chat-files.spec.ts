import { expect } from '@playwright/test';
import sharp from 'sharp';
import { expectAccessible, open, words } from './helpers.ts';
import { newNumber, signUp, test } from './people.ts';

const { chat } = words['zh-Hant'];

/** A picture of a printed question, as taken by a phone. */
const questionPicture = (text: string) =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="160"><rect width="640" height="160" fill="#fff"/>
      <text x="30" y="100" font-family="Noto Sans CJK HK, sans-serif" font-size="56">${text}</text></svg>`,
    ),
  )
    .png()
    .toBuffer();

test('a student’s cropped question is attached, recognised, corrected and answered', {
  tag: '@whole',
}, async ({ page }) => {
  test.setTimeout(90_000);
  await signUp(page, { mobile: newNumber(), name: '陳同學' });
  const picture = `data:image/png;base64,${(await questionPicture('2x + 5 = 13')).toString('base64')}`;
  await page.evaluate((url) => sessionStorage.setItem('mingshi:chat-picture', url), picture);
  await open(page, '/aitutor?picture=1');
  const attached = page.getByRole('list', { name: chat.attachments }).getByRole('listitem');
  await expect(attached).toHaveCount(1);
  await expect.poll(() => new URL(page.url()).search).toBe('');

  // Another picture is chosen, cropped by keyboard, and removed again.
  await page.getByLabel(chat.attach).setInputFiles({
    name: 'q.png',
    mimeType: 'image/png',
    buffer: await questionPicture('9x = 1'),
  });
  const sheet = page.getByRole('dialog');
  const frame = sheet.getByRole('button', { name: chat.cropBox });
  await frame.focus();
  const before = await frame.boundingBox();
  await page.keyboard.press('Shift+ArrowLeft');
  await expect.poll(async () => (await frame.boundingBox())?.width).toBeLessThan(before?.width ?? 0);
  await expectAccessible(page, 'framing a question');
  await sheet.getByRole('button', { name: chat.cropTake }).click();
  await expect(attached).toHaveCount(2);
  await attached.nth(1).getByRole('button', { name: chat.removeFile }).click();
  await expect(attached).toHaveCount(1);

  const text = attached.getByRole('textbox');
  await expect(text).toBeVisible({ timeout: 45_000 });
  await expect(text).toHaveValue(/13/);
  await text.fill('3x = 12');
  // The correction is saved with the draft.
  await text.blur();
  await page.getByRole('button', { name: chat.send, exact: true }).click();
  await expect(page).toHaveURL(/\/aitutor\/\d+$/);
  await expect(page.getByRole('link', { name: chat.picture })).toBeVisible();
  await expect(page.getByRole('button', { name: chat.regenerate })).toBeVisible();
  const id = new URL(page.url()).pathname.split('/').at(-1);
  await expect(page.locator('li[data-message]')).toHaveCount(2);
  const token = await page.evaluate(() => localStorage.getItem('ai_token'));
  const answer = await page.request.get(`/api_ai/chat_ai/messages?thread_id=${id}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const { data } = await answer.json();
  expect(data.list[0].files[0].recognised_text).toBe('3x = 12');
  expect(JSON.stringify(data.list[1].parts)).toContain('x = 4');
});
