import { join } from 'node:path';
import sharp from 'sharp';
import {
  type ErasedPage,
  type EraseOptions,
  maskBits,
  type RawImage,
  strengths,
} from '#engine/paper/types.ts';
import { openUploadChecks } from '#server/domains/eraser/intake/intake.ts';
import { brokenAs, readInProcess } from '#server/domains/eraser/intake/read-in-process.ts';
import { openScratch } from '#server/domains/eraser/scratch.ts';
import type { EraserTools } from '#server/domains/eraser/tools.ts';
import { type Models, openTaskHandlers } from '#server/domains/eraser/workshop/task-handlers.ts';
import type { Config } from '#server/ground/config/config.ts';
import { eraserLimits } from '#shared/eraser/limits.ts';

/** The text that the fake OCR reads on every picture that is not blank. */
export const printedText = '解方程 2x + 5 = 13';

/**
 * Fake eraser tools that run in this process without neural networks: coloured pixels count as handwriting,
 * and the OCR reads the same text on every picture that is not blank. Tests in tests/whole use the real
 * networks.
 */
export async function openToolsInMemory({ dataDir }: Pick<Config, 'dataDir'>): Promise<EraserTools> {
  const closing = new AbortController();
  const work = openTaskHandlers(sightOfColours);
  return {
    scratch: await openScratch(join(dataDir, 'scratch')),
    intake: openUploadChecks(
      { mostBytes: eraserLimits.fileBytes, mostPages: eraserLimits.pagesOfFile },
      1,
      (limits) => ({
        ask: (request) =>
          readInProcess(request, limits).catch((error) => ({
            refused: brokenAs(request.kind),
            cause: String(error),
          })),
        stop: () => undefined,
      }),
    ),
    workshop: {
      pid: () => undefined,
      async do(name, input, { signal, onPage = () => undefined } = {}) {
        signal?.throwIfAborted();
        const made = await work(name, input, signal ?? closing.signal, onPage);
        signal?.throwIfAborted();
        return made;
      },
      close: async () => closing.abort(),
    },
    close: async () => closing.abort(),
  };
}

const sightOfColours: Models = {
  eraser: { erasePage: (input, options) => eraseColours(input as RawImage, options) },
  openOcr: async () => ({
    async recognise(picture) {
      const { isOpaque, channels } = await sharp(picture).stats();
      if (isOpaque && channels.every(({ min, max }) => min === max)) return { text: '', words: [] };
      const box = { x: 0, y: 0, width: 100, height: 20 };
      return { text: printedText, words: [{ text: printedText, box, confidence: 99, line: 0 }] };
    },
  }),
};

/** By how much a channel stands out where a strength takes the pixel for handwriting. */
const colourOf = { strict: 100, standard: 40, thorough: 15 } as const;

async function eraseColours(
  input: RawImage,
  { rotate = 'auto', keepInk, keepRed, strength = 'standard' }: EraseOptions = {},
) {
  const { width, height } = input;
  const orientation = rotate === 'auto' ? 0 : rotate;
  const turned = await sharp(input.data, { raw: { width, height, channels: 3 } })
    .rotate(orientation)
    .raw()
    .toBuffer({ resolveWithObject: true });
  const straight = new Uint8Array(turned.data);
  const data = Uint8Array.from(straight);
  const thorough = Uint8Array.from(straight);
  const mask = new Uint8Array(turned.info.width * turned.info.height);
  for (let at = 0; at < mask.length; at++) {
    const [red = 0, green = 0, blue = 0] = straight.subarray(at * 3, at * 3 + 3);
    const colour = Math.max(keepInk ? 0 : blue - red, keepRed ? 0 : red - Math.max(green, blue));
    let bits = 0;
    for (const one of strengths) if (colour > colourOf[one]) bits |= maskBits[one];
    if (bits === 0) continue;
    thorough.fill(246, at * 3, at * 3 + 3);
    if (bits & maskBits[strength]) data.fill(246, at * 3, at * 3 + 3);
    mask[at] = bits & maskBits[strength] ? bits | maskBits.erased : bits;
  }
  return {
    image: { data, width: turned.info.width, height: turned.info.height, channels: 3 },
    unerased: straight,
    thorough,
    mask,
    confidence: { data: mask, width: turned.info.width, height: turned.info.height },
    original: { width, height },
    corners: [
      { x: 0, y: 0 },
      { x: width, y: 0 },
      { x: width, y: height },
      { x: 0, y: height },
    ],
    cornersConfidence: 1,
    orientation,
    orientationConfidence: 1,
    scale: 1,
    tiles: { coarse: 0, fine: 0, blank: 0 },
    timings: { read: 0, straighten: 0, scale: 0, network: 0, finish: 0, total: 0 },
  } satisfies ErasedPage;
}
