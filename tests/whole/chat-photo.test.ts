import { PDFDocument } from 'pdf-lib';
import { expect, test } from 'vitest';
import { openEraserTools } from '#server/domains/eraser/tools.ts';
import { createChatClient } from '#tests/chat.ts';
import { printedLine } from '#tests/printed-text.ts';
import { serve } from '#tests/serve.ts';

const { registered, listen } = await serve({ openTools: openEraserTools });
const origin = await listen();

test('the shipped OCR reads a photographed question and a question in a PDF, and the chat answers both', async () => {
  const { browser } = await registered();
  const authorization = `Bearer ${browser.tokens.ai}`;
  const me = createChatClient(origin, { authorization });
  const answerTo = async (bytes: Uint8Array) => {
    const body = new FormData();
    body.append('file', new Blob([Buffer.from(bytes)]), 'question');
    const headers = { authorization };
    const uploaded = await fetch(`${origin}/api_ai/chat_ai/files`, { method: 'POST', headers, body });
    const { data } = await uploaded.json();
    const { text } = await me.send(await me.newThread(), '', { file_ids: [data.id] });
    const read = await me.call('POST', `files/${data.id}/text`);
    return { text, read: read.data.recognised_text.replace(/\s/g, '') };
  };

  const question = await printedLine('解方程 2x + 5 = 13', 40);
  const pdf = await PDFDocument.create();
  const image = await pdf.embedPng(question);
  pdf
    .addPage([595, 842])
    .drawImage(image, { x: 40, y: 700, width: image.width / 2, height: image.height / 2 });
  for (const bytes of [question, await pdf.save()]) {
    const { text, read } = await answerTo(bytes);
    expect(read).toBe('解方程2x+5=13');
    expect(text).toContain('x=4');
  }
}, 240_000);
