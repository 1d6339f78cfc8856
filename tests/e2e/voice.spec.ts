import { expect, type Page } from '@playwright/test';
import { complaintsOf, expectAccessible, open, words } from './helpers.ts';
import { newNumber, signUp, sql, test } from './people.ts';
import {
  audible,
  browserHearing,
  eventsOf,
  loudest,
  type MicrophoneInput,
  pageIn,
  voicesThere,
  watchCalls,
} from './voice-microphone.ts';

const t = words.en.voice;
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const captions = (page: Page, side: 'student' | 'tutor') =>
  page.locator(`[data-side=${side}][data-final=true] [data-words]`);
const tutorLines = (page: Page) => page.locator('[data-side=tutor] [data-words]');
/** Whitespace and Markdown characters are rendered, not shown. */
const withoutMarkup = (text: string) => text.replace(/[\s*_`\\()]/g, '');
const status = (page: Page) => page.locator('[data-status]');

/** A student on the free talk page, with a microphone that plays `heard`. */
async function student(baseURL: string | undefined, heard: MicrophoneInput, path = '/en/voice') {
  const browser = await browserHearing({ heard });
  await voicesThere(baseURL);
  const page = await pageIn(browser, baseURL);
  await watchCalls(page);
  const { id } = await signUp(page, { mobile: newNumber(), name: '陳同學' });
  await open(page, path);
  return { browser, page, userId: id };
}

/** The stored messages of the call's thread. */
async function thread(page: Page) {
  const created = await eventsOf(page, 'session.created');
  const [id] = created.map(({ session }) => (session as { thread_id: number }).thread_id);
  const token = await page.evaluate(() => localStorage.getItem('ai_token'));
  const answer = await page.request.get(`/api_ai/chat_ai/messages?thread_id=${id}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const { list } = (await answer.json()).data as { list: { role: string; text: string }[] };
  return { id, list };
}

test('a spoken question is answered aloud, the captions match the stored messages, and the conversation can be opened', {
  tag: '@whole',
}, async ({ baseURL }) => {
  test.setTimeout(90_000);
  const heard = [5000, 'Hello, what is two plus three?', 90_000];
  const { browser, page } = await student(baseURL, heard);
  const complaints = complaintsOf(page);
  await button(page, t.start).click();
  await expect(page.getByText(t.status.listening)).toBeVisible({ timeout: 20_000 });
  await expectAccessible(page, 'a call');

  await expect(captions(page, 'student')).toHaveCount(1, { timeout: 40_000 });
  await button(page, t.controls.mute).click();
  await expect(button(page, t.controls.mute)).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => loudest(page), { timeout: 20_000 }).toBeGreaterThan(audible);
  // The answer is long: it is interrupted once it has begun.
  await expect(tutorLines(page).first()).toContainText(/\w+ \w+/);
  await button(page, t.controls.interrupt).click();
  await expect(captions(page, 'tutor')).toHaveCount(1);
  await expect(status(page)).toHaveAttribute('data-status', 'muted');

  const shown = await page.locator('[data-side] [data-words]').allTextContents();
  // The thread is cut to the audio that was played, a little later than the captions.
  await expect
    .poll(async () => (await thread(page)).list.map(({ text }) => withoutMarkup(text)))
    .toEqual(shown.map(withoutMarkup));
  const { id, list } = await thread(page);
  expect(list.map(({ role }) => role)).toEqual(['user', 'assistant']);

  // Typed during a call; the Enter that ends an IME composition does not send.
  await button(page, t.controls.type).click();
  const field = page.getByRole('textbox', { name: t.typed.label });
  await field.fill('1 + 1');
  await field.dispatchEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true });
  await expect(field).toHaveValue('1 + 1');
  await field.press('Enter');
  await expect(captions(page, 'student').last()).toHaveText('1 + 1');
  await expect(tutorLines(page)).toHaveCount(2, { timeout: 20_000 });

  await button(page, t.controls.hangUp).click();
  await expect(page.getByRole('heading', { name: t.ended.title })).toBeFocused();
  await page.getByRole('link', { name: t.ended.toThread }).click();
  await expect(page).toHaveURL(new RegExp(`/en/aitutor/${id}$`));
  await expect(page.getByText('1 + 1').first()).toBeVisible();
  expect(complaints).toEqual([]);
  await browser.close();
});

test('an interruption stops the tutor’s voice within half a second', { tag: '@whole' }, async () => {
  test.setTimeout(90_000);
  // The server whose model gives a long answer.
  const baseURL = `http://127.0.0.1:${process.env.E2E_ANALYTICS_PORT}`;
  const heard = [16_000, 'Wait, please stop. I have a question.', 60_000];
  const { browser, page } = await student(baseURL, heard);
  await button(page, t.start).click();
  // Typed, so that the answer is well under way when the microphone plays speech.
  await button(page, t.controls.type).click();
  await page.getByRole('textbox', { name: t.typed.label }).fill('Tell me a long story.');
  await page.keyboard.press('Enter');
  await expect.poll(() => loudest(page), { timeout: 30_000 }).toBeGreaterThan(audible);
  await expect(page.locator('[data-side=tutor]').getByText(t.captions.cut)).toBeVisible({ timeout: 40_000 });
  const quiet = await page.evaluate((loud) => {
    const { events, sound } = window.watched;
    const cut = events.find(({ type }) => type === 'output_audio_buffer.cleared');
    const started = events.findLast(
      ({ type, at }) => type === 'input_audio_buffer.speech_started' && at < (cut?.at ?? 0),
    );
    const last = sound.findLast(({ at, rms }) => at < (cut?.at ?? 0) + 1500 && rms > loud);
    return { afterCut: (last?.at ?? 0) - (cut?.at ?? 0), afterSpeech: (cut?.at ?? 0) - (started?.at ?? 0) };
  }, audible);
  expect(quiet.afterCut).toBeLessThan(500);
  // Words that were not played are not in the conversation.
  const shown = withoutMarkup((await tutorLines(page).first().textContent()) ?? '');
  const storedAnswer = async () =>
    (await thread(page)).list.find(({ role }) => role === 'assistant')?.text ?? '';
  await expect.poll(async () => withoutMarkup(await storedAnswer())).toBe(shown);
  await browser.close();
});

test('when the quota of seconds runs out, the student sees a warning and then the end of the call', {
  tag: '@whole',
}, async ({ baseURL }) => {
  test.setTimeout(60_000);
  const { browser, page, userId } = await student(baseURL, [60_000]);
  // This user has only eight seconds of quota.
  await sql(`delete from quota_grants where user_id = $1 and kind = 'voice'`, [userId]);
  await sql('insert into quota_owners (user_id) values ($1) on conflict do nothing', [userId]);
  const insertGrant = `insert into quota_grants (user_id, kind, amount, reason) values ($1, 'voice', 8, 'free')`;
  await sql(insertGrant, [userId]);
  await button(page, t.start).click();
  await expect(page.getByText(/seconds left/).first()).toBeAttached({ timeout: 20_000 });
  await expect(page.getByRole('heading', { name: t.ended.title })).toBeFocused({ timeout: 20_000 });
  await expect(page.getByText(t.ended.quota)).toBeVisible();
  await expect(button(page, t.ended.again)).toHaveCount(0);
  await browser.close();
});
