import { eraserLimits, eraserTypes } from '#shared/eraser/limits.ts';

export type FileRefusal = 'type' | 'empty' | 'large';

// Some systems know no type for a phone's photos: their ending then speaks for them. The server looks at the content.
const endings = /\.(jpe?g|png|webp|hei[cf]|pdf)$/i;

export const acceptedTypes = [...eraserTypes, '.heic', '.heif'].join(',');

/** Why a file cannot be taken, told before a byte of it is sent. */
export function refusalOf(
  { name, type, size }: Pick<File, 'name' | 'type' | 'size'>,
  mostBytes: number = eraserLimits.fileBytes,
): FileRefusal | undefined {
  const isKnown = type ? (eraserTypes as readonly string[]).includes(type.toLowerCase()) : endings.test(name);
  if (!isKnown) return 'type';
  if (size === 0) return 'empty';
  if (size > mostBytes) return 'large';
}
