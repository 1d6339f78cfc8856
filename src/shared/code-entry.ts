import type { Locale } from './locale.ts';

export type CodeEntry = { code: number; status: number; message: Record<Locale, string> };
