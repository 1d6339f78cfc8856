import type { ExportOptions } from '#shared/eraser/files.ts';
import { atTrueSize, fitInto, layOut, type Place, type Sheet, type Size } from '#shared/sheet-layout.ts';

export type LayoutOptions = Pick<
  ExportOptions,
  'size' | 'orientation' | 'margin' | 'per_sheet' | 'page_numbers' | 'name_line'
>;
/** One sheet as it will come out, in points; `page` counts from the first of all. */
export type SheetDrawing = Omit<Sheet, 'slots'> & { order: number; boxes: (Place & { page: number })[] };

/** How pages will lie on their sheets: as the server will write them. Paper whose size is not known is taken for A4. */
export function sheetsOf(pages: readonly Size[], options: LayoutOptions): SheetDrawing[] {
  const perSheet = options.per_sheet;
  const count = Math.ceil(pages.length / perSheet);
  return Array.from({ length: count }, (_, at) => {
    const first = at * perSheet;
    const onSheet = pages.slice(first, first + perSheet);
    const { slots, ...sheet } = layOut(onSheet[0] as Size, {
      ...options,
      perSheet,
      pageNumbers: options.page_numbers,
      hasHeading: options.name_line,
    });
    const isTrue = options.size === 'true' && perSheet === 1;
    const boxes = onSheet.map((page, index) => ({
      ...(isTrue ? atTrueSize(page, undefined, sheet) : fitInto(page, slots[index] as Place)),
      page: first + index,
    }));
    return { ...sheet, order: at + 1, boxes };
  });
}
