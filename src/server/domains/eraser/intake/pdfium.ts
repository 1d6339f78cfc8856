import { PDFiumLibrary } from '@hyzyla/pdfium';
import { giveFonts } from './pdfium-fonts.ts';

/**
 * What we use of PDFium itself: the library around it draws text in coloured fringes meant for screens, and goes on with
 * pages that could not be loaded. This build has no script engine in it.
 */
export type Pdfium = {
  _FPDF_GetDefaultSystemFontInfo(): number;
  _FPDF_SetSystemFontInfo(table: number): void;
  _FPDF_LoadMemDocument(bytes: number, size: number, password: number): number;
  _FPDF_GetLastError(): number;
  _FPDF_CloseDocument(document: number): void;
  _FPDF_GetPageCount(document: number): number;
  _FPDF_GetPageSizeByIndexF(document: number, index: number, size: number): number;
  _FPDF_LoadPage(document: number, index: number): number;
  _FPDF_ClosePage(page: number): void;
  _FPDFPage_CountObjects(page: number): number;
  _FPDFPage_GetObject(page: number, index: number): number;
  _FPDFPageObj_GetType(object: number): number;
  _FPDFPageObj_GetBounds(object: number, left: number, bottom: number, right: number, top: number): number;
  _FPDFImageObj_GetImagePixelSize(object: number, width: number, height: number): number;
  _FPDFBitmap_CreateEx(width: number, height: number, format: number, at: number, stride: number): number;
  _FPDFBitmap_FillRect(
    bitmap: number,
    left: number,
    top: number,
    width: number,
    height: number,
    colour: number,
  ): void;
  _FPDFBitmap_Destroy(bitmap: number): void;
  _FPDF_RenderPageBitmap(
    bitmap: number,
    page: number,
    x: number,
    y: number,
    width: number,
    height: number,
    rotate: number,
    flags: number,
  ): void;
  wasmExports: {
    malloc(size: number): number;
    free(at: number): void;
    __indirect_function_table: WebAssembly.Table;
  };
  HEAPU8: Uint8Array;
};

let loaded: Promise<Pdfium> | undefined;
export const loadPdfium = () =>
  (loaded ??= PDFiumLibrary.init().then((library) => {
    const { module } = library as unknown as { module: Pdfium };
    giveFonts(module);
    return module;
  }));

export const password = 4;
export const unknownSecurity = 5;

/** Room in PDFium's memory for as long as it is used. */
export function withRoom<T>({ wasmExports }: Pdfium, bytes: number, use: (at: number) => T): T {
  const at = wasmExports.malloc(bytes);
  if (at === 0) throw new Error('PDFium has no memory left');
  try {
    return use(at);
  } finally {
    wasmExports.free(at);
  }
}

export type Document = { pdfium: Pdfium; document: number };

export function pageSize({ pdfium, document }: Document, index: number) {
  return withRoom(pdfium, 8, (at) => {
    const isThere = pdfium._FPDF_GetPageSizeByIndexF(document, index, at);
    const view = new DataView(pdfium.HEAPU8.buffer, at, 8);
    const size = { width: view.getFloat32(0, true), height: view.getFloat32(4, true) };
    return isThere && Number.isFinite(size.width * size.height) ? size : undefined;
  });
}

const imageObject = 3;

/** A page that is one picture over most of it and little else is a scan: how many pixels its picture has for each point. */
export function scanScale({ pdfium }: Document, page: number, points: { width: number; height: number }) {
  const objects = pdfium._FPDFPage_CountObjects(page);
  let scale = 0;
  for (let index = 0; index < Math.min(objects, mostObjectsOfScan); index += 1) {
    const object = pdfium._FPDFPage_GetObject(page, index);
    if (pdfium._FPDFPageObj_GetType(object) !== imageObject) continue;
    const { pixels, width, height } = imageSize(pdfium, object);
    if (width * height < coverOfScan * points.width * points.height) continue;
    // A turned picture has its sides swapped, but as many pixels.
    scale = Math.max(scale, Math.sqrt(pixels / (width * height)));
  }
  return scale;
}
const coverOfScan = 0.5;
const mostObjectsOfScan = 50;

function imageSize(pdfium: Pdfium, object: number) {
  return withRoom(pdfium, 24, (at) => {
    pdfium.HEAPU8.fill(0, at, at + 24);
    pdfium._FPDFPageObj_GetBounds(object, at, at + 4, at + 8, at + 12);
    pdfium._FPDFImageObj_GetImagePixelSize(object, at + 16, at + 20);
    const view = new DataView(pdfium.HEAPU8.buffer, at, 24);
    const [left, bottom, right, top] = [0, 4, 8, 12].map((place) => view.getFloat32(place, true)) as [
      number,
      number,
      number,
      number,
    ];
    const pixels = view.getUint32(16, true) * view.getUint32(20, true);
    return { pixels, width: Math.abs(right - left), height: Math.abs(top - bottom) };
  });
}

const redGreenBlueUnused = 3;
const withAnnotations = 0x01;
const redFirst = 0x10;
const smallCache = 0x200;

/** The page on white, four bytes a pixel. */
export function drawBitmap({ pdfium }: Document, page: number, width: number, height: number): Buffer {
  const size = width * height * 4;
  return withRoom(pdfium, size, (at) => {
    const bitmap = pdfium._FPDFBitmap_CreateEx(width, height, redGreenBlueUnused, at, width * 4);
    if (!bitmap) throw new Error('PDFium has no bitmap of this size');
    pdfium._FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xffffffff);
    pdfium._FPDF_RenderPageBitmap(
      bitmap,
      page,
      0,
      0,
      width,
      height,
      0,
      withAnnotations | redFirst | smallCache,
    );
    pdfium._FPDFBitmap_Destroy(bitmap);
    return Buffer.from(pdfium.HEAPU8.subarray(at, at + size));
  });
}
