import type { Corners, EraseOptions, ImageRecord, PageVersion, Rotation } from '#shared/eraser/eraser.ts';

/** What a page is run again with. */
export type RunWish = { options: EraseOptions; rotation: Rotation | null; corners: Corners | null };
/** What somebody has changed about a page and not run yet: switches, and quarter turns clockwise. */
export type RunDraft = { options: EraseOptions; turns: number };

export type Page = Pick<ImageRecord, 'options' | 'rotation' | 'corners' | 'used_rotation' | 'used_corners'>;

export const optionNames = ['student_ink', 'teacher_marks', 'whiten', 'crop'] as const;

/**
 * A page tells what its latest run was given. Where an older version is shown, what that one was made with counts: whoever
 * changes something changes what they see.
 */
export function standingOf(
  page: Page & Pick<ImageRecord, 'status'>,
  shown: Pick<PageVersion, 'options'> | undefined,
): Page {
  if (page.status !== 'done' || !shown) return page;
  return {
    ...page,
    options: shown.options,
    rotation: page.rotation === null ? null : page.used_rotation,
    corners: page.corners === null || !shown.options.crop ? null : page.used_corners,
  };
}

export const draftOf = ({ options }: Page): RunDraft => ({ options, turns: 0 });

export const isChanged = (draft: RunDraft, { options }: Page) =>
  draft.turns % 4 !== 0 || optionNames.some((name) => draft.options[name] !== options[name]);

/** As it was run last: to try again. */
export const sameWish = ({ options, rotation, corners }: Page): RunWish => ({ options, rotation, corners });

export function wishOf(draft: RunDraft, page: Page): RunWish {
  const turns = ((draft.turns % 4) + 4) % 4;
  const sameCrop = draft.options.crop === page.options.crop;
  return {
    options: draft.options,
    rotation: turns === 0 ? page.rotation : (((page.used_rotation + turns * 90) % 360) as Rotation),
    // Switched off, the whole picture is wanted; switched on, the paper is looked for. A turn keeps what was cut out.
    corners: !sameCrop ? null : turns === 0 || !draft.options.crop ? page.corners : page.used_corners,
  };
}

/** By hand: whatever was cut out before, this is the paper. */
export const cropWish = (page: Page, corners: Corners | null): RunWish => ({
  options: { ...page.options, crop: true },
  rotation: page.rotation,
  corners,
});
