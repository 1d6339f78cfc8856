import type { ImageRecord } from '#shared/eraser/eraser.ts';
import { pictureUrl, type Strength } from '#shared/eraser/limits.ts';
import type { PictureSource } from './use-picture.ts';

type Page = Pick<ImageRecord, 'id' | 'version' | 'width' | 'height'>;

/** A version of a page, before or after erasing. */
export const versionSource = (
  base: string,
  { id, version, width, height }: Page,
  view: 'erased' | 'straight',
): PictureSource => ({
  key: `${id}-${version}-${view}`,
  url: (size) => base + pictureUrl(id, { view, size, version }),
  size: { width, height },
});

/** A page at another strength, at one size: the address of its small preview, which the browser has already. */
export const strengthSource = (
  base: string,
  { id, width, height, strengths_of: version }: Page & Pick<ImageRecord, 'strengths_of'>,
  strength: Strength,
): PictureSource => ({
  key: `${id}-${version}-${strength}`,
  url: () => base + pictureUrl(id, { view: 'erased', size: 'screen', version, strength }),
  size: { width, height },
});

/** The page as uploaded, the same for all versions. */
export const originalSource = (base: string, id: number): PictureSource => ({
  key: `${id}-original`,
  url: (size) => base + pictureUrl(id, { view: 'original', size }),
  size: undefined,
});
