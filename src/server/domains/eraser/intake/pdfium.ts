import { existsSync, readFileSync } from 'node:fs';
import { PDFiumModule } from '@hyzyla/pdfium';
import { chineseFontFile } from '#server/ground/files/chinese-font.ts';

/**
 * What we use of PDFium itself: the package's own classes draw text in coloured fringes meant for screens, and go on with
 * pages that could not be loaded. These are the C functions of PDFium under the names that Emscripten gives them; the
 * package exports the module with all of them, but has types for some only. This build has no script engine in it.
 */
export type Pdfium = {
  _FPDF_InitLibrary(): void;
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
  (loaded ??= PDFiumModule({}).then((module) => {
    const pdfium = module as unknown as Pdfium;
    pdfium._FPDF_InitLibrary();
    installFonts(pdfium);
    return pdfium;
  }));

export const password = 4;
export const unknownSecurity = 5;

/** Allocates memory inside PDFium while `use` runs. */
function withMemory<T>({ wasmExports }: Pdfium, bytes: number, use: (at: number) => T): T {
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
  return withMemory(pdfium, 8, (at) => {
    const isThere = pdfium._FPDF_GetPageSizeByIndexF(document, index, at);
    const view = new DataView(pdfium.HEAPU8.buffer, at, 8);
    const size = { width: view.getFloat32(0, true), height: view.getFloat32(4, true) };
    return isThere && Number.isFinite(size.width * size.height) ? size : undefined;
  });
}

const imageObject = 3;

/**
 * Pixels per point of a scan, that is of a picture that covers at least half of a page with few objects;
 * otherwise 0.
 */
export function scanScale({ pdfium }: Document, page: number, points: { width: number; height: number }) {
  const objects = pdfium._FPDFPage_CountObjects(page);
  let scale = 0;
  for (let index = 0; index < Math.min(objects, maxScanObjects); index += 1) {
    const object = pdfium._FPDFPage_GetObject(page, index);
    if (pdfium._FPDFPageObj_GetType(object) !== imageObject) continue;
    const { pixels, width, height } = imageSize(pdfium, object);
    if (width * height < minScanCover * points.width * points.height) continue;
    // A rotated picture has its sides swapped but the same number of pixels.
    scale = Math.max(scale, Math.sqrt(pixels / (width * height)));
  }
  return scale;
}
const minScanCover = 0.5;
const maxScanObjects = 50;

function imageSize(pdfium: Pdfium, object: number) {
  return withMemory(pdfium, 24, (at) => {
    pdfium.HEAPU8.fill(0, at, at + 24);
    pdfium._FPDFPageObj_GetBounds(object, at, at + 4, at + 8, at + 12);
    pdfium._FPDFImageObj_GetImagePixelSize(object, at + 16, at + 20);
    const view = new DataView(pdfium.HEAPU8.buffer, at, 24);
    const [left, bottom, right, top] = [0, 4, 8, 12].map((offset) => view.getFloat32(offset, true)) as [
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

/** The page on a white background, four bytes per pixel. */
export function drawBitmap({ pdfium }: Document, page: number, width: number, height: number): Buffer {
  const size = width * height * 4;
  return withMemory(pdfium, size, (at) => {
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

/** Charset numbers of PDFium. */
const charsets = { japanese: 128, korean: 129, simplified: 134, traditional: 136 };
/**
 * System fonts with the simplified, Japanese and Korean characters that the bundled traditional Chinese font
 * lacks.
 */
const systemFonts = [
  '/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc',
  '/usr/share/fonts/noto-cjk/NotoSansCJK-Regular.ttc',
  '/usr/share/fonts/google-noto-cjk/NotoSansCJK-Regular.ttc',
  '/usr/share/fonts/truetype/wqy/wqy-microhei.ttc',
  '/System/Library/Fonts/PingFang.ttc',
  'C:\\Windows\\Fonts\\msyh.ttc',
];
export const systemFont = systemFonts.find((path) => existsSync(path));

/** Fonts by the handle given to PDFium; 0 means none. */
const fonts: { path: string; name: string; bytes?: Buffer }[] = [
  { path: '', name: '' },
  { path: chineseFontFile, name: 'Ours' },
  { path: systemFont ?? chineseFontFile, name: systemFont ? 'Of the system' : 'Ours' },
];
const [none, ours, system] = [0, 1, 2];

function fontFor(charset: number) {
  if (charset === charsets.traditional) return ours;
  return Object.values(charsets).includes(charset) ? system : none;
}

function bytesOf(font: number): Buffer {
  const entry = fonts[font];
  if (!entry || font === none) return Buffer.alloc(0);
  entry.bytes ??= readFileSync(entry.path);
  return entry.bytes;
}

/** Slots of the callbacks in PDFium's FPDF_SYSFONTINFO table. */
const callbackSlots = { map: 3, data: 5, name: 6, charset: 7, release: 8 };

/**
 * Gives PDFium fonts for text whose font a PDF does not embed and which would be drawn as nothing: PDFium
 * sees no fonts of the machine and has only Latin ones of its own. Its default font table stays; the
 * functions behind it are replaced by ours, and nothing else calls them.
 */
function installFonts(pdfium: Pdfium) {
  const copy = (bytes: Uint8Array, to: number, room: number) => {
    if (to !== 0 && room >= bytes.length) pdfium.HEAPU8.set(bytes, to);
    return bytes.length;
  };
  const functions = wasmFunctions({
    map: {
      parameters: 7,
      answers: true,
      run: (_table, _weight, _italic, charset = 0) => fontFor(charset),
    },
    data: {
      parameters: 5,
      answers: true,
      // 0 requests the whole file; any other value one table of it, which only font collections need.
      run: (_table, font = 0, part = 0, to = 0, room = 0) => (part === 0 ? copy(bytesOf(font), to, room) : 0),
    },
    // PDFium caches a loaded font by this name, whatever a document calls it.
    name: {
      parameters: 4,
      answers: true,
      run: (_table, font = 0, to = 0, room = 0) => copy(Buffer.from(fonts[font]?.name ?? ''), to, room),
    },
    charset: { parameters: 2, answers: true, run: () => charsets.traditional },
    release: { parameters: 2, answers: false, run: () => undefined },
  });
  const table = pdfium._FPDF_GetDefaultSystemFontInfo();
  const { __indirect_function_table: callable } = pdfium.wasmExports;
  const view = new DataView(pdfium.HEAPU8.buffer, table);
  for (const [name, slot] of Object.entries(callbackSlots))
    callable.set(view.getUint32(slot * 4, true), functions[name as keyof typeof callbackSlots]);
  pdfium._FPDF_SetSystemFontInfo(table);
}

type WasmFunction = { parameters: number; answers: boolean; run: (...args: number[]) => number | undefined };

const [int32, functionType] = [0x7f, 0x60];
const sections = { types: 1, imports: 2, exports: 7 };
const header = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];

/**
 * Makes JavaScript functions callable by pointer from WebAssembly, through a module that imports and
 * re-exports them. Parameters and results are 32-bit numbers.
 */
function wasmFunctions<Name extends string>(functions: Record<Name, WasmFunction>) {
  const all = Object.entries<WasmFunction>(functions);
  const types = all.map(([, { parameters, answers }]) => [
    functionType,
    ...vector(Array.from({ length: parameters }, () => [int32])),
    ...vector(answers ? [[int32]] : []),
  ]);
  const module = new WebAssembly.Module(
    Uint8Array.from([
      ...header,
      ...section(sections.types, types),
      ...section(
        sections.imports,
        all.map(([name], index) => [...text('ours'), ...text(name), 0, index]),
      ),
      ...section(
        sections.exports,
        all.map(([name], index) => [...text(name), 0, index]),
      ),
    ]),
  );
  const ours = Object.fromEntries(all.map(([name, { run }]) => [name, run]));
  return new WebAssembly.Instance(module, { ours }).exports as Record<Name, () => number>;
}

const vector = (items: number[][]) => [...length(items.length), ...items.flat()];
const text = (word: string) => [...length(word.length), ...Buffer.from(word, 'latin1')];

function section(id: number, items: number[][]) {
  const body = vector(items);
  return [id, ...length(body.length), ...body];
}

/** LEB128: seven bits per byte, low bits first. */
function length(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...length(value >> 7)];
}
