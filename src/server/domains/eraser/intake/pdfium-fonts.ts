import { existsSync, readFileSync } from 'node:fs';
import { chineseFontFile } from '#server/ground/files/chinese-font.ts';
import type { Pdfium } from './pdfium.ts';

/** As PDFium calls the writing that a font is for. */
const charsets = { japanese: 128, korean: 129, simplified: 134, traditional: 136 };
/** Where systems keep a font with the signs that ours, which is for traditional Chinese, does not have. */
const systemFonts = [
  '/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc',
  '/usr/share/fonts/noto-cjk/NotoSansCJK-Regular.ttc',
  '/usr/share/fonts/google-noto-cjk/NotoSansCJK-Regular.ttc',
  '/usr/share/fonts/truetype/wqy/wqy-microhei.ttc',
  '/System/Library/Fonts/PingFang.ttc',
  'C:\\Windows\\Fonts\\msyh.ttc',
];
export const systemFont = systemFonts.find((path) => existsSync(path));

/** Fonts by the number that PDFium knows them by; 0 is none. */
const fonts: { path: string; name: string; bytes?: Buffer }[] = [
  { path: '', name: '' },
  { path: chineseFontFile, name: 'Ours' },
  { path: systemFont ?? chineseFontFile, name: systemFont ? 'Of the system' : 'Ours' },
];
const [none, ours, ofSystem] = [0, 1, 2];

function fontFor(charset: number) {
  if (charset === charsets.traditional) return ours;
  return Object.values(charsets).includes(charset) ? ofSystem : none;
}

function bytesOf(font: number): Buffer {
  const known = fonts[font];
  if (!known || font === none) return Buffer.alloc(0);
  known.bytes ??= readFileSync(known.path);
  return known.bytes;
}

/** Which of its functions PDFium finds at which place of the table that describes the fonts of a system. */
const places = { map: 3, data: 5, name: 6, charset: 7, release: 8 };

/**
 * Gives PDFium fonts for what a PDF names but does not bring along, which it would draw as nothing: it sees no fonts of
 * the machine, and has only Latin ones of its own. Its table of a system's fonts stands, and the functions behind it
 * become ours; nothing else calls them.
 */
export function giveFonts(pdfium: Pdfium) {
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
      // Zero asks for the whole file, anything else for a table of it, which only collections need.
      run: (_table, font = 0, part = 0, to = 0, room = 0) => (part === 0 ? copy(bytesOf(font), to, room) : 0),
    },
    // By this name PDFium keeps a font it has loaded, whatever a document calls it.
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
  for (const [name, place] of Object.entries(places))
    callable.set(view.getUint32(place * 4, true), functions[name as keyof typeof places]);
  pdfium._FPDF_SetSystemFontInfo(table);
}

type WasmFunction = { parameters: number; answers: boolean; run: (...given: number[]) => number | undefined };

const [int32, functionType] = [0x7f, 0x60];
const sections = { types: 1, imports: 2, exports: 7 };
const header = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];

/**
 * Functions of ours in the form that a WebAssembly module can call by pointer: a module that imports them and exports
 * them again. All they take and answer are 32-bit numbers.
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

/** Seven bits in each byte, the low ones first. */
function length(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...length(value >> 7)];
}
