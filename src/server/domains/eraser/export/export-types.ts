import type { Locale } from '#shared/locale.ts';
import type { SheetOptions } from '#shared/sheet-layout.ts';
import type { Word } from '../ocr/ocr-types.ts';

export type ExportPage = {
  /** A picture of ours, as `drawPage` or the engine made it (JPEG, PNG, WebP). */
  path: string;
  /** What `recognise` read on it: becomes invisible text that can be searched and copied. */
  words?: Word[];
};

export type PdfOptions = SheetOptions & {
  /** `fit`: as large as the margins allow. `true`: as large as A4, margins or not. */
  size: 'fit' | 'true';
  locale: Locale;
  title?: string;
  /** When the file says it was made; the same pages, options and moment make the same bytes. */
  madeAt: Date;
};

export type ExportProgress = { signal?: AbortSignal; onPage?: (done: number) => void };
