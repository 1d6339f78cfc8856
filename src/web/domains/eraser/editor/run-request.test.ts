import { describe, expect, it } from 'vitest';
import type { ImageRecord } from '#shared/eraser/eraser.ts';
import { wholePicture } from './crop/crop-corners.ts';
import { cropRequest, draftOf, isChanged, runRequestOf, sameRunRequest, standingOf } from './run-request.ts';

const page: Pick<ImageRecord, 'options' | 'rotation' | 'corners' | 'used_rotation' | 'used_corners'> = {
  options: { student_ink: true, teacher_marks: true, whiten: false, crop: true },
  rotation: null,
  corners: null,
  used_rotation: 270,
  used_corners: wholePicture,
};

describe('the request to run a page again', () => {
  it('repeats the last settings when nothing was changed', () => {
    expect(isChanged(draftOf(page), page)).toBe(false);
    expect(runRequestOf(draftOf(page), page)).toEqual(sameRunRequest(page));
    expect(isChanged({ ...draftOf(page), turns: 4 }, page)).toBe(false);
  });

  it('rotates from the current rotation and keeps the crop', () => {
    const draft = { ...draftOf(page), turns: 1 };
    expect(isChanged(draft, page)).toBe(true);
    expect(runRequestOf(draft, page)).toMatchObject({ rotation: 0, corners: wholePicture });
    expect(runRequestOf({ ...draft, turns: -1 }, page).rotation).toBe(180);
  });

  it('drops the corners when cropping is switched off', () => {
    const cut = { ...page, corners: wholePicture };
    const draft = { turns: 0, options: { ...page.options, crop: false } };
    expect(runRequestOf(draft, cut)).toMatchObject({ corners: null, options: { crop: false } });
    expect(runRequestOf({ ...draft, options: page.options }, cut).corners).toEqual(wholePicture);
  });

  it('starts from the version that is shown, not from a later run', () => {
    const later = { ...page, status: 'done' as const, rotation: 90 as const, corners: wholePicture };
    const first = { options: { ...page.options, whiten: true } };
    const stands = standingOf({ ...later, used_rotation: 0 }, first);
    expect(stands).toMatchObject({ options: first.options, rotation: 0, corners: wholePicture });
    expect(cropRequest(stands, wholePicture).rotation).toBe(0);
    expect(standingOf({ ...later, status: 'failed' }, first)).toMatchObject({ rotation: 90 });
    expect(standingOf({ ...page, status: 'done' }, first)).toMatchObject({ rotation: null, corners: null });
  });

  it('switches cropping on when corners are set by hand', () => {
    const off = { ...page, options: { ...page.options, crop: false } };
    expect(cropRequest(off, wholePicture)).toMatchObject({ corners: wholePicture, options: { crop: true } });
  });
});
