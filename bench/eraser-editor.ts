/**
 * Frame rate of the eraser's editor with a page of 12 megapixels: a real browser zooms, pans, moves the
 * divider between before and after, erases and restores, at desktop and phone size. Measures frame times and
 * the main thread's processor time per frame, which says more than frame times on a busy machine. Needs a
 * build (`npm run build`). `npm run bench -- eraser-editor 6000` uses a page 6000 pixels high.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { drawPaper } from '../tests/eraser/papers.ts';
import { inFolder, startServer } from './tools/server.ts';
import { atMost, missed, printTable, type Row } from './tools/table.ts';
import { launchChromium } from './web/chromium.ts';
import { framesOf, openThread, smoothMs } from './web/frames.ts';

const height = Number(process.argv[2] ?? 4000);
const width = Math.round((height * 3) / 4);
const mostProcessorMs = 8;
const moves = 90;
const milliseconds = (value: number) => `${value.toFixed(1)} ms`;

type Envelope = { code: number; message: string; data: never };

/** Logs a new user of the AI app into this browser and returns a function that calls the API as that user. */
async function logIn(page: Page, address: string) {
  const call = async <Data>(path: string, method: string, options: object = {}): Promise<Data> => {
    const token = await page.evaluate(() => localStorage.getItem('ai_token'));
    const csrf = (await page.context().cookies()).find(({ name }) => name === 'csrftoken');
    const answer = await page.request.fetch(address + path, {
      method,
      headers: {
        origin: address,
        ...(token && { authorization: `Bearer ${token}` }),
        ...(csrf && { 'x-csrftoken': csrf.value }),
      },
      ...options,
    });
    const { code, message, data } = (await answer.json()) as Envelope;
    if (code !== 0) throw new Error(`${path} answered ${code} ${message}`);
    return data;
  };
  await page.goto(`${address}/robots.txt`);
  const mobile = '61234567';
  const sms = await call<{ request_id: string; demo_code: string }>('/api_ai/user/send_sms', 'POST', {
    data: { mobile },
  });
  const data = { mobile, request_id: sms.request_id, code: sms.demo_code };
  const { token } = await call<{ token: string }>('/api_ai/user/verify_sms', 'POST', { data });
  await page.evaluate((value) => localStorage.setItem('ai_token', value), token);
  return call;
}

async function erasedPage(call: Awaited<ReturnType<typeof logIn>>) {
  const file = { name: 'paper.jpg', mimeType: 'image/jpeg', buffer: await drawPaper({ width, height }) };
  const { id } = await call<{ id: number }>('/api_ai/eraser/cache_file', 'POST', { multipart: { file } });
  type Task = { id: number; status: string; pages_done: number };
  const data = { files: [{ id }] };
  const task = await call<Task>('/api_ai/eraser/erase_trace_task', 'POST', { data });
  for (;;) {
    const { list } = await call<{ list: [Task] }>(
      `/api_ai/eraser/erase_trace_task?task_id=${task.id}`,
      'GET',
    );
    if (list[0].status === 'done' && list[0].pages_done === 1) return task.id;
    if (list[0].status !== 'running') throw new Error('the page was not erased');
    await sleep(500);
  }
}

async function measure(page: Page, address: string, task: number, screen: string): Promise<Row[]> {
  await page.goto(`${address}/en/erase/erase-1-${task}`);
  const stage = page.getByRole('application');
  await page.getByRole('slider').first().waitFor();
  const box = await stage.boundingBox();
  if (!box) throw new Error('there is no stage');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const thread = await openThread(page);
  const drag = async () => {
    await page.mouse.move(x - 60, y - 80);
    await page.mouse.down();
    for (let step = 0; step < moves; step++)
      await page.mouse.move(x + 60 * Math.sin(step / 7), y + 80 * Math.cos(step / 9));
    await page.mouse.up();
  };
  const press = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).first().click();
  const gestures: Record<string, () => Promise<void>> = {
    zoom: async () => {
      await page.mouse.move(x, y);
      for (let step = 0; step < moves; step++) await page.mouse.wheel(0, step % 60 < 30 ? -60 : 60);
      for (let step = 0; step < 10; step++) await page.mouse.wheel(0, -80);
    },
    move: drag,
    line: async () => {
      const line = page.getByRole('slider').first();
      await line.focus();
      for (let step = 0; step < moves; step++)
        await page.keyboard.press(step % 40 < 20 ? 'ArrowRight' : 'ArrowLeft');
    },
    erase: async () => {
      await press('Erase');
      await drag();
    },
    restore: async () => {
      await press('Restore');
      await drag();
    },
  };
  const rows: Row[] = [];
  for (const [name, work] of Object.entries(gestures)) {
    // A warm-up round: full-resolution pictures load, and code is compiled.
    await work();
    const { half, most, worst, processor } = await framesOf(page, thread, work);
    rows.push(
      atMost(`${screen}, ${name}: 19 of 20 frames`, most, smoothMs, milliseconds),
      atMost(`${screen}, ${name}: processor time a frame`, processor, mostProcessorMs, milliseconds),
      {
        metric: `${screen}, ${name}: half of the frames, the longest`,
        value: `${milliseconds(half)}, ${milliseconds(worst)}`,
      },
    );
  }
  return rows;
}

await inFolder(async (dataDir) => {
  const server = startServer(dataDir, {});
  const address = await server.address;
  const browser = await launchChromium();
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    // Accepts the warning about unsaved changes.
    page.on('dialog', (dialog) => dialog.accept());
    const task = await erasedPage(await logIn(page, address));
    const rows = await measure(page, address, task, '1280');
    await page.setViewportSize({ width: 375, height: 700 });
    rows.push(...(await measure(page, address, task, '375')));
    printTable(rows);
    process.exitCode = missed(rows) ? 1 : 0;
  } finally {
    await browser.close();
  }
});
