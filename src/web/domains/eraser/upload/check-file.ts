import { eraserLimits, eraserTypes } from '#shared/eraser/limits.ts';

export type FileRefusal = 'type' | 'empty' | 'large';

// Some systems report no media type for photos of a phone: their extension decides. The server checks the
// content.
const extensions = /\.(jpe?g|png|webp|hei[cf]|pdf)$/i;

export const acceptedTypes = [...eraserTypes, '.heic', '.heif'].join(',');

/** Why a file is refused, checked before it is uploaded. */
export function refusalOf(
  { name, type, size }: Pick<File, 'name' | 'type' | 'size'>,
  maxBytes: number = eraserLimits.fileBytes,
): FileRefusal | undefined {
  const isKnown = type
    ? (eraserTypes as readonly string[]).includes(type.toLowerCase())
    : extensions.test(name);
  if (!isKnown) return 'type';
  if (size === 0) return 'empty';
  if (size > maxBytes) return 'large';
}
