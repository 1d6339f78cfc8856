/** The page at the networks' scale, and their output, in memory that all threads share. */
export interface NetworkPage {
  width: number;
  height: number;
  /** Interleaved RGB. */
  rgb: Uint8Array<SharedArrayBuffer>;
  /** Probabilities of student, teacher and print, 0 to 255, one plane each. Pixels outside all tiles stay 0. */
  coarse: Uint8Array<SharedArrayBuffer>;
  /** The same as `coarse`, replaced by the fine network's output in its tiles. */
  masks: Uint8Array<SharedArrayBuffer>;
  /** The paper and print without writing, interleaved RGB. */
  colour: Uint8Array<SharedArrayBuffer>;
}

export interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}

export const sharedBytes = (length: number) => new Uint8Array(new SharedArrayBuffer(length));

const isShared = (data: Uint8Array): data is Uint8Array<SharedArrayBuffer> =>
  data.buffer instanceof SharedArrayBuffer;

/** The same bytes in shared memory; copied unless they already are. */
export function shared(data: Uint8Array): Uint8Array<SharedArrayBuffer> {
  if (isShared(data)) return data;
  const copy = sharedBytes(data.length);
  copy.set(data);
  return copy;
}

/**
 * The same bytes in transferable memory; copied if shared, because V8 does not count
 * shared memory and frees it late.
 */
export const unshared = (data: Uint8Array): Uint8Array => (isShared(data) ? new Uint8Array(data) : data);

export function networkPage(rgb: Uint8Array<SharedArrayBuffer>, width: number, height: number): NetworkPage {
  const planes = width * height * 3;
  return {
    width,
    height,
    rgb,
    coarse: sharedBytes(planes),
    masks: sharedBytes(planes),
    colour: sharedBytes(planes),
  };
}
