import type { Size } from '../stage/view-transform.ts';

/** Untouched, erased, restored: colours defined by the brush API. */
const palette = [0, 0, 0, 255, 0, 0, 0, 255, 0];
const bitsPerPixel = 2;

/**
 * Encodes the result of `rasterise` as a PNG with a palette of three colours, two bits per pixel. Not encoded
 * by a canvas, which may change colours; a page of 12 megapixels takes a few kilobytes.
 */
export async function encodeMask(pixels: Uint8Array, { width, height }: Size): Promise<Blob> {
  const parts = [
    Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
    chunk('IHDR', headerOf({ width, height })),
    chunk('PLTE', Uint8Array.from(palette)),
    chunk('IDAT', await deflate(packRows(pixels, { width, height }))),
    chunk('IEND', new Uint8Array(0)),
  ];
  return new Blob(parts, { type: 'image/png' });
}

function headerOf({ width, height }: Size) {
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  const indexed = 3;
  header.set([bitsPerPixel, indexed, 0, 0, 0], 8);
  return header;
}

/** Four pixels per byte; each row starts with filter type 0 (none). */
function packRows(pixels: Uint8Array, { width, height }: Size) {
  const rowBytes = Math.ceil(width / 4);
  const packed = new Uint8Array((rowBytes + 1) * height);
  for (let row = 0; row < height; row++) {
    const from = row * width;
    const into = row * (rowBytes + 1) + 1;
    for (let x = 0; x < width; x++) {
      const value = pixels[from + x] as number;
      if (value) packed[into + (x >> 2)] = (packed[into + (x >> 2)] as number) | (value << (6 - 2 * (x & 3)));
    }
  }
  return packed;
}

async function deflate(bytes: Uint8Array<ArrayBuffer>) {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

function chunk(name: string, content: Uint8Array) {
  const whole = new Uint8Array(12 + content.length);
  const view = new DataView(whole.buffer);
  view.setUint32(0, content.length);
  for (let at = 0; at < 4; at++) whole[4 + at] = name.charCodeAt(at);
  whole.set(content, 8);
  view.setUint32(8 + content.length, checksum(whole.subarray(4, 8 + content.length)));
  return whole;
}

const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value;
});

function checksum(bytes: Uint8Array) {
  let value = 0xffffffff;
  for (const byte of bytes) value = (crcTable[(value ^ byte) & 0xff] as number) ^ (value >>> 8);
  return (value ^ 0xffffffff) >>> 0;
}
