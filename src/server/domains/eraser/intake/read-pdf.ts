import sharp from 'sharp';
import { encodePng } from './encode-png.ts';
import { type IntakeLimits, type Probed, type Refused, type Size, sizeProblem } from './intake-types.ts';
import {
  type Document,
  drawBitmap,
  loadPdfium,
  pageSize,
  password,
  scanScale,
  unknownSecurity,
} from './pdfium.ts';
import type { DrawnPicture } from './read-picture.ts';

const pointsPerInch = 72;
const dpi = 200;
/** Highest resolution for scans; a higher one does not help a reader. */
const maxDpi = 300;
/** Larger sheets are drawn at a lower resolution: A3 at 300 dpi just fits. */
const maxPagePixels = 18_000_000;

export const probePdf = (bytes: Uint8Array, limits: IntakeLimits): Promise<Probed | Refused> =>
  withDocument(bytes, async (opened) => {
    const count = opened.pdfium._FPDF_GetPageCount(opened.document);
    if (count > limits.mostPages) return { refused: 'longPdf' };
    if (count < 1) return { refused: 'brokenPdf', cause: 'no pages' };
    const pages: Size[] = [];
    for (let index = 0; index < count; index += 1) {
      const size = pageSize(opened, index);
      // A broken page is reported when it is drawn: the others may be fine.
      pages.push(size ? pixelsOf(size, dpi / pointsPerInch) : { width: 0, height: 0 });
    }
    return { kind: 'pdf', pages };
  });

export const drawPdf = (
  bytes: Uint8Array,
  index: number,
  limits: IntakeLimits,
): Promise<DrawnPicture | Refused> =>
  withDocument(bytes, async (opened) => {
    const page = opened.pdfium._FPDF_LoadPage(opened.document, index);
    if (!page) return { refused: 'brokenPdf', cause: 'this page cannot be loaded' };
    try {
      const points = pageSize(opened, index);
      if (!points) return { refused: 'brokenPdf', cause: 'this page has no size' };
      const scanned = Math.min(scanScale(opened, page, points), maxDpi / pointsPerInch);
      const size = pixelsOf(points, Math.max(dpi / pointsPerInch, scanned));
      if (sizeProblem(size, limits)) return { refused: 'tinyPage' };
      const png = await pngOf(drawBitmap(opened, page, size.width, size.height), size);
      return { bytes: png, mediaType: 'image/png', size };
    } finally {
      opened.pdfium._FPDF_ClosePage(page);
    }
  });

function pixelsOf({ width, height }: Size, requested: number): Size {
  const largest = Math.sqrt(maxPagePixels / (width * height));
  const scale = Math.min(requested, largest);
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}

async function withDocument<T>(
  bytes: Uint8Array,
  use: (document: Document) => Promise<T | Refused>,
): Promise<T | Refused> {
  const pdfium = await loadPdfium();
  // Not `withMemory`: the document reads from this memory until it is closed.
  const at = pdfium.wasmExports.malloc(bytes.length);
  if (at === 0) throw new Error('PDFium has no memory left');
  pdfium.HEAPU8.set(bytes, at);
  const document = pdfium._FPDF_LoadMemDocument(at, bytes.length, 0);
  try {
    if (document) return await use({ pdfium, document });
    const error = pdfium._FPDF_GetLastError();
    const isLocked = error === password || error === unknownSecurity;
    return { refused: isLocked ? 'encryptedPdf' : 'brokenPdf', cause: `PDFium error ${error}` };
  } finally {
    if (document) pdfium._FPDF_CloseDocument(document);
    pdfium.wasmExports.free(at);
  }
}

/** A page without colour is stored as greyscale: the same pixels in a third of the space. */
function pngOf(pixels: Buffer, { width, height }: Size) {
  const picture = sharp(pixels, { raw: { width, height, channels: 4 } });
  return encodePng(isGrey(pixels) ? picture.extractChannel(0) : picture.removeAlpha());
}

function isGrey(pixels: Buffer) {
  for (let at = 0; at < pixels.length; at += 4)
    if (pixels[at] !== pixels[at + 1] || pixels[at] !== pixels[at + 2]) return false;
  return true;
}
