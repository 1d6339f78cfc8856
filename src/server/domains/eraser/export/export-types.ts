import type { Locale } from '#shared/locale.ts';
import type { SheetOptions } from '#shared/sheet-layout.ts';
import type { Word } from '../ocr/ocr-types.ts';

export type ExportPage = {
  /** A picture of ours, as `drawPage` or the engine made it (JPEG, PNG, WebP). */
  path: string;
  /** How large the paper is in millimetres; else it is taken for A4. Only `size: 'true'` uses it. */
  paper?: { width: number; height: number };
  /** What `recognise` read on it: becomes invisible text that can be searched and copied. */
  words?: Word[];
};

export type PdfOptions = Omit<SheetOptions, 'hasHeading'> & {
  /** `fit`: as large as the margins allow. `true`: as large as the paper was, margins or not, unless that leaves A4. */
  size: 'fit' | 'true';
  /** A line on top of every sheet; an empty entry is left open to be written on, a missing one is left out. */
  heading?: { name?: string; class?: string; date?: string };
  locale: Locale;
  title?: string;
  /** When the file says it was made; the same pages, options and moment make the same bytes. */
  madeAt: Date;
};

/** A picture of ours and, without ending, what it is to be called. */
export type ZipPage = { path: string; name?: string };
export type ZipOptions = { madeAt: Date };

export type ExportProgress = {
  signal?: AbortSignal;
  onPage?: (done: number, all: number) => void;
};

export type ExportRequest =
  | { kind: 'pdf'; pages: ExportPage[]; to: string; options: PdfOptions }
  | { kind: 'zip'; pages: ZipPage[]; to: string; options: ZipOptions };
export type ExportAnswer =
  | { page: number }
  | { done: { sheets: number; bytes: number } }
  | { failed: string };
