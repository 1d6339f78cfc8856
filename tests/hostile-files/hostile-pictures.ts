import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createDeflate, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { enormousPng, picture, pngChunk } from '../documents.ts';
import type { Bases, HostileFile } from './bases.ts';

const megabyte = 1024 * 1024;
const solid = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#fff' } });

/** Pictures that claim or decompress to too much or hide other content, and files that are not pictures. */
export const hostilePictures = ({ jpeg, png, webp, heic, pdf }: Bases): HostileFile[] => [
  file('png-50000-by-50000', () => realPng(50_000, 50_000, 1, 0)),
  file('png-49-megapixels-of-16-bits', () => realPng(7000, 7000, 16, 6)),
  file('png-a-line-of-a-million', () => realPng(1_000_000, 40, 8, 0)),
  file('png-that-claims-100000', () => enormousPng(100_000, 100_000)),
  file('png-that-claims-the-most', () => enormousPng(0x7fffffff, 0x7fffffff)),
  file('png-of-no-width', () => enormousPng(0, 1000)),
  file('png-with-text-bomb', () => withChunk(png, 'zTXt', Buffer.concat([Buffer.from('a\0\0'), zeros(500)]))),
  file('png-with-profile-bomb', () =>
    withChunk(png, 'iCCP', Buffer.concat([Buffer.from('a\0\0'), zeros(500)])),
  ),
  file('png-with-pixels-and-400-mb-more', () => trailingPixels()),
  file('png-with-chunk-of-4-gb', () =>
    Buffer.concat([png.subarray(0, 33), Buffer.from('ffffffff49444154', 'hex')]),
  ),
  file('webp-16383-by-16383', () => solid(16_383, 16_383).webp({ lossless: true, effort: 0 }).toBuffer()),
  file('webp-that-claims-more', () => claims(webp, 'VP8 ', 10)),
  file('webp-of-4-gb', () => written(webp, 4, [0xff, 0xff, 0xff, 0xff])),
  file('jpeg-50000-by-50000', () => jpegClaims(jpeg, 50_000, 50_000)),
  file('jpeg-65535-by-1', () => jpegClaims(jpeg, 65_535, 1)),
  file('jpeg-of-no-height', () => jpegClaims(jpeg, 300, 0)),
  file('jpeg-of-two-thousand-scans', () => manyScans(2000)),
  file('jpeg-with-a-ring-of-exif', () => withExifRing(jpeg)),
  file('jpeg-that-is-all-comments', () =>
    Buffer.concat([jpeg.subarray(0, 2), ...Array(2000).fill(comment()), jpeg.subarray(2)]),
  ),
  file('jpeg-then-zip-and-script', () =>
    Buffer.concat([jpeg, Buffer.from('PK\x03\x04<script>alert(1)</script>', 'latin1')]),
  ),
  file('jpeg-then-pdf', () => Buffer.concat([jpeg, pdf])),
  file('jpeg-with-pdf-in-a-comment', () =>
    Buffer.concat([jpeg.subarray(0, 2), segment(0xfe, pdf.subarray(0, 60_000)), jpeg.subarray(2)]),
  ),
  file('pdf-then-jpeg', () => Buffer.concat([pdf, jpeg])),
  file('pdf-behind-gif', () => Buffer.concat([Buffer.from('GIF89a'), pdf])),
  file('png-then-heic', () => Buffer.concat([png, heic])),
  file('jpeg-called-heic-inside', () => Buffer.concat([heic.subarray(0, 24), jpeg])),
  file('heic-that-claims-50000', () => heicClaims(heic, 50_000, 50_000)),
  file('heic-with-extents-beyond', () => written(heic, heic.indexOf('iloc') + 20, Array(12).fill(0xff))),
  file('heic-of-boxes-in-boxes', () => boxesInBoxes(heic)),
  file('heic-that-is-a-film', () =>
    Buffer.concat([Buffer.from('\0\0\0\x18ftypisom\0\0\0\0isomiso2', 'latin1'), Buffer.alloc(5000)]),
  ),
  file('avif', () => sharp(jpeg).avif({ effort: 0 }).toBuffer()),
  file('gif', () => picture('gif')),
  file('tiff', () => picture('tiff')),
  file('svg-called-jpeg', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')),
  file('page-called-png', () => Buffer.from('<!doctype html><script>alert(1)</script>')),
  file('zip-called-pdf', () => Buffer.from('PK\x03\x04'.padEnd(400, '\0'), 'latin1')),
  file('word-called-jpeg', () => Buffer.from('d0cf11e0a1b11ae1'.padEnd(2000, '0'), 'hex')),
  file('program-called-jpeg', () => Buffer.from('MZ'.padEnd(3000, '\x90'), 'latin1')),
  file('nothing', () => Buffer.alloc(0)),
  file('one-byte', () => Buffer.from([0xff])),
  file('zeros', () => Buffer.alloc(megabyte)),
  file('51-megabytes', () => Buffer.concat([jpeg, Buffer.alloc(51 * megabyte)])),
  ...Object.entries({ jpeg, png, webp, heic }).map(([kind, bytes]) =>
    file(`${kind}-only-its-name`, () => bytes.subarray(0, kind === 'jpeg' ? 3 : 12)),
  ),
  file('jpeg-one-pixel', () => solid(1, 1).jpeg().toBuffer()),
];

const costly = /bomb|49-megapixels|16383|400-mb|two-thousand|50000-by-50000/;
const file = (name: string, make: HostileFile['make']): HostileFile => ({
  name,
  make,
  isCostly: costly.test(name),
});
const zeros = (megabytes: number) => deflateSync(Buffer.alloc(megabytes * megabyte), { level: 9 });

/** A valid PNG of one colour, written row by row. */
async function realPng(width: number, height: number, bits: number, colour: 0 | 6) {
  const row = Buffer.alloc(1 + Math.ceil((width * bits * (colour === 6 ? 4 : 1)) / 8), 0xff).fill(0, 0, 1);
  const rows = Readable.from(
    (function* () {
      for (let y = 0; y < height; y += 1) yield row;
    })(),
  );
  return pngOf(width, height, bits, colour, await buffer(rows.pipe(createDeflate({ level: 1 }))));
}

function pngOf(width: number, height: number, bits: number, colour: number, data: Buffer) {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([bits, colour, 0, 0, 0], 8);
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Buffer.concat([
    signature,
    pngChunk('IHDR', header),
    pngChunk('IDAT', data),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

const trailingPixels = () => pngOf(200, 200, 8, 0, zeros(400));
const withChunk = (png: Buffer, name: string, content: Buffer) =>
  Buffer.concat([png.subarray(0, 33), pngChunk(name, content), png.subarray(33)]);

function written(bytes: Buffer, at: number, values: number[]) {
  const changed = Buffer.from(bytes);
  changed.set(values, at);
  return changed;
}

const claims = (webp: Buffer, chunk: string, after: number) => {
  const at = webp.indexOf(chunk);
  return at === -1 ? webp : written(webp, at + after + 4, [0xff, 0x3f, 0xff, 0x3f]);
};

function jpegClaims(jpeg: Buffer, width: number, height: number) {
  const at = jpeg.findIndex((byte, index) => byte === 0xff && [0xc0, 0xc2].includes(jpeg[index + 1] ?? 0));
  return written(jpeg, at + 5, [height >> 8, height & 255, width >> 8, width & 255]);
}

function segment(marker: number, content: Buffer) {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
}
const comment = () => segment(0xfe, Buffer.alloc(2000, 'x'));

/** Each scan of a progressive JPEG makes the decoder process the whole picture again. */
async function manyScans(count: number) {
  const progressive = await solid(6000, 6000).jpeg({ progressive: true }).toBuffer();
  const from = progressive.lastIndexOf(Buffer.from([0xff, 0xda]));
  const last = progressive.subarray(from, progressive.length - 2);
  return Buffer.concat([
    progressive.subarray(0, from),
    ...Array<Buffer>(count).fill(last),
    Buffer.from([0xff, 0xd9]),
  ]);
}

/** An EXIF block whose directory list points back to its own start. */
function withExifRing(jpeg: Buffer) {
  const exif = Buffer.from(
    'Exif\0\0MM\0*\0\0\0\x08\0\x01\x87\x69\0\x04\0\0\0\x01\0\0\0\x08\0\0\0\x08',
    'latin1',
  );
  return Buffer.concat([jpeg.subarray(0, 2), segment(0xe1, exif), jpeg.subarray(2)]);
}

function heicClaims(heic: Buffer, width: number, height: number) {
  const size = Buffer.alloc(8);
  size.writeUInt32BE(width);
  size.writeUInt32BE(height, 4);
  return written(heic, heic.indexOf('ispe') + 8, [...size]);
}

function boxesInBoxes(heic: Buffer) {
  let inner = Buffer.alloc(0);
  for (let depth = 0; depth < 3000; depth += 1) {
    const head = Buffer.alloc(8);
    head.writeUInt32BE(inner.length + 8);
    head.write('iprp', 4, 'latin1');
    inner = Buffer.concat([head, inner]);
  }
  return Buffer.concat([heic.subarray(0, 24), inner, heic.subarray(24)]);
}
