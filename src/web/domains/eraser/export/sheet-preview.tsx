import { useMemo } from 'react';
import type { ExportOptions } from '#shared/eraser/files.ts';
import type { Place, Sheet, Size } from '#shared/sheet-layout.ts';
import { atTrueSize, fitInto, layOut } from '#shared/sheet-layout.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';

const maxShown = 6;

/** Small preview of the sheets. */
export function SheetPreview(props: {
  pages: readonly { width: number; height: number; url: string }[];
  options: LayoutOptions;
}) {
  const { pages, options } = props;
  const t = useTranslate();
  const sheets = useMemo(() => sheetsOf(pages, options), [pages, options]);
  if (sheets.length === 0) return <p className="text-ink-2 text-sm">{t('eraser.export.none')}</p>;
  return (
    <div>
      <p role="status" className="mb-2 text-ink-2 text-sm" data-sheets={sheets.length}>
        {t('eraser.export.sheets', { count: sheets.length })}
      </p>
      <ol className="grid grid-cols-3 items-start gap-2 lg:grid-cols-3">
        {sheets.slice(0, maxShown).map((sheet) => (
          <li key={sheet.order}>
            <svg
              viewBox={`0 0 ${sheet.width} ${sheet.height}`}
              role="img"
              aria-label={t('eraser.export.sheet', { number: sheet.order, count: sheet.boxes.length })}
              className="w-full rounded border border-ink/20 bg-[#ffffff] text-[#1e2329]"
            >
              {sheet.boxes.map(({ x, y, width, height, page }) => (
                <g key={page}>
                  <image
                    href={pages[page]?.url}
                    x={x}
                    y={y}
                    width={width}
                    height={height}
                    preserveAspectRatio="none"
                  />
                  <rect
                    x={x}
                    y={y}
                    width={width}
                    height={height}
                    fill="none"
                    stroke="currentColor"
                    strokeOpacity="0.25"
                    strokeWidth="3"
                  />
                </g>
              ))}
              {sheet.heading && (
                <path d={headingLines(sheet.heading)} stroke="currentColor" strokeWidth="3" />
              )}
              {sheet.number && (
                <text
                  x={sheet.width / 2}
                  y={sheet.number.y + sheet.number.height}
                  fontSize="20"
                  textAnchor="middle"
                  fill="currentColor"
                >
                  {sheet.order}
                </text>
              )}
            </svg>
          </li>
        ))}
      </ol>
      {sheets.length > maxShown && (
        <p className="mt-1 text-ink-2 text-xs">
          {t('eraser.export.more', { count: sheets.length - maxShown })}
        </p>
      )}
    </div>
  );
}

/** Lines for name and class. */
function headingLines({ x, y, width, height }: Place) {
  const at = y + height - 6;
  return `M${x} ${at}h${width * 0.6}M${x + width * 0.66} ${at}H${x + width}`;
}

export type LayoutOptions = Pick<
  ExportOptions,
  'size' | 'orientation' | 'margin' | 'per_sheet' | 'page_numbers' | 'name_line'
>;
/** One sheet in points; `page` is the index among all pages. */
type SheetDrawing = Omit<Sheet, 'slots'> & { order: number; boxes: (Place & { page: number })[] };

/** Lays pages out on sheets as the server does; at true size every original is taken for A4. */
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
      ...(isTrue ? atTrueSize(page, sheet) : fitInto(page, slots[index] as Place)),
      page: first + index,
    }));
    return { ...sheet, order: at + 1, boxes };
  });
}
