import { deflateSync } from 'node:zlib';
import * as made from '../documents.ts';
import type { HostileFile } from './bases.ts';
import { onePage, rawPdf, stream } from './raw-pdf.ts';

const megabyte = 1024 * 1024;
const flate = (content: Buffer, dict = '') =>
  stream(`/Filter /FlateDecode ${dict}`, deflateSync(content, { level: 9 }));
const image = (width: number, height: number, bits: number, space: string) =>
  `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /BitsPerComponent ${bits} /ColorSpace /${space}`;
const show = 'q 595 0 0 842 0 0 cm /X Do Q';
const form = (content: string, resources = '') =>
  stream(`/Type /XObject /Subtype /Form /BBox [0 0 595 842] /Resources << ${resources} >>`, content);

/** Files that exhaust the reader's time or memory, or are expensive to generate. */
const costly =
  /pdf-(content|image-bomb|form|soft|pattern-of|shading|dashes|a-million|deep|object-stream|10000)/;

/** Hand-written hostile PDFs, each with a different attack. */
export const hostilePdfs: HostileFile[] = [
  ['pdf-with-script', made.scriptedPdf],
  ['pdf-with-script-in-disguise', made.disguisedScriptPdf],
  ['pdf-that-launches', made.actionOnOpeningPagePdf],
  ['pdf-with-attachment', made.pdfWithAttachment],
  ['pdf-encrypted', made.encryptedPdf],
  ['pdf-object-stream-bomb', () => made.pdfBomb(300)],
  ['pdf-content-bomb', () => contentBomb(600)],
  ['pdf-content-thrice-packed', thricePacked],
  ['pdf-content-twice-packed', () => onePage(twicePacked('/FlateDecode', (packed) => deflateSync(packed)))],
  ['pdf-content-packed-in-letters', () => onePage(twicePacked('/ASCIIHexDecode', inHex))],
  ['pdf-form-of-packed-runs', () => pageWith(packedRuns(4000))],
  [
    'pdf-image-bomb',
    () => pageWith(flate(Buffer.alloc(400 * megabyte), image(20_000, 20_000, 8, 'DeviceGray'))),
  ],
  ['pdf-image-that-is-not-there', () => pageWith(stream(image(60_000, 60_000, 8, 'DeviceRGB'), 'nothing'))],
  [
    'pdf-image-of-jpeg-lie',
    () => pageWith(stream(`${image(50_000, 50_000, 8, 'DeviceRGB')} /Filter /DCTDecode`, '\xff\xd8\xff')),
  ],
  ['pdf-huge-page', () => onePage('', { box: '0 0 1000000000 1000000000' })],
  ['pdf-page-of-14400', () => onePage('0 0 14400 14400 re f', { box: '0 0 14400 14400' })],
  ['pdf-long-strip', () => onePage('', { box: '0 0 3 90000' })],
  ['pdf-page-without-size', () => onePage('', { box: '0 0 0 0' })],
  ['pdf-page-upside-down', () => onePage('', { box: '595 842 0 0' })],
  ['pdf-page-of-nonsense', () => onePage('', { box: '/A (b) null 1e400' })],
  ['pdf-10000-pages', () => manyPages(10_000)],
  ['pdf-101-pages', () => manyPages(101)],
  [
    'pdf-count-that-lies',
    () => rawPdf(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [] /Count 99 >>']),
  ],
  [
    'pdf-count-below-zero',
    () => rawPdf(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [] /Count -7 >>']),
  ],
  [
    'pdf-pages-in-a-ring',
    () =>
      rawPdf([
        '<< /Type /Catalog /Pages 2 0 R >>',
        '<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 50 /Parent 2 0 R >>',
      ]),
  ],
  ['pdf-root-is-itself', () => rawPdf(['1 0 R'])],
  [
    'pdf-form-in-itself',
    () =>
      onePage('/X Do', {
        resources: '/XObject << /X 5 0 R >>',
        more: [form('/X Do /X Do', '/XObject << /X 5 0 R >>')],
      }),
  ],
  ['pdf-forms-doubling', formsDoubling],
  [
    'pdf-pattern-in-itself',
    () => patternPage(10, '/Pattern cs /P scn 0 0 9 9 re f', '/Pattern << /P 5 0 R >>'),
  ],
  ['pdf-pattern-of-dust', () => patternPage(0.001, '0 0 1 1 re f')],
  ['pdf-soft-mask-in-itself', softMaskInItself],
  ['pdf-type3-in-itself', type3InItself],
  ['pdf-fonts-that-are-not-there', fontsThatAreNotThere],
  ['pdf-shading-by-program', shadingByProgram],
  ['pdf-a-million-curves', () => onePage(curves(1_000_000))],
  ['pdf-a-million-saves', () => onePage('q '.repeat(1_000_000))],
  ['pdf-deep-arrays', () => onePage(`${'['.repeat(500_000)} TJ`)],
  ['pdf-deep-objects', () => rawPdf([`<< /Type /Catalog /Pages ${'<< /A '.repeat(200_000)}`])],
  ['pdf-dashes-of-nothing', () => onePage('[0.00001 0.00001] 0 d 0 0 m 595 842 l S '.repeat(40))],
  ['pdf-table-behind-itself', () => rawPdf(['<< /Type /Catalog /Pages 2 0 R >>'], '/Root 1 0 R /Prev 9')],
  ['pdf-only-its-name', () => Buffer.from('%PDF-')],
  ['pdf-of-zeros', () => Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(megabyte)])],
  ['pdf-length-that-lies', () => onePage(Buffer.from('<< /Length 4294967295 >>\nstream\nq\nendstream'))],
].map(([name, make]) => file(name as string, make as HostileFile['make']));

function file(name: string, make: HostileFile['make']): HostileFile {
  return { name, make, isCostly: costly.test(name) };
}

/** A content stream of a few kilobytes that decompresses to `megabytes` of spaces. */
export const contentBomb = (megabytes: number) => onePage(flate(Buffer.alloc(megabytes * megabyte, ' ')));

const pageWith = (object: Buffer) => onePage(show, { resources: '/XObject << /X 5 0 R >>', more: [object] });

function thricePacked() {
  const packed = [1, 2, 3].reduce(
    (content) => deflateSync(content, { level: 9 }),
    Buffer.alloc(500 * megabyte, ' '),
  );
  return onePage(stream('/Filter [/FlateDecode /FlateDecode /FlateDecode]', packed));
}

/** 600 MB of spaces behind a second filter. */
function twicePacked(filter: string, pack: (packed: Buffer) => Buffer) {
  const packed = deflateSync(Buffer.alloc(600 * megabyte, ' '), { level: 9 });
  return stream(`/Filter [${filter} /FlateDecode]`, pack(packed));
}

const inHex = (bytes: Buffer) => Buffer.from(`${bytes.toString('hex')}>`);

/** Runs of 128 bytes in two, packed again: a picture of so many megabytes in some kilobytes. */
const packedRuns = (megabytes: number) =>
  stream(
    `${image(60_000, 60_000, 8, 'DeviceGray')} /Filter [/FlateDecode /RunLengthDecode]`,
    deflateSync(Buffer.alloc((megabytes * megabyte) / 64, 129), { level: 9 }),
  );

function manyPages(count: number) {
  const kids = Array.from({ length: count }, (_, index) => `${index + 3} 0 R`);
  const page = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>';
  return rawPdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${count} >>`,
    ...kids.map(() => page),
  ]);
}

/** 40 nested forms that each draw the next one twice: 2^40 rectangles. */
function formsDoubling() {
  const forms = Array.from({ length: 40 }, (_, index) =>
    form('/X Do /X Do', `/XObject << /X ${index + 6} 0 R >>`),
  );
  return onePage('/X Do', { resources: '/XObject << /X 5 0 R >>', more: [...forms, form('0 0 9 9 re f')] });
}

const patternPage = (step: number, content: string, resources = '') =>
  onePage('/Pattern cs /P scn 0 0 595 842 re f', {
    resources: '/Pattern << /P 5 0 R >>',
    more: [
      stream(
        `/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 10 10] /XStep ${step} /YStep ${step} /Resources << ${resources} >>`,
        content,
      ),
    ],
  });

function softMaskInItself() {
  const state = '/ExtGState << /G << /SMask << /S /Luminosity /G 5 0 R >> >> >>';
  const group = stream(
    `/Type /XObject /Subtype /Form /BBox [0 0 595 842] /Group << /S /Transparency >> /Resources << ${state} >>`,
    '/G gs 0 0 595 842 re f',
  );
  return onePage('/G gs 0 0 595 842 re f', { resources: state, more: [group] });
}

function type3InItself() {
  const font = `<< /Type /Font /Subtype /Type3 /FontBBox [0 0 9 9] /FontMatrix [1 0 0 1 0 0] /FirstChar 65 /LastChar 65
    /Widths [9] /Encoding << /Differences [65 /a] >> /CharProcs << /a 6 0 R >> /Resources << /Font << /F 5 0 R >> >> >>`;
  return onePage('BT /F 9 Tf (AAAA) Tj ET', {
    resources: '/Font << /F 5 0 R >>',
    more: [font, stream('', '9 0 d0 BT /F 9 Tf (AA) Tj ET')],
  });
}

/** A thousand fonts that are not embedded, each of another weight, to exhaust readers that load them all. */
function fontsThatAreNotThere() {
  const all = Array.from({ length: 1000 }, (_, index) => 5 + 3 * index);
  return onePage(`BT 9 9 Td ${all.map((at) => `/F${at} 9 Tf <8a66> Tj`).join(' ')} ET`, {
    resources: `/Font << ${all.map((at) => `/F${at} ${at} 0 R`).join(' ')} >>`,
    more: all.flatMap((at) => [
      `<< /Type /Font /Subtype /Type0 /BaseFont /F${at} /Encoding /UniCNS-UCS2-H /DescendantFonts [${at + 1} 0 R] >>`,
      `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /F${at} /FontDescriptor ${at + 2} 0 R
        /CIDSystemInfo << /Registry (Adobe) /Ordering (CNS1) /Supplement 0 >> >>`,
      `<< /Type /FontDescriptor /FontName /F${at} /Flags 6 /FontBBox [0 0 9 9] /StemV ${(at % 180) + 1} /ItalicAngle ${at % 2 ? -9 : 0} >>`,
    ]),
  });
}

/** A shading function of more than ten thousand operations for every pixel. */
function shadingByProgram() {
  const program = `{ ${'dup mul sqrt sin cos '.repeat(2500)} exch pop dup dup }`;
  return onePage('/S sh', {
    resources:
      '/Shading << /S << /ShadingType 1 /ColorSpace /DeviceRGB /Domain [0 595 0 842] /Function 5 0 R >> >>',
    more: [stream('/FunctionType 4 /Domain [0 595 0 842] /Range [0 1 0 1 0 1]', program)],
  });
}

const curves = (count: number) =>
  `${Array.from({ length: count }, (_, i) => `${i % 595} ${(i * 7) % 842} ${(i * 3) % 595} 9 9 ${i % 842} c`).join('\n')} 9 w S`.replace(
    /^/,
    '0 0 m ',
  );
