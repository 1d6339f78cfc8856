import { expect, it } from 'vitest';
import { eraserLimits } from '#shared/eraser/limits.ts';
import { refusalOf } from './check-file.ts';

const file = (name: string, type: string, size = 1000) => ({ name, type, size });

it('photos and PDFs are accepted, also when the system reports no media type', () => {
  expect(refusalOf(file('a.jpg', 'image/jpeg'))).toBeUndefined();
  expect(refusalOf(file('a.pdf', 'application/pdf'))).toBeUndefined();
  expect(refusalOf(file('IMG_1.HEIC', ''))).toBeUndefined();
});

it('a file of another type, an empty file and a file that is too large are refused', () => {
  expect(refusalOf(file('a.docx', 'application/msword'))).toBe('type');
  expect(refusalOf(file('a.exe', ''))).toBe('type');
  expect(refusalOf(file('a.png', 'image/png', 0))).toBe('empty');
  expect(refusalOf(file('a.png', 'image/png', eraserLimits.fileBytes))).toBeUndefined();
  expect(refusalOf(file('a.png', 'image/png', eraserLimits.fileBytes + 1))).toBe('large');
  expect(refusalOf(file('a.png', 'image/png', 2000), 1999)).toBe('large');
});
