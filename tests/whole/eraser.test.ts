import sharp from 'sharp';
import { extractText } from 'unpdf';
import { expect, test } from 'vitest';
import { openEraserTools } from '#server/domains/eraser/tools.ts';
import { exportFileUrl } from '#shared/eraser/limits.ts';
import { drawPaper } from '#tests/eraser/papers.ts';
import { eraserOf } from '#tests/eraser/student.ts';
import { serve } from '#tests/serve.ts';

const eraser = eraserOf(await serve({ openTools: openEraserTools }));

/** Counts the pixels in a pen's colour and those as dark as print. */
async function inkOn(picture: Uint8Array) {
  const { data } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  let [coloured, dark] = [0, 0];
  for (let at = 0; at < data.length; at += 3) {
    const [red = 0, green = 0, blue = 0] = data.subarray(at, at + 3);
    if (Math.max(red, green, blue) - Math.min(red, green, blue) > 60) coloured++;
    else if (green < 110) dark++;
  }
  return { coloured, dark };
}

test('the shipped neural networks erase the handwriting of a paper and keep its print, and the exported PDF has a text layer', async () => {
  const student = await eraser.student();
  const paper = await drawPaper({ width: 900, height: 1200 });
  const { data: file } = await student.send('/api_ai/eraser/cache_file', 'file', paper);
  const { data: task } = await student.task([file.id]);
  await eraser.work();
  const page = task.image_records[0].id as number;
  const progress = (await student.get(`/api_ai/eraser/erase_trace_task?task_id=${task.id}`)).data.list[0];
  expect(progress).toMatchObject({ status: 'done', pages_done: 1, pages_failed: 0 });

  const cookie = [...student.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const fetch = async (url: string) => (await eraser.app.inject({ url, headers: { cookie } })).rawPayload;
  const [before, after] = [
    await inkOn(paper),
    await inkOn(await fetch(`/api_ai/eraser/image_record/${page}/picture?view=erased&size=full`)),
  ];
  expect(after.coloured).toBeLessThan(before.coloured / 10);
  expect(after.dark).toBeGreaterThan(before.dark / 2);

  const request = { format: 'pdf', pages: [page], text_layer: true };
  const { data: made } = await student.post('/api_ai/eraser/export', request);
  await eraser.work();
  const { text } = await extractText(new Uint8Array(await fetch(exportFileUrl(made.id))), {
    mergePages: true,
  });
  expect(text).toContain('What is');
  for (let at = 0; at < 12; at++) expect(text).toContain(`${at + 1} + ${at * 3 + 1}?`);
}, 240_000);
