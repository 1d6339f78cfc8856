// The position of pages on A4 sheets, in points. The server writes the PDF by it, and the browser draws its
// preview.

export type SheetOptions = {
  /** `auto` chooses the orientation of each sheet by its first page (with two on a sheet, the opposite one). */
  orientation: 'auto' | 'portrait' | 'landscape';
  /** In millimetres, on all four sides. */
  margin: number;
  perSheet: 1 | 2 | 4;
  pageNumbers: boolean;
  /** A line for name and class at the top. */
  hasHeading: boolean;
};
export type Size = { width: number; height: number };
export type Place = Size & { x: number; y: number };
export type Sheet = Size & { heading: Place | undefined; number: Place | undefined; slots: Place[] };

/** A4 in points, to the hundredth, as printer drivers use it. */
const a4 = { width: 595.28, height: 841.89 };
const pointsPerMm = 72 / 25.4;
const mm = (millimetres: number) => millimetres * pointsPerMm;
/** Many printers cannot print closer to the edge than this. */
const edge = mm(6);
const headingHeight = mm(9);
const numberHeight = mm(5);
const gap = mm(4);

/** The layout of a sheet whose first page has this size. */
export function layOut(page: Size, options: SheetOptions): Sheet {
  const isWide = page.width > page.height;
  const isLandscape =
    options.orientation === 'auto'
      ? isWide !== (options.perSheet === 2)
      : options.orientation === 'landscape';
  const sheet = isLandscape ? { width: a4.height, height: a4.width } : a4;
  const side = mm(options.margin);
  const inset = Math.max(side, edge);
  const width = sheet.width - 2 * inset;
  const heading = options.hasHeading ? { x: inset, y: inset, width, height: headingHeight } : undefined;
  const number = options.pageNumbers
    ? { x: inset, y: sheet.height - edge - numberHeight, width, height: numberHeight }
    : undefined;
  const top = heading ? heading.y + heading.height : side;
  const bottom = number ? Math.max(side, sheet.height - number.y) : side;
  const inside = { x: side, y: top, width: sheet.width - 2 * side, height: sheet.height - top - bottom };
  return { ...sheet, heading, number, slots: slotsIn(inside, options.perSheet, isLandscape) };
}

/** The slots in reading order. */
function slotsIn(
  { x, y, width, height }: Place,
  perSheet: SheetOptions['perSheet'],
  isLandscape: boolean,
): Place[] {
  const columns = perSheet === 4 || (perSheet === 2 && isLandscape) ? 2 : 1;
  const rows = perSheet / columns;
  const slot = { width: (width - (columns - 1) * gap) / columns, height: (height - (rows - 1) * gap) / rows };
  return Array.from({ length: perSheet }, (_, index) => ({
    ...slot,
    x: x + (index % columns) * (slot.width + gap),
    y: y + Math.floor(index / columns) * (slot.height + gap),
  }));
}

/** As large as possible without cropping, centred. */
export function fitInto(page: Size, slot: Place): Place {
  const scale = Math.min(slot.width / page.width, slot.height / page.height);
  return centred({ width: page.width * scale, height: page.height * scale }, slot);
}

/** At the size of A4, which the original is assumed to be; larger pages are scaled down to fit the sheet. */
export function atTrueSize(page: Size, sheet: Size): Place {
  const whole = { x: 0, y: 0, width: sheet.width, height: sheet.height };
  const paper = page.width > page.height ? { width: a4.height, height: a4.width } : a4;
  const fitted = fitInto(page, { x: 0, y: 0, ...paper });
  const isTooLarge = fitted.width > sheet.width + 1 || fitted.height > sheet.height + 1;
  return isTooLarge ? fitInto(page, whole) : centred(fitted, whole);
}

const centred = ({ width, height }: Size, within: Place): Place => ({
  width,
  height,
  x: within.x + (within.width - width) / 2,
  y: within.y + (within.height - height) / 2,
});
