/** The page at the size the networks want, and their answers, in memory that threads share. */
export interface NetworkPage {
  width: number;
  height: number;
  /** RGB, pixel by pixel. */
  rgb: Uint8Array<SharedArrayBuffer>;
  /** Student, teacher, print: a plane each, probabilities of 255. What no tile covers stays 0. */
  coarse: Uint8Array<SharedArrayBuffer>;
  /** As coarse, with the fine network's answers in their tiles. */
  masks: Uint8Array<SharedArrayBuffer>;
  /** The paper and print without writing: RGB, pixel by pixel. */
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

/** The same bytes where all threads see them; a copy unless they are there. */
export function shared(data: Uint8Array): Uint8Array<SharedArrayBuffer> {
  if (isShared(data)) return data;
  const copy = sharedBytes(data.length);
  copy.set(data);
  return copy;
}

/** The same bytes in memory that can be handed over; a copy if they are shared: nobody would be pressed to free them. */
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
