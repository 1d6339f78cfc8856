import type { ExportOptions } from '#shared/eraser-files.ts';

export type LayoutOptions = Pick<
  ExportOptions,
  'size' | 'orientation' | 'margin' | 'per_sheet' | 'page_numbers' | 'name_line'
>;
type Size = { width: number; height: number };
type Place = Size & { x: number; y: number };
type Box = Place & { page: number };
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
/** Nearer to the edge many printers do not print. */
const edge = 6;
const lineHeight = 9;
const numberHeight = 5;

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
  const { margin } = options;
  const top = options.name_line ? Math.max(margin, edge) + lineHeight : margin;
  const bottom = options.page_numbers ? Math.max(margin, edge + numberHeight) : margin;
  const width = (sheet.width - 2 * margin - gap * (columns - 1)) / columns;
  const height = (sheet.height - top - bottom - gap * (rows - 1)) / rows;
  // As large as the paper was, which is taken for A4, margins or not.
  const isTrue = options.size === 'true' && options.per_sheet === 1;
  const boxes = pages.map((page, at) => ({
    ...within(
      page,
      isTrue
        ? { ...sheet, x: 0, y: 0 }
        : {
            width,
            height,
            x: margin + (at % columns) * (width + gap),
            y: top + Math.floor(at / columns) * (height + gap),
          },
    ),
    page: first + at,
  }));
  return {
    ...sheet,
    number,
    boxes,
    lineAt: options.name_line ? top - 3 : null,
    numberAt: options.page_numbers ? sheet.height - edge : null,
  };
}

/** By itself a sheet lies as its first page does; with two pages on it, the other way. */
function liesWide(page: Size | undefined, { orientation, per_sheet }: LayoutOptions) {
  if (orientation !== 'auto') return orientation === 'landscape';
  const isPageWide = page !== undefined && page.width > page.height;
  return per_sheet === 2 ? !isPageWide : isPageWide;
}

/** As large as it goes without being cut, in the middle. */
function within(page: Size, { x, y, width, height }: Place): Place {
  const scale = Math.min(width / page.width, height / page.height);
  const size = { width: page.width * scale, height: page.height * scale };
  return { ...size, x: x + (width - size.width) / 2, y: y + (height - size.height) / 2 };
}
