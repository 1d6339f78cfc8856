/** Pixels in rows from the top left, channels side by side. */
export interface RawImage {
  data: Uint8Array;
  width: number;
  height: number;
  channels: 1 | 2 | 3 | 4;
}

export interface Point {
  x: number;
  y: number;
}

/** Top left, top right, bottom right, bottom left; a corner of a pixel, so the whole frame runs from 0 to width and height. */
export type Corners = readonly [Point, Point, Point, Point];

/** Degrees clockwise. */
export type Turn = 0 | 90 | 180 | 270;

export interface Progress {
  stage: 'read' | 'straighten' | 'erase' | 'finish';
  /** Tiles done and in all, in the stage `erase`; 0 of 1 or 1 of 1 in the others. */
  done: number;
  total: number;
}

export interface EraseOptions {
  /** Teacher's marks stay. */
  keepRed?: boolean;
  /** The student's pencil and pen stay. */
  keepInk?: boolean;
  /** Evens the light and whitens the paper: then every pixel may change. */
  white?: boolean;
  /** `auto`, the default, finds the page and straightens it when sure, curled lines too; `none` keeps size and geometry. Corners are in pixels of the picture as seen, its EXIF turn applied. */
  crop?: 'auto' | 'none' | Corners;
  /** A turn of the straightened page; `auto`, the default, makes a whole sheet's print and writing upright when it is sure, beyond what EXIF says, and turns nothing with `crop: 'none'`. */
  rotate?: Turn | 'auto';
  /** Answers the page also as it was before anything was erased, pixel for pixel beside the result. */
  straight?: boolean;
  signal?: AbortSignal;
  onProgress?: (progress: Progress) => void;
}

/** What each byte of `mask` is made of. `print` together with `student` or `teacher` is where they overlap; 0 is background. */
export const maskBits = { student: 1, teacher: 2, print: 4, erased: 8 } as const;

/** Milliseconds by the clock. `network` counts from the first tile to the last, all else is outside it. */
interface Timings {
  read: number;
  straighten: number;
  scale: number;
  network: number;
  finish: number;
  total: number;
}

export interface ErasedPage {
  image: { data: Uint8Array; width: number; height: number; channels: 3 };
  /** The same page with everything on it, where it was asked for: what an undo needs. */
  straight?: Uint8Array;
  /** One byte for each pixel of `image`; see maskBits. */
  mask: Uint8Array;
  /** How sure the networks are, 0 to 255, the least of each 4×4 pixels. */
  confidence: { data: Uint8Array; width: number; height: number };
  /** The picture as seen, its EXIF turn applied: what `corners` refer to. */
  original: { width: number; height: number };
  /** What was taken for the page; the whole frame when unsure or with `crop: 'none'`. */
  corners: Corners;
  /** How sure the corners are, 0 to 1; 1 when they were given. */
  cornersConfidence: number;
  /** The turn that was applied after straightening. */
  orientation: Turn;
  /** How sure of it, 0 to 1: 1 when it was given, 0 when nothing was looked at; see sureOfTurn. */
  orientationConfidence: number;
  /** Network pixels per pixel of `image`. */
  scale: number;
  /** Tiles seen by each network, and tiles left out because they are blank. */
  tiles: { coarse: number; fine: number; blank: number };
  timings: Timings;
}

/** Why a picture could not be worked on; the caller has words for each. */
export type PaperReason =
  | 'format' // not a picture of a kind that is read, or none at all
  | 'damaged' // starts like a picture and does not end like one
  | 'too-large'
  | 'too-small'
  | 'options' // corners outside the picture, a crossed quad, an unknown turn
  | 'models' // weights or constants missing or unreadable
  | 'engine'; // a thread ended, or memory did not suffice: trying again may help

export class PaperError extends Error {
  readonly reason: PaperReason;
  constructor(reason: PaperReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'PaperError';
    this.reason = reason;
  }
}
