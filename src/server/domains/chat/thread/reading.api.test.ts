import { readFile } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import { PDFDocument } from 'pdf-lib';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { createChatClient } from '#tests/chat.ts';
import { printedLine } from '#tests/printed-text.ts';
import { serve } from '#tests/serve.ts';

const world = await serve();
const origin = await world.listen();

async function newUser() {
  const { browser, id } = await world.registered();
  const authorization = `Bearer ${browser.tokens.ai}`;
  const me = createChatClient(origin, { authorization });
  return {
    ...me,
    id,
    async upload(bytes: Uint8Array) {
      const form = new FormData();
      form.append('file', new Blob([Buffer.from(bytes)]), 'question');
      const headers = { authorization };
      const response = await fetch(`${origin}/api_ai/chat_ai/files`, { method: 'POST', headers, body: form });
      return { status: response.status, ...(await response.json()) };
    },
    /** Asks until the file is read, as the page does. */
    async read(id: number) {
      for (;;) {
        const answer = await me.call('POST', `files/${id}/text`);
        if (answer.data?.recognised_state !== 'waiting') return answer;
      }
    },
  };
}

const question = '解方程 2x + 5 = 13';

test('a photographed question is read, corrected and answered; another user gets 404', async () => {
  const [me, other] = [await newUser(), await newUser()];
  const { data } = await me.upload(await printedLine(question, 40));
  expect(data).toMatchObject({ recognised_state: 'waiting', recognised_text: null });
  const both = await Promise.all([me.read(data.id), me.read(data.id)]);
  for (const { data: read } of both) {
    expect(read).toMatchObject({ id: data.id, recognised_state: 'done' });
    expect(read.recognised_text.replace(/\s/g, '')).toBe('解方程2x+5=13');
  }
  const { rows } = await world.run(sql`select reading_tries from chat_files where id = ${data.id}`);
  expect(rows).toEqual([{ reading_tries: 1 }]);

  expect((await other.read(data.id)).status).toBe(404);
  expect((await other.call('PUT', `files/${data.id}/text`, { text: '別人' })).status).toBe(404);
  const corrected = await me.call('PUT', `files/${data.id}/text`, { text: '解方程 3x = 12' });
  expect(corrected.data).toMatchObject({ recognised_text: '解方程 3x = 12', recognised_state: 'done' });
  const thread = await me.newThread();
  const shown = await me.send(thread, '', { file_ids: [data.id] });
  expect(shown.text).toContain('x=4');
  // The text of a file that was sent can no longer be changed.
  expect((await me.call('PUT', `files/${data.id}/text`, { text: '之後' })).status).toBe(409);
  expect((await me.messages(thread))[0].files).toMatchObject([{ recognised_text: '解方程 3x = 12' }]);
});

test('a PDF is read; the answer to an unread file waits for it; text typed by the student is not overwritten', async () => {
  const me = await newUser();
  const pdf = await PDFDocument.create();
  const image = await pdf.embedPng(await printedLine(question, 40));
  pdf
    .addPage([595, 842])
    .drawImage(image, { x: 40, y: 700, width: image.width / 2, height: image.height / 2 });
  const { data } = await me.upload(await pdf.save());
  expect(data.media_type).toBe('application/pdf');
  const shown = await me.send(await me.newThread(), '', { file_ids: [data.id] });
  expect(shown.text).toContain('x=4');

  const { data: typed } = await me.upload(await printedLine('第二題', 40));
  await me.call('PUT', `files/${typed.id}/text`, { text: '我自己打的' });
  expect((await me.read(typed.id)).data.recognised_text).toBe('我自己打的');
});

test('a HEIC picture of a phone is converted to WebP; a truncated one is refused with 415', async () => {
  const me = await newUser();
  const heic = await readFile(new URL('../../../../../tests/fixtures/drawn.heic', import.meta.url));
  const { data } = await me.upload(heic);
  expect(data).toMatchObject({ media_type: 'image/webp' });
  const broken = await me.upload(heic.subarray(0, 400));
  expect(broken.status).toBe(415);
});

test('the lease of a reader that died expires; a file that was tried three times counts as unreadable', {
  tags: ['whole'],
}, async () => {
  const me = await newUser();
  const empty = sharp({ create: { width: 60, height: 40, channels: 3, background: 'white' } });
  const { data } = await me.upload(await empty.png().toBuffer());
  await me.read(data.id);
  const asIf = (state: ReturnType<typeof sql>) =>
    world.run(
      sql`update chat_files set recognised_state = 'waiting', recognised_text = null, ${state} where id = ${data.id}`,
    );
  await asIf(sql`reading_tries = 1, reading_until = now() + interval '2 s'`);
  expect((await me.read(data.id)).data.recognised_state).toBe('done');
  await asIf(sql`reading_tries = 3, reading_until = now() - interval '1 s'`);
  expect((await me.read(data.id)).data).toMatchObject({ recognised_state: 'failed', recognised_text: null });
});
