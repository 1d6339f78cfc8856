/** Pixels in rows from the top left, channels interleaved. */
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

/**
 * Top left, top right, bottom right, bottom left. Coordinates are those of pixel corners, not pixel centres:
 * the whole picture runs from 0 to its width and height.
 */
export type Corners = readonly [Point, Point, Point, Point];

/** Degrees clockwise. */
export type Turn = 0 | 90 | 180 | 270;

/** How much is erased, from least to most: the more, the less sure the networks need to be. */
export const strengths = ['strict', 'standard', 'thorough'] as const;
export type Strength = (typeof strengths)[number];

export interface Progress {
  stage: 'read' | 'straighten' | 'erase' | 'finish';
  /** In the stage `erase`: tiles done, and tiles in all, of which the first is the whole page. In the other stages 0 of 1. */
  done: number;
  total: number;
}

export interface EraseOptions {
  /** The teacher's marks are not erased. */
  keepRed?: boolean;
  /** The student's pencil and pen are not erased. */
  keepInk?: boolean;
  /** `standard` unless said otherwise. */
  strength?: Strength;
  /** Evens out the lighting and whitens the paper; any pixel may change. */
  white?: boolean;
  /**
   * `auto`, the default, finds the page and straightens it, curled lines too, if confident; `none` keeps size
   * and geometry. Corners are in pixels of the picture after its EXIF orientation is applied.
   */
  crop?: 'auto' | 'none' | Corners;
  /**
   * Rotates the straightened page, in addition to the EXIF orientation. `auto`, the default, makes a whole
   * sheet upright by its print and writing, if confident; with `crop: 'none'` it rotates nothing.
   */
  rotate?: Turn | 'auto';
  /** Also returns the straightened page before anything was erased, aligned with the result pixel for pixel. */
  withUnerased?: boolean;
  /** Also returns the page as the strength `thorough` leaves it: needed for `atStrength`. */
  withThorough?: boolean;
  signal?: AbortSignal;
  onProgress?: (progress: Progress) => void;
}

/**
 * The bits of each byte of `mask`. `print` with `student` or `teacher` means that they overlap; 0 is background.
 * A strength's bit says that it erases the pixel, `erased` that the chosen one did.
 */
export const maskBits = {
  student: 1,
  teacher: 2,
  print: 4,
  erased: 8,
  strict: 16,
  standard: 32,
  thorough: 64,
} as const;

/** Elapsed milliseconds. `network` covers the view of the whole page to the last tile and nothing else. */
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
  /** The same page before erasing, if requested: needed for undo. */
  unerased?: Uint8Array;
  /** The same page, everything erased that any strength erases, if requested; never whitened. */
  thorough?: Uint8Array;
  /** One byte for each pixel of `image`; see maskBits. */
  mask: Uint8Array;
  /** Confidence of the networks, 0 to 255: the minimum of each block of 4×4 pixels. */
  confidence: { data: Uint8Array; width: number; height: number };
  /** Size of the picture after its EXIF orientation is applied; `corners` are in its pixels. */
  original: { width: number; height: number };
  /** The corners that were used; those of the whole picture when unsure or with `crop: 'none'`. */
  corners: Corners;
  /** Confidence of the corners, 0 to 1; 1 when the caller gave them. */
  cornersConfidence: number;
  /** The rotation applied after straightening. */
  orientation: Turn;
  /** Confidence of the rotation, 0 to 1: 1 when the caller gave it, 0 when it was not examined; see minTurnConfidence. */
  orientationConfidence: number;
  /** Network pixels per pixel of `image`. */
  scale: number;
  /** Tiles processed by each network, and tiles skipped because they are blank. */
  tiles: { coarse: number; fine: number; blank: number };
  timings: Timings;
}

/** Why a picture could not be processed; the caller has a message for each reason. */
export type PaperReason =
  | 'format' // not a picture, or not in a supported format
  | 'damaged' // recognised as a picture, but cannot be decoded completely
  | 'too-large'
  | 'too-small'
  | 'options' // corners outside the picture, a self-crossing quad, an unknown rotation
  | 'models' // weights or constants missing or unreadable
  | 'engine'; // a thread ended or ran out of memory: a retry may help

export class PaperError extends Error {
  readonly reason: PaperReason;
  constructor(reason: PaperReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'PaperError';
    this.reason = reason;
  }
}
