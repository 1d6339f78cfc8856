import type { ExportPage, ExportProgress, PdfOptions, ZipOptions } from './export-types.ts';

export type Exporter = {
  /** Writes the pages in the order they are given into a new file `to`, page by page; on failure there is none. */
  pdf(
    pages: ExportPage[],
    to: string,
    options: PdfOptions,
    progress?: ExportProgress,
  ): Promise<{ sheets: number; bytes: number }>;
  /** The pictures as they are, named 001.png, 002.jpg … or as given. */
  zip(
    pages: { path: string; name?: string }[],
    to: string,
    options: ZipOptions,
    progress?: ExportProgress,
  ): Promise<{ bytes: number }>;
  close(): Promise<void>;
};

/** Exports one after another in a thread that starts with the first and ends after an idle while. */
export declare function openExporter(options?: { idleMs?: number; patienceMs?: number }): Exporter;
