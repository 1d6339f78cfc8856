import { createRequire } from 'node:module';
import sharp from 'sharp';
import { coloursOf, p3Profile } from './colour-profile.ts';
import { encodePng } from './encode-png.ts';
import { type IntakeLimits, type Probed, type Refused, type Size, sizeProblem } from './intake-types.ts';
import type { DrawnPicture } from './read-picture.ts';

type Opaque = { readonly opaque: unique symbol };
type Failed = { code: Opaque; message?: string };
type Plane = { id: Opaque; width: number; height: number; stride: number; data: Uint8Array };
/** The functions of libheif's JavaScript build used here; it has no type declarations. */
type LibHeif = {
  heif_context_alloc(): Opaque | null;
  heif_context_free(context: Opaque): void;
  heif_context_read_from_memory(context: Opaque, bytes: Uint8Array): Failed;
  heif_js_context_get_primary_image_handle(context: Opaque): Opaque | Failed | null;
  heif_image_handle_get_width(handle: Opaque): number;
  heif_image_handle_get_height(handle: Opaque): number;
  heif_image_handle_release(handle: Opaque): void;
  heif_js_decode_image2(
    handle: Opaque,
    colours: Opaque,
    chroma: Opaque,
  ): { channels: Plane[]; image: Opaque } | Failed | null;
  heif_image_release(image: Opaque): void;
  heif_error_code: { heif_error_Ok: Opaque };
  heif_colorspace: { heif_colorspace_RGB: Opaque };
  heif_chroma: { heif_chroma_interleaved_RGB: Opaque };
};

const lib = createRequire(import.meta.url)('libheif-js/wasm-bundle.js') as LibHeif;

export const probeHeic = (bytes: Uint8Array, limits: IntakeLimits): Promise<Probed | Refused> =>
  withPrimaryImage(bytes, limits, async (_, size) => ({ kind: 'heic', pages: [size] }));

/** Decoding applies the rotation and mirroring stored in the file. */
export const drawHeic = (bytes: Uint8Array, limits: IntakeLimits): Promise<DrawnPicture | Refused> =>
  withPrimaryImage(bytes, limits, async (handle) => {
    const decoded = lib.heif_js_decode_image2(
      handle,
      lib.heif_colorspace.heif_colorspace_RGB,
      lib.heif_chroma.heif_chroma_interleaved_RGB,
    );
    if (!decoded || 'code' in decoded) return broken(decoded);
    const plane = decoded.channels[0];
    if (!plane) return broken(null);
    const { width, height } = plane;
    const pixels = rowsOf(plane);
    lib.heif_image_release(decoded.image);
    const profile = coloursOf(profileIn(bytes)) === 'p3' ? await p3Profile() : undefined;
    const png = await encodePng(sharp(pixels, { raw: { width, height, channels: 3 } }), profile);
    return { bytes: png, mediaType: 'image/png', size: { width, height } };
  });

async function withPrimaryImage<T>(
  bytes: Uint8Array,
  limits: IntakeLimits,
  use: (handle: Opaque, size: Size) => Promise<T | Refused>,
): Promise<T | Refused> {
  const context = lib.heif_context_alloc();
  if (!context) throw new Error('libheif has no memory left');
  try {
    const read = lib.heif_context_read_from_memory(context, bytes);
    if (read.code !== lib.heif_error_code.heif_error_Ok) return broken(read);
    const handle = lib.heif_js_context_get_primary_image_handle(context);
    if (!handle || 'code' in handle) return broken(handle);
    try {
      const size = {
        width: lib.heif_image_handle_get_width(handle),
        height: lib.heif_image_handle_get_height(handle),
      };
      const refused = sizeProblem(size, limits);
      return refused ? { refused } : await use(handle, size);
    } finally {
      lib.heif_image_handle_release(handle);
    }
  } finally {
    lib.heif_context_free(context);
  }
}

const broken = (failed: Failed | null): Refused => ({
  refused: 'brokenPicture',
  ...(failed?.message && { cause: failed.message }),
});

/** Copies the rows without padding out of the memory of the decoder. */
function rowsOf({ width, height, stride, data }: Plane) {
  const row = width * 3;
  if (stride === row) return Buffer.from(data.subarray(0, row * height));
  const rows = Buffer.allocUnsafe(row * height);
  for (let y = 0; y < height; y += 1) rows.set(data.subarray(y * stride, y * stride + row), y * row);
  return rows;
}

/** The first ICC profile of the container; the pictures and thumbnails of a phone share one. */
function profileIn(bytes: Uint8Array) {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const mark = file.indexOf('colrprof');
  if (mark === -1 || mark + 12 > file.length) return undefined;
  const at = mark + 8;
  return file.subarray(at, at + file.readUInt32BE(at));
}
