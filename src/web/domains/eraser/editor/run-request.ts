import type { Corners, EraseOptions, ImageRecord, PageVersion, Rotation } from '#shared/eraser/eraser.ts';

/** Body of the request to run a page again. */
export type RunRequest = { options: EraseOptions; rotation: Rotation | null; corners: Corners | null };
/** Changes that were not run yet: option switches, and clockwise quarter turns. */
export type RunDraft = { options: EraseOptions; turns: number };

export type Page = Pick<ImageRecord, 'options' | 'rotation' | 'corners' | 'used_rotation' | 'used_corners'>;

export const optionNames = ['student_ink', 'teacher_marks', 'whiten', 'crop'] as const;

/**
 * The settings of the version that is shown. A page reports the settings of its latest run; when an older
 * version is shown, the settings of that version count, since the user changes what they see.
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

/** Repeats the last run, for a retry. */
export const sameRunRequest = ({ options, rotation, corners }: Page): RunRequest => ({
  options,
  rotation,
  corners,
});

export function runRequestOf(draft: RunDraft, page: Page): RunRequest {
  const turns = ((draft.turns % 4) + 4) % 4;
  const sameCrop = draft.options.crop === page.options.crop;
  return {
    options: draft.options,
    rotation: turns === 0 ? page.rotation : (((page.used_rotation + turns * 90) % 360) as Rotation),
    // Crop off: the whole picture; crop on: the paper is detected. A rotation keeps the crop.
    corners: !sameCrop ? null : turns === 0 || !draft.options.crop ? page.corners : page.used_corners,
  };
}

/** Uses these corners whatever was cropped before. */
export const cropRequest = (page: Page, corners: Corners | null): RunRequest => ({
  options: { ...page.options, crop: true },
  rotation: page.rotation,
  corners,
});
