import type { Locale } from '#shared/locale.ts';
import type { SheetOptions } from '#shared/sheet-layout.ts';
import type { Word } from '../ocr/ocr-types.ts';

export type ExportPage = {
  /** A picture made by `drawPage` or by the engine (JPEG, PNG, WebP). */
  path: string;
  /** Words found by `recognise`: written as invisible text that can be searched and copied. */
  words?: Word[];
};

export type PdfOptions = SheetOptions & {
  /** `fit`: as large as the margins allow. `true`: the full A4 sheet, whatever the margins. */
  size: 'fit' | 'true';
  locale: Locale;
  title?: string;
  /** Creation date in the file; the same pages, options and date produce the same bytes. */
  madeAt: Date;
};

export type ExportProgress = { signal?: AbortSignal; onPage?: (done: number) => void };
