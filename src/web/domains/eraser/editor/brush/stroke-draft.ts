import { draftNames, dropDraft, readDraft, writeDraft } from '#web/ground/drafts.ts';
import type { Stroke } from './strokes.ts';

const namePrefix = 'erase-strokes-';
const nameOf = (page: number) => `${namePrefix}${page}`;

/** Unsaved strokes with the version they were painted on. */
export type StrokeDraft = { from: number; strokes: Stroke[] };

export function readStrokes(page: number, owner: number): StrokeDraft | undefined {
  const draft = readDraft<{ strokes: Stroke[] }>(nameOf(page), owner);
  const strokes = draft?.values.strokes;
  return draft?.version && Array.isArray(strokes) && strokes.length > 0
    ? { from: draft.version, strokes }
    : undefined;
}

/** Saves the strokes on this device; false when its storage is full. */
export function saveStrokes(page: number, owner: number, { from, strokes }: StrokeDraft): boolean {
  if (strokes.length > 0)
    return writeDraft(nameOf(page), { owner, key: '', version: from, values: { strokes } });
  dropDraft(nameOf(page));
  return true;
}

export const dropStrokes = (page: number) => dropDraft(nameOf(page));

/** The pages that have unsaved strokes on this device. */
export function pagesWithStrokes(pages: readonly number[], owner: number): number[] {
  const names = new Set(draftNames(namePrefix));
  return pages.filter((page) => names.has(nameOf(page)) && readStrokes(page, owner));
}
