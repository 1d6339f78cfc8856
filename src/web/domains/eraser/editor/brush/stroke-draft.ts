import { draftNames, dropDraft, readDraft, writeDraft } from '#web/ground/drafts.ts';
import type { Stroke } from './strokes.ts';

const start = 'erase-strokes-';
const nameOf = (page: number) => `${start}${page}`;

/** Strokes that are not saved, with the version of the page they were painted on. */
export type StrokeDraft = { from: number; strokes: Stroke[] };

export function readStrokes(page: number, owner: number): StrokeDraft | undefined {
  const draft = readDraft<{ strokes: Stroke[] }>(nameOf(page), owner);
  const strokes = draft?.values.strokes;
  return draft?.version && Array.isArray(strokes) && strokes.length > 0
    ? { from: draft.version, strokes }
    : undefined;
}

/** Whether they are kept: a device may be full. */
export function keepStrokes(page: number, owner: number, { from, strokes }: StrokeDraft): boolean {
  if (strokes.length > 0)
    return writeDraft(nameOf(page), { owner, key: '', version: from, values: { strokes } });
  dropDraft(nameOf(page));
  return true;
}

export const dropStrokes = (page: number) => dropDraft(nameOf(page));

/** Which of these pages have strokes that wait here. */
export function pagesWithStrokes(pages: readonly number[], owner: number): number[] {
  const names = new Set(draftNames(start));
  return pages.filter((page) => names.has(nameOf(page)) && readStrokes(page, owner));
}
