import type { ExportOptions } from '#shared/eraser-files.ts';

export type LayoutOptions = Pick<
  ExportOptions,
  'size' | 'orientation' | 'margin' | 'per_sheet' | 'page_numbers' | 'name_line'
>;
type Size = { width: number; height: number };
type Box = Size & { x: number; y: number; page: number };
/** One sheet of A4 as it will come out, in millimetres. */
export type SheetDrawing = Size & {
  number: number;
  boxes: Box[];
  /** Where the line for name and class stands. */
  lineAt: number | null;
  numberAt: number | null;
};

const short = 210;
const long = 297;
const gap = 4;
const lineHeight = 10;
const numberHeight = 6;

/** How pages will lie on their sheets: a drawing of what the server will write, close enough to choose by. */
export function sheetsOf(pages: readonly Size[], options: LayoutOptions): SheetDrawing[] {
  const count = Math.ceil(pages.length / options.per_sheet);
  return Array.from({ length: count }, (_, at) => {
    const first = at * options.per_sheet;
    return sheetOf(pages.slice(first, first + options.per_sheet), first, at + 1, options);
  });
}

function sheetOf(
  pages: readonly Size[],
  first: number,
  number: number,
  options: LayoutOptions,
): SheetDrawing {
  const isWide = liesWide(pages[0], options);
  const sheet = isWide ? { width: long, height: short } : { width: short, height: long };
  const [columns, rows] =
    options.per_sheet === 4 ? [2, 2] : options.per_sheet === 1 ? [1, 1] : isWide ? [2, 1] : [1, 2];
  const top = options.margin + (options.name_line ? lineHeight : 0);
  const bottom = options.margin + (options.page_numbers ? numberHeight : 0);
  const width = (sheet.width - 2 * options.margin - gap * (columns - 1)) / columns;
  const height = (sheet.height - top - bottom - gap * (rows - 1)) / rows;
  const boxes = pages.map((page, at) => {
    const cell = {
      x: options.margin + (at % columns) * (width + gap),
      y: top + Math.floor(at / columns) * (height + gap),
    };
    const size = placed(page, { width, height }, sheet, options);
    return {
      ...size,
      x: cell.x + (width - size.width) / 2,
      y: cell.y + (height - size.height) / 2,
      page: first + at,
    };
  });
  return {
    ...sheet,
    number,
    boxes,
    lineAt: options.name_line ? options.margin + lineHeight - 4 : null,
    numberAt: options.page_numbers ? sheet.height - options.margin - 1 : null,
  };
}

/** By itself a sheet lies as its first page does; with two pages on it, the other way. */
function liesWide(page: Size | undefined, { orientation, per_sheet }: LayoutOptions) {
  if (orientation !== 'auto') return orientation === 'landscape';
  const isPageWide = page !== undefined && page.width > page.height;
  return per_sheet === 2 ? !isPageWide : isPageWide;
}

function placed(page: Size, cell: Size, sheet: Size, { size, per_sheet }: LayoutOptions): Size {
  const ratio = page.width / page.height;
  const within = (box: Size) => {
    const width = Math.min(box.width, box.height * ratio);
    return { width, height: width / ratio };
  };
  // As large as the paper was, which is taken for A4, margins or not.
  return size === 'true' && per_sheet === 1 ? within(sheet) : within(cell);
}
