import type { Sharp } from 'sharp';
import type { FileKind } from '#server/ground/incoming/file-kind.ts';
import type { IntakeRefusal } from './refusals.ts';

/** Upright, in pixels. */
export type Size = { width: number; height: number };

/** `cause` is for the log: what the library said, never a name or a path. */
export type Refused = { refused: IntakeRefusal; cause?: string };

/** One size for each page; a picture has one page. A page of a PDF may still come out larger, when it is a fine scan. */
export type Probed = { kind: FileKind; pages: Size[] };

/**
 * A page as it is kept: 8 bits, and nothing beside its pixels but how it lies and, where it has other colours than sRGB,
 * a profile of ours. Open it with `openPage`, which minds both.
 */
export type DrawnPage = Size & { mediaType: 'image/jpeg' | 'image/png'; bytes: number };

export type IntakeLimits = {
  mostBytes: number;
  mostPages: number;
  mostPixels: number;
  longestSide: number;
  /** For one page, or for looking at one file. */
  patienceMs: number;
  /** Of the whole process that reads, in bytes. */
  mostMemory: number;
};

/** What the process that reads is asked; the file's kind is known by then. */
export type ReadRequest = { path: string; kind: FileKind } & (
  | { what: 'probe' }
  | { what: 'draw'; index: number; to: string }
);
/** `spoilt` when the reader is not to be trusted with another file; `failed` when it was the disk's fault, not the file's. */
export type ReadAnswer = { answer: Probed | DrawnPage | Refused; spoilt: boolean } | { failed: string };

/** The one way to read a kept page: upright, 8-bit sRGB, three channels. `await (await openPage(path)).raw().toBuffer()`. */
export async function openPage(path: string): Promise<Sharp> {
  const { default: sharp } = await import('sharp');
  // sharp turns an embedded profile's colours into sRGB by itself.
  return sharp(path).autoOrient().removeAlpha().toColourspace('srgb');
}

/** Below this no print can be read. */
const shortestSide = 64;

export function sizeProblem({ width, height }: Size, limits: IntakeLimits) {
  if (width * height > limits.mostPixels || Math.max(width, height) > limits.longestSide)
    return 'hugePicture';
  return Math.min(width, height) < shortestSide ? 'tinyPicture' : undefined;
}
