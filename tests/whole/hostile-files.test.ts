import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openUploadChecks } from '#server/domains/eraser/intake/intake.ts';
import { intakeRefusals } from '#server/domains/eraser/intake/refusals.ts';
import { hostileFiles } from '#tests/hostile-files/corpus.ts';
import { readAll } from '#tests/hostile-files/read-all.ts';

/** Some of the files that exhaust time or memory; `npm run bench -- hostile-files` runs all of them. */
const costlyHere = ['pdf-pattern-of-dust', 'pdf-soft-mask-in-itself', 'pdf-content-twice-packed'];
const patienceMs = 1500;

test('every hostile file is drawn or refused with a known reason, in bounded time and memory', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mingshi-hostile-'));
  const intake = openUploadChecks({ timeoutMs: patienceMs });
  const known = new Set(['drawn', ...Object.keys(intakeRefusals)]);
  try {
    const all = await hostileFiles(200);
    const some = all.filter(({ name, isCostly }) => !isCostly || costlyHere.includes(name));
    expect(some.length).toBeGreaterThan(170);
    for (const { name, answer, ms, peakMb } of await readAll(intake, some, folder)) {
      expect(
        answer.split(' ').every((one) => known.has(one)),
        `${name}: ${answer}`,
      ).toBe(true);
      expect(ms, name).toBeLessThan(10_000);
      expect(peakMb, name).toBeLessThan(1000);
      const expectedAnswer = expected[name];
      if (expectedAnswer) expect(answer, name).toBe(expectedAnswer);
    }
  } finally {
    await intake.close();
    await rm(folder, { recursive: true });
  }
}, 120_000);

/** The reason is shown to the user, so a wrong one would mislead them. */
const expected: Record<string, string> = {
  'pdf-with-script': 'drawn',
  'pdf-encrypted': 'encryptedPdf',
  'pdf-101-pages': 'longPdf',
  'pdf-pattern-of-dust': 'slow',
  'pdf-of-zeros': 'brokenPdf',
  'png-that-claims-100000': 'hugePicture',
  'png-a-line-of-a-million': 'hugePicture',
  'webp-that-claims-more': 'hugePicture',
  'heic-that-claims-50000': 'hugePicture',
  'jpeg-then-zip-and-script': 'drawn',
  'pdf-behind-gif': 'type',
  'svg-called-jpeg': 'type',
  'zip-called-pdf': 'type',
  gif: 'type',
  avif: 'type',
  nothing: 'empty',
  'one-byte': 'type',
  '51-megabytes': 'largeFile',
  'jpeg-one-pixel': 'tinyPicture',
};
