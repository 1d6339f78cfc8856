import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import type { EraseTask, ImageRecord } from '#shared/eraser/eraser.ts';
import { pictureUrl } from '#shared/eraser/limits.ts';
import type { Stroke } from '#web/domains/eraser/editor/brush/strokes.ts';
import { fitView, type Point, toStage } from '#web/domains/eraser/editor/stage/view-transform.ts';

type Sent = {
  data?: object;
  multipart?: Record<string, string | { name: string; mimeType: string; buffer: Buffer }>;
};

/** An API call of the user who is logged in to the AI side on this page. */
export async function aiCall(page: Page, method: string, path: string, sent: Sent = {}) {
  const token = await page.evaluate(() => localStorage.getItem('ai_token'));
  const csrf = (await page.context().cookies()).find(({ name }) => name === 'csrftoken');
  const response = await page.request.fetch(path, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      'x-csrftoken': csrf?.value ?? '',
      origin: new URL(page.url()).origin,
    },
    ...sent,
  });
  const answer = await response.json();
  expect(answer.code, `${path}: ${answer.message}`).toBe(0);
  return answer.data;
}

/** Uploads photos and starts an erase task for them. */
export async function startTask(page: Page, photos: Buffer[]): Promise<EraseTask> {
  const files = [];
  for (const buffer of photos) {
    const file = { name: 'paper.jpg', mimeType: 'image/jpeg', buffer };
    files.push(
      await aiCall(page, 'POST', '/api_ai/eraser/cache_file', { multipart: { name: '卷.jpg', file } }),
    );
  }
  return aiCall(page, 'POST', '/api_ai/eraser/erase_trace_task', {
    data: {
      files: files.map(({ id }) => ({ id })),
      tags: { title: '中四數學 期中試' },
      idempotency_key: crypto.randomUUID(),
    },
  });
}

export const taskOf = async (page: Page, id: number): Promise<EraseTask> =>
  (await aiCall(page, 'GET', `/api_ai/eraser/erase_trace_task?task_id=${id}`)).list[0];

/** A page of a task, as stored on the server. */
export async function pageOf(page: Page, task: number, index = 0): Promise<ImageRecord> {
  const { image_records } = await taskOf(page, task);
  return image_records[index] as ImageRecord;
}

/** Every pixel of a version, as stored on the server. */
export async function pixelsOf(page: Page, id: number, view: 'erased' | 'straight', version: number) {
  const response = await page.request.get(pictureUrl(id, { view, size: 'full', version }));
  expect(response.ok()).toBe(true);
  const picture = sharp(await response.body()).removeAlpha();
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

export const stage = (page: Page) => page.getByRole('application');

/** The position in the window of a point of the page, while the whole page is shown. */
export async function placeOn(
  page: Page,
  size: { width: number; height: number },
  at: Point,
): Promise<Point> {
  const box = await stage(page).boundingBox();
  if (!box) throw new Error('there is no stage');
  const { x, y } = toStage(fitView(size, box), at);
  return { x: box.x + x, y: box.y + y };
}

/** The strokes stored in this browser, as they will be sent. */
export const keptStrokes = (page: Page, id: number): Promise<Stroke[]> =>
  page.evaluate(
    (name) => JSON.parse(localStorage.getItem(name) ?? '{"values":{"strokes":[]}}').values.strokes,
    `mingshi:draft:erase-strokes-${id}`,
  );
