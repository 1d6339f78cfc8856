import type { Sharp } from 'sharp';
import type { FileKind } from '#server/ground/incoming/file-kind.ts';
import type { IntakeRefusal } from './refusals.ts';

/** Pixels after the picture is turned upright. */
export type Size = { width: number; height: number };

/** `cause` is for the log: the error of the library, never a file name or path. */
export type Refused = { refused: IntakeRefusal; cause?: string };

/** One size per page; a picture has one page. A PDF page with a high-resolution scan may be drawn larger. */
export type Probed = { kind: FileKind; pages: Size[] };

/**
 * A page as stored: 8 bits, without metadata except its orientation and, unless it is sRGB, a neutral colour
 * profile. Open it with `openPage`, which applies both.
 */
export type DrawnPage = Size & { mediaType: 'image/jpeg' | 'image/png'; bytes: number };

export type IntakeLimits = {
  mostBytes: number;
  mostPages: number;
  mostPixels: number;
  longestSide: number;
  /** Timeout for drawing one page or probing one file. */
  timeoutMs: number;
  /** Memory limit of the whole reader process, in bytes. */
  maxMemoryBytes: number;
};

/** Request to the reader process; the file kind is already known. */
export type ReadRequest = { path: string; kind: FileKind } & (
  | { what: 'probe' }
  | { what: 'draw'; index: number; to: string }
);
/**
 * `spoilt`: the reader process must not be used for another file. `failed`: a disk error, not a problem of
 * the file.
 */
export type ReadAnswer =
  | { answer: Probed | DrawnPage | Refused; spoilt: boolean }
  | { failed: string; code: string | undefined };

/**
 * The only way to read a stored page: upright, 8-bit sRGB, three channels. `await (await
 * openPage(path)).raw().toBuffer()`.
 */
export async function openPage(path: string): Promise<Sharp> {
  const { default: sharp } = await import('sharp');
  // sharp converts the colours of an embedded profile to sRGB by itself.
  return sharp(path).autoOrient().removeAlpha().toColourspace('srgb');
}

/** Print in smaller pictures is not legible. */
const shortestSide = 64;

export function sizeProblem({ width, height }: Size, limits: IntakeLimits) {
  if (width * height > limits.mostPixels || Math.max(width, height) > limits.longestSide)
    return 'hugePicture';
  return Math.min(width, height) < shortestSide ? 'tinyPicture' : undefined;
}
