import { expect, type Page } from '@playwright/test';
import type { ImageRecord } from '#shared/eraser/eraser.ts';
import { erased, rasterise, restored } from '#web/domains/eraser/editor/brush/strokes.ts';
import type { Point } from '#web/domains/eraser/editor/stage/view-transform.ts';
import { drawPaper } from '../eraser/papers.ts';
import { keptStrokes, pageOf, pixelsOf, placeOn, stage, startTask, taskOf } from './eraser-helpers.ts';
import { complaintsOf, expectAccessible, expectFits, open, words } from './helpers.ts';
import { onPhone } from './pairs.ts';
import { newNumber, signUp, sql, test } from './people.ts';

const { editor, ui } = words['zh-Hant'];
const minutes = 60_000;

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const thumb = (page: Page, number: number, state: string) =>
  page.getByRole('navigation', { name: editor.pages }).getByRole('button', {
    name: `${editor.page.replace('{{number}}', String(number))}${editor.comma}${state}`,
  });
const saveButton = (page: Page, count: number) =>
  button(page, editor.brush.save.replace('{{count}}', String(count)));
const split = (page: Page) => page.getByRole('slider', { name: editor.split });

/** Draws a line with the mouse between two points of the page, while the whole page is shown. */
async function draw(page: Page, size: ImageRecord, from: Point, to: Point) {
  const [start, end] = [await placeOn(page, size, from), await placeOn(page, size, to)];
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(end.x, end.y, { steps: 6 });
  await page.mouse.up();
}

/** Saves the painted strokes and compares every pixel of the new version with the strokes' mask. */
async function saveExactly(page: Page, task: number, before: ImageRecord) {
  const strokes = await keptStrokes(page, before.id);
  expect(strokes.length).toBeGreaterThan(0);
  await saveButton(page, strokes.length).click();
  await expect(saveButton(page, strokes.length)).toHaveCount(0);
  const after = await pageOf(page, task);
  expect(after.version).toBe(before.versions + 1);
  const [old, straight, made] = await Promise.all([
    pixelsOf(page, before.id, 'erased', before.version),
    pixelsOf(page, before.id, 'straight', before.version),
    pixelsOf(page, before.id, 'erased', after.version),
  ]);
  const mask = rasterise(strokes, before);
  const wrong = { untouched: 0, restored: 0, dark: 0 };
  const touched = { [erased]: 0, [restored]: 0 };
  for (const [at, value] of mask.entries()) {
    const pixel = made.data.subarray(at * 3, at * 3 + 3);
    const same = (other: Buffer) => pixel.equals(other.subarray(at * 3, at * 3 + 3));
    if (value === erased) {
      touched[erased] += 1;
      if (Math.min(...pixel) < 190) wrong.dark += 1;
    } else if (value === restored) {
      touched[restored] += 1;
      if (!same(straight.data)) wrong.restored += 1;
    } else if (!same(old.data)) wrong.untouched += 1;
  }
  expect(wrong).toEqual({ untouched: 0, restored: 0, dark: 0 });
  return { after, touched, strokes };
}

test('a family erases and restores by brush to the exact pixel, undoes, crops, rotates and reruns a page', {
  tag: '@whole',
}, async ({ page }) => {
  test.setTimeout(4 * minutes);
  page.on('dialog', (dialog) => dialog.accept());
  await signUp(page, { mobile: newNumber(), name: '陳太' });
  const task = await startTask(page, [await drawPaper(), await drawPaper({ seed: 5 })]);
  const complaints = complaintsOf(page);

  // The progress appears without a reload or any action.
  await open(page, `/erase/erase-1-${task.id}`);
  await expect(thumb(page, 1, editor.state.done)).toBeVisible({ timeout: minutes });
  await expect(thumb(page, 2, editor.state.done)).toBeVisible({ timeout: minutes });
  let one = await pageOf(page, task.id);
  await expect(split(page)).toHaveAttribute('aria-valuenow', '0');
  await split(page).press('End');
  await expect(button(page, editor.view.original)).toHaveAttribute('aria-pressed', 'true');
  await split(page).press('PageDown');
  await expect(split(page)).toHaveAttribute('aria-valuenow', '90');
  await expectFits(page, 'the editor');

  // The print of the first question is erased, and the answer to the second restored. One stroke too many is
  // undone.
  await button(page, editor.tool.erase).click();
  await page.getByLabel(editor.brush.size).fill('30');
  await draw(page, one, { x: 45, y: 64 }, { x: 180, y: 64 });
  await button(page, editor.tool.restore).click();
  await draw(page, one, { x: 350, y: 125 }, { x: 480, y: 125 });
  await draw(page, one, { x: 100, y: 700 }, { x: 300, y: 720 });
  await page.keyboard.press('Control+z');
  await expect(saveButton(page, 2)).toBeVisible();
  await button(page, editor.redo).click();
  await expect(saveButton(page, 3)).toBeVisible();
  await button(page, editor.undo).click();

  // Strokes survive a reload, and leaving the page asks for confirmation.
  await page.reload();
  await expect(saveButton(page, 2)).toBeVisible();
  await page.getByRole('banner').getByRole('link', { name: words['zh-Hant'].nav.tutoring }).click();
  await expect(page.getByRole('alertdialog')).toContainText(editor.leave.title);
  await page.getByRole('alertdialog').getByRole('button', { name: editor.leave.stay }).click();
  await expect(page.getByRole('alertdialog')).toBeHidden();
  const { after, touched } = await saveExactly(page, task.id, one);
  expect(touched[erased]).toBeGreaterThan(3000);
  expect(touched[restored]).toBeGreaterThan(3000);
  one = after;

  // By keyboard alone: two dots in the middle, then back to the version before and forward again.
  await button(page, editor.tool.erase).click();
  await stage(page).focus();
  for (const key of ['+', '+', '0', 'ArrowRight', ' ', 'ArrowDown', ' ']) await page.keyboard.press(key);
  one = (await saveExactly(page, task.id, one)).after;
  expect(one.version).toBe(3);
  await button(page, editor.undo).click();
  await expect.poll(async () => (await pageOf(page, task.id)).version).toBe(2);
  await button(page, editor.redo).click();
  await expect.poll(async () => (await pageOf(page, task.id)).version).toBe(3);

  // Another run: the teacher's marks are kept, and the page is rotated.
  await page.getByRole('switch', { name: editor.options.teacher_marks }).click();
  await button(page, editor.options.right).click();
  await button(page, editor.options.run).click();
  await expect(page.getByText(editor.notice.rerun)).toBeVisible();
  await expect.poll(async () => (await pageOf(page, task.id)).version, { timeout: minutes }).toBe(4);
  const turned = await pageOf(page, task.id);
  expect([turned.width, turned.height]).toEqual([one.height, one.width]);
  expect(turned.options).toMatchObject({ teacher_marks: false, student_ink: true });
  await expect(page.getByText(editor.versions.name.replace('{{number}}', '4'))).toBeVisible();

  // Back to version 1, compared with version 3, and accepted.
  const named = (action: string, number: number) =>
    editor.versions.named
      .replace('{{action}}', action)
      .replace('{{name}}', editor.versions.name.replace('{{number}}', String(number)));
  await button(page, named(editor.versions.goTo, 1)).click();
  await expect(button(page, named(editor.versions.goTo, 4))).toBeVisible();
  await button(page, named(editor.versions.compare, 3)).click();
  await expect(split(page)).toHaveAttribute('aria-valuetext', /版本 3/);
  await button(page, editor.accept.accept).click();
  await expect(thumb(page, 1, editor.state.accepted)).toBeVisible();
  expect(await pageOf(page, task.id)).toMatchObject({ version: 1, versions: 4, is_accepted: true });

  // The corners are set anew, one with the mouse and one by keyboard.
  await button(page, editor.tool.crop).click();
  const corner = (name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) });
  // hover() waits until the handle is stable: it moves while the picture loads.
  await corner(editor.crop.topLeft).hover();
  const box = await corner(editor.crop.topLeft).boundingBox();
  if (!box) throw new Error('there is no handle');
  await page.mouse.down();
  await page.mouse.move(box.x + 60, box.y + 80, { steps: 4 });
  await page.mouse.up();
  for (let step = 0; step < 10; step++) await corner(editor.crop.topRight).press('ArrowDown');
  await expectAccessible(page, 'the corners');
  await button(page, editor.crop.apply).click();
  await expect.poll(async () => (await pageOf(page, task.id)).version, { timeout: minutes }).toBe(5);
  const cut = await pageOf(page, task.id);
  expect(cut.corners?.[0]?.[0]).toBeGreaterThan(0.03);
  expect(cut.used_corners?.[0]?.[1]).toBeGreaterThan(0.03);
  expect(cut.corners?.[1]?.[1]).toBeCloseTo((one.used_corners?.[1]?.[1] ?? 0) + 0.05, 3);
  expect(cut.width).toBeLessThan(one.width);
  expect(complaints).toEqual([]);
});

/** Simulates fingers that touch, move together in steps, and lift. */
async function touch(page: Page, ...paths: { from: Point; to: Point }[]) {
  const device = await page.context().newCDPSession(page);
  const steps = 5;
  const at = (step: number) =>
    paths.map(({ from, to }, id) => ({
      id,
      x: from.x + ((to.x - from.x) * step) / steps,
      y: from.y + ((to.y - from.y) * step) / steps,
    }));
  await device.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0) });
  for (let step = 1; step <= steps; step++)
    await device.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(step) });
  await device.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await device.detach();
}

test('on a phone: two fingers zoom, one finger paints, tools open in sheets, and a failed page can be retried', {
  tag: '@whole',
}, async ({ browser, baseURL }) => {
  test.setTimeout(4 * minutes);
  const page = await onPhone(browser, baseURL, { hasTouch: true, deviceScaleFactor: 2 });
  await signUp(page, { mobile: newNumber(), name: '陳太' });
  const task = await startTask(page, [await drawPaper(), await drawPaper({ seed: 5, writing: false })]);
  await expect.poll(async () => (await taskOf(page, task.id)).status, { timeout: minutes }).toBe('done');
  const [one, two] = [await pageOf(page, task.id), await pageOf(page, task.id, 1)];
  // The state of a page whose run failed before there was any clean version.
  await sql("update eraser_pages set status = 'failed', failure = 'internal', version = 0 where id = $1", [
    two.id,
  ]);
  const complaints = complaintsOf(page);

  await open(page, `/erase/erase-0-${task.id}`);
  await expect(split(page)).toHaveAttribute('aria-valuenow', '100');
  await expectAccessible(page, 'the editor on a phone');
  const percent = () => page.getByText(/^顯示比例 \d+%$/).textContent();
  const whole = await percent();
  const middle = await placeOn(page, one, { x: 310, y: 430 });
  await touch(
    page,
    { from: { x: middle.x - 20, y: middle.y }, to: { x: middle.x - 90, y: middle.y } },
    { from: { x: middle.x + 20, y: middle.y }, to: { x: middle.x + 90, y: middle.y } },
  );
  await expect.poll(percent).not.toBe(whole);
  for (let tap = 0; tap < 2; tap++) await page.touchscreen.tap(middle.x, middle.y);
  await expect.poll(percent).toBe(whole);

  await button(page, editor.tool.restore).tap();
  await expect(button(page, editor.view.erased)).toHaveAttribute('aria-pressed', 'true');
  const [from, to] = [
    await placeOn(page, one, { x: 345, y: 64 }),
    await placeOn(page, one, { x: 470, y: 64 }),
  ];
  await touch(page, { from, to });
  await expect(saveButton(page, 1)).toBeVisible();
  await expectFits(page, 'a stroke on a phone');
  const { touched } = await saveExactly(page, task.id, one);
  expect(touched[restored]).toBeGreaterThan(500);

  await button(page, editor.tool.versions).tap();
  await expect(page.getByRole('dialog').getByText(editor.versions.current)).toBeVisible();
  await expectAccessible(page, 'versions on a phone');
  await page.getByRole('dialog').getByRole('button', { name: ui.close, exact: true }).tap();
  await button(page, editor.tool.options).tap();
  await page.getByRole('dialog').getByRole('switch', { name: editor.options.whiten }).tap();
  await page.getByRole('dialog').getByRole('button', { name: editor.options.run }).tap();
  await expect.poll(async () => (await pageOf(page, task.id)).version, { timeout: minutes }).toBe(3);
  expect((await pageOf(page, task.id)).options.whiten).toBe(true);

  await thumb(page, 2, editor.state.failed).tap();
  await expect(page.getByRole('alert')).toContainText(editor.pending.failed);
  await expectAccessible(page, 'a page that failed');
  await button(page, editor.pending.retry).tap();
  await expect(stage(page)).toBeVisible({ timeout: minutes });
  await expect(thumb(page, 2, editor.state.unchanged)).toBeVisible();
  expect(complaints).toEqual([]);
  await page.context().close();
});

const strengthOf = (page: Page, name: 'strict' | 'standard' | 'thorough') =>
  page.getByRole('radio', { name: editor.strength[name], exact: true });

test('a family switches between three strengths of one run, which keep the work by hand and are remembered', {
  tag: '@whole',
}, async ({ page }) => {
  test.setTimeout(3 * minutes);
  await page.setViewportSize({ width: 1280, height: 900 });
  await signUp(page, { mobile: newNumber(), name: '陳太' });
  const task = await startTask(page, [await drawPaper()]);
  await expect.poll(async () => (await taskOf(page, task.id)).status, { timeout: minutes }).toBe('done');
  const complaints = complaintsOf(page);
  await open(page, `/erase/erase-1-${task.id}`);
  const first = await pageOf(page, task.id);
  expect(first).toMatchObject({ strength: 'standard', is_unchanged: false });
  await expect(strengthOf(page, 'standard')).toBeChecked();
  await expectAccessible(page, 'three strengths');

  // A stroke that is not saved yet goes along.
  await button(page, editor.tool.erase).click();
  await draw(page, first, { x: 45, y: 64 }, { x: 180, y: 64 });
  const [stroke] = await keptStrokes(page, first.id);
  if (!stroke) throw new Error('there is no stroke');
  await strengthOf(page, 'thorough').check();
  await expect(strengthOf(page, 'thorough')).toBeChecked();
  await expect.poll(async () => (await pageOf(page, task.id)).strength).toBe('thorough');
  const thorough = await pageOf(page, task.id);
  expect(thorough).toMatchObject({ version: 3, versions: 3 });
  const [painted, made] = [
    await pixelsOf(page, first.id, 'erased', 2),
    await pixelsOf(page, first.id, 'erased', thorough.version),
  ];
  for (const [at, value] of rasterise([stroke], first).entries())
    if (value && !made.data.subarray(at * 3, at * 3 + 3).equals(painted.data.subarray(at * 3, at * 3 + 3)))
      throw new Error(`pixel ${at} was painted by hand and has changed`);

  // After a reload it stands there still; the way back makes no new version, and the choice is remembered.
  await page.reload();
  await expect(strengthOf(page, 'thorough')).toBeChecked();
  await strengthOf(page, 'standard').check();
  await expect.poll(async () => (await pageOf(page, task.id)).version).toBe(2);
  await strengthOf(page, 'strict').check();
  await expect.poll(async () => (await pageOf(page, task.id)).strength).toBe('strict');
  await button(page, editor.accept.accept).click();
  await expect(thumb(page, 1, editor.state.accepted)).toBeVisible();
  const next = await startTask(page, [await drawPaper({ seed: 3, width: 240, height: 340 })]);
  expect((await pageOf(page, next.id)).options.strength).toBe('strict');
  expect(complaints).toEqual([]);
});

test('a page on which no writing was found says so, and a stroke and its like are erased by a tap', {
  tag: '@whole',
}, async ({ browser, baseURL }) => {
  test.setTimeout(3 * minutes);
  const page = await onPhone(browser, baseURL, { hasTouch: true });
  await signUp(page, { mobile: newNumber(), name: '陳太' });
  const task = await startTask(page, [await drawPaper({ writing: false })]);
  await expect.poll(async () => (await taskOf(page, task.id)).status, { timeout: minutes }).toBe('done');
  const complaints = complaintsOf(page);
  const before = await pageOf(page, task.id);
  expect(before).toMatchObject({ is_unchanged: true });
  await open(page, '/erase');
  await expect(
    page.getByText(words['zh-Hant'].eraser.task.unchanged.replace('{{numbers}}', '1')),
  ).toBeVisible();

  await open(page, `/erase/erase-1-${task.id}`);
  await expect(page.getByText(editor.unchanged.text)).toBeVisible();
  await expectAccessible(page, 'nothing was found');
  await button(page, editor.unchanged.try).tap();
  await expect(page.getByText(editor.unchanged.thorough)).toBeVisible();
  await expect.poll(async () => (await pageOf(page, task.id)).strength).toBe('thorough');
  const standing = await pageOf(page, task.id);

  // A tap on the first letter of a question: it and letters like it are shown, and erased when confirmed.
  await button(page, editor.unchanged.tap).tap();
  const at = await placeOn(page, standing, { x: 56, y: 64 });
  await page.touchscreen.tap(at.x, at.y);
  const all = page.getByRole('button', { name: /^一併擦走 \d+ 筆$/ });
  await expect(all).toBeVisible();
  await expectFits(page, 'picked strokes');
  await all.tap();
  await expect(saveButton(page, 1)).toBeVisible();
  await button(page, editor.undo).tap();
  await expect(saveButton(page, 1)).toHaveCount(0);
  await button(page, editor.redo).tap();
  // By keyboard: the ring is moved to where there is paper only.
  await stage(page).focus();
  for (const key of ['+', '+', '+', '+', '+', '+', 'ArrowUp', 'ArrowUp', 'ArrowUp', ' '])
    await page.keyboard.press(key);
  await expect(page.getByText(editor.pick.none)).toBeVisible();
  const { touched, after } = await saveExactly(page, task.id, standing);
  expect(touched[erased]).toBeGreaterThan(200);
  expect(after.is_unchanged).toBe(false);
  await expect(page.getByText(editor.unchanged.thorough)).toHaveCount(0);
  expect(complaints).toEqual([]);
  await page.context().close();
});

test('a task of another user, or one that does not exist, is a 404; a visitor is offered login', async ({
  page,
}) => {
  await open(page, '/erase/erase-1-1');
  await expect(
    page.getByRole('main').getByRole('button', { name: words['zh-Hant'].login.title }),
  ).toBeVisible();
  await signUp(page, { mobile: newNumber(), name: '陳太' });
  const response = await open(page, '/erase/erase-1-1');
  expect(response?.status()).toBe(404);
  await expect(page.getByText(words['zh-Hant'].rooms.eraseResult.emptyTitle)).toBeVisible();
});
