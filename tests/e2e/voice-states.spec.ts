import { expect, type Page } from '@playwright/test';
import { scenes } from '#shared/voice/scenes.ts';
import { tasks } from '#shared/voice/tasks.ts';
import { complaintsOf, expectAccessible, type Locale, open, repetition, words } from './helpers.ts';
import { newNumber, signUp, test } from './people.ts';
import { browserHearing, packetsSent, pageIn, voicesThere, watchCalls } from './voice-microphone.ts';

const t = words.en.voice;
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

for (const [locale, width] of [
  ['zh-Hant', 375],
  ['en', 1280],
] as const)
  test(
    `a visitor sees the practice modes and is asked to log in, in ${locale} at ${width} px`,
    repetition(locale === 'en'),
    async ({ page }) => {
      await page.setViewportSize({ width, height: 800 });
      const complaints = complaintsOf(page);
      const { voice } = words[locale];
      const prefix = locale === 'en' ? '/en' : '';
      for (const [path, mode, shown] of [
        ['/voice', 'talk', []],
        ['/assessment', 'assessment', tasks.map(({ title }) => title[locale as Locale])],
        ['/realworld', 'realworld', scenes.map(({ title }) => title[locale as Locale])],
      ] as const) {
        await open(page, prefix + path);
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(voice[mode].title);
        await expect(page.getByRole('heading', { name: voice.visitor.title })).toBeVisible();
        for (const title of shown)
          await expect(page.getByRole('heading', { level: 3, name: title, exact: true })).toBeVisible();
        // Nothing that needs a call is offered.
        for (const name of [voice.start, voice.tasks.start, voice.scenes.start])
          await expect(button(page, name)).toHaveCount(0);
      }
      await page.getByRole('main').getByRole('button', { name: words[locale].login.title }).click();
      await expect(page.getByRole('dialog', { name: words[locale].login.title })).toBeVisible();
      expect(complaints).toEqual([]);
    },
  );

test('a denied or missing microphone is explained, and the student can type instead', {
  tag: '@whole',
}, async ({ baseURL }) => {
  test.setTimeout(90_000);
  await voicesThere(baseURL);
  // The first browser denies the permission; the second has no microphone.
  for (const [microphone, problem] of [
    [{ heard: [1000], isAllowed: false }, 'denied'],
    [{ heard: undefined }, 'noMicrophone'],
  ] as const) {
    const browser = await browserHearing({ ...microphone, heard: microphone.heard && [...microphone.heard] });
    const page = await pageIn(browser, baseURL, { viewport: { width: 375, height: 700 } });
    await signUp(page, { mobile: newNumber(), name: '陳同學' });
    await open(page, '/en/voice');
    await button(page, t.start).click();
    await expect(page.getByRole('heading', { name: t.failed[problem].title })).toBeFocused();
    await expect(page.getByRole('alert').getByText(t.failed[problem].text)).toBeVisible();
    await expect(button(page, t.failed.retry)).toBeVisible();
    if (problem === 'denied') await expectAccessible(page, 'no microphone');
    await button(page, t.failed.typeInstead).click();
    await expect(page.getByRole('textbox', { name: t.typed.label })).toBeVisible();
    await browser.close();
  }
});

test('a call continues when the microphone is unplugged, and the student can type', {
  tag: '@whole',
}, async ({ baseURL }) => {
  test.setTimeout(90_000);
  await voicesThere(baseURL);
  const browser = await browserHearing({ heard: [60_000] });
  const page = await pageIn(browser, baseURL);
  await watchCalls(page);
  // Simulates unplugging the only microphone: its tracks end, and no other is available.
  await page.addInitScript(() => {
    const devices = navigator.mediaDevices;
    const native = devices.getUserMedia.bind(devices);
    devices.getUserMedia = async (constraints) => {
      const stream = await native(constraints);
      addEventListener('pull', () => {
        devices.getUserMedia = () => Promise.reject(new DOMException('', 'NotFoundError'));
        for (const track of stream.getTracks()) {
          track.stop();
          track.dispatchEvent(new Event('ended'));
        }
      });
      return stream;
    };
  });
  await signUp(page, { mobile: newNumber(), name: '陳同學' });
  await open(page, '/en/voice');
  await button(page, t.start).click();
  await expect(page.getByText(t.status.listening)).toBeVisible({ timeout: 20_000 });
  await page.evaluate(() => dispatchEvent(new Event('pull')));
  await expect(page.getByRole('alert').getByText(t.trouble)).toBeVisible();
  // Silence is still sent, for longer than a call may go without packets; a packet is 20 ms.
  const before = await packetsSent(page);
  await expect.poll(() => packetsSent(page), { timeout: 20_000 }).toBeGreaterThan(before + 6_500 / 20);
  await button(page, t.controls.type).click();
  await page.getByRole('textbox', { name: t.typed.label }).fill('1 + 1');
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-side=tutor]').first()).toBeVisible({ timeout: 20_000 });
  await browser.close();
});
