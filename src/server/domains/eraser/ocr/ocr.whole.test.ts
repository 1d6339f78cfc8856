import { setTimeout } from 'node:timers/promises';
import sharp from 'sharp';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { charactersRight, printedLine, printedPage, sampleLines } from '#tests/printed-text.ts';
import { openOcr, startRecogniser } from './ocr.ts';

// Recognition is pure computation and slow on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const ocr = openOcr();
afterAll(() => ocr.close());

describe('printed text', () => {
  test.each([12, 44])('of %i pixels height is recognised in Chinese and English', async (height) => {
    const read: string[] = [];
    for (const line of sampleLines) read.push((await ocr.recognise(await printedLine(line, height))).text);
    expect(charactersRight(sampleLines, read)).toBeGreaterThanOrEqual(0.98);
    expect(read.at(-1)).toBe(sampleLines.at(-1));
  });

  test('on an unevenly lit page is recognised line by line, with the position of each word', async () => {
    const { page, lines, tops } = await printedPage();
    const { text, words } = await ocr.recognise(page);
    const read = text.split('\n');
    expect(charactersRight(lines, read)).toBeGreaterThanOrEqual(0.96);
    expect(read.length).toBe(lines.length);
    lines.forEach((_, line) => {
      const ofLine = words.filter((word) => word.line === line);
      for (const { box } of ofLine) {
        expect(box.y + box.height / 2).toBeGreaterThan((tops[line] ?? 0) - 12);
        expect(box.y + box.height / 2).toBeLessThan((tops[line] ?? 0) + 60);
      }
      expect(ofLine.map(({ box }) => box.x)).toEqual(ofLine.map(({ box }) => box.x).sort((a, b) => a - b));
    });
  });

  test('rotated by its EXIF orientation is recognised upright', async () => {
    const [line = ''] = sampleLines;
    const upright = await printedLine(line, 40);
    const sideways = await sharp(upright)
      .rotate(270)
      .withMetadata({ orientation: 6 })
      .jpeg({ quality: 95 })
      .toBuffer();
    expect(charactersRight([line], [(await ocr.recognise(sideways)).text])).toBeGreaterThan(0.95);
  });
});

test('an empty page has no text', async () => {
  const white = sharp({ create: { width: 600, height: 800, channels: 3, background: '#fff' } });
  expect(await ocr.recognise(await white.png().toBuffer())).toEqual({ text: '', words: [] });
});

test('a file that is not a picture fails, and the next picture is recognised', async () => {
  await expect(ocr.recognise(Buffer.from('no picture'))).rejects.toThrow();
  expect((await ocr.recognise(await printedLine('第二題', 40))).text).toBe('第二題');
});

test('an abort signal stops recognition and throws its reason, and the next picture is recognised', async () => {
  const { page } = await printedPage();
  const reading = ocr.recognise(page, { signal: AbortSignal.timeout(300) });
  await expect(reading).rejects.toMatchObject({ name: 'TimeoutError' });
  expect((await ocr.recognise(await printedLine('第二題', 40))).text).toBe('第二題');
});

test('recognition fails with tooSlow after its timeout and with notReady after closing', async () => {
  const withShortTimeout = openOcr({ patienceMs: 1 });
  const { page } = await printedPage();
  await expect(withShortTimeout.recognise(page)).rejects.toMatchObject({ code: 'tooSlow' });
  await withShortTimeout.close();
  await expect(withShortTimeout.recognise(page)).rejects.toMatchObject({ code: 'notReady' });
});

test('a recogniser that was ended refuses to read another line, and fails nowhere else', async () => {
  const line = await printedLine('Question 2', 40);
  for (const waits of [0, 1, 5]) {
    const recogniser = await startRecogniser('eng');
    // Asked for, but maybe not sent to the thread yet.
    const underWay = recogniser.read(line, 'line').then(() => 'read', String);
    for (let turn = 0; turn < waits; turn += 1) await Promise.resolve();
    await recogniser.end();
    await expect(recogniser.read(line, 'line')).rejects.toThrow('the recogniser has been ended');
    // A rejection that nobody handles would fail the run.
    expect(await Promise.race([underWay, setTimeout(200, 'nothing')])).toMatch(/nothing|has been ended/);
  }
});
