import { expect, it } from 'vitest';
import { eraserLimits } from '#shared/eraser/limits.ts';
import { refusalOf } from './check-file.ts';

const file = (name: string, type: string, size = 1000) => ({ name, type, size });

it('takes photos and PDFs, also where a system knows no type for them', () => {
  expect(refusalOf(file('a.jpg', 'image/jpeg'))).toBeUndefined();
  expect(refusalOf(file('a.pdf', 'application/pdf'))).toBeUndefined();
  expect(refusalOf(file('IMG_1.HEIC', ''))).toBeUndefined();
});

it('says why a file cannot be taken', () => {
  expect(refusalOf(file('a.docx', 'application/msword'))).toBe('type');
  expect(refusalOf(file('a.exe', ''))).toBe('type');
  expect(refusalOf(file('a.png', 'image/png', 0))).toBe('empty');
  expect(refusalOf(file('a.png', 'image/png', eraserLimits.fileBytes))).toBeUndefined();
  expect(refusalOf(file('a.png', 'image/png', eraserLimits.fileBytes + 1))).toBe('large');
  expect(refusalOf(file('a.png', 'image/png', 2000), 1999)).toBe('large');
});
