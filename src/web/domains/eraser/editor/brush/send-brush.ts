import type { ImageRecord } from '#shared/eraser/eraser.ts';
import type { Locale } from '#shared/locale.ts';
import { postForm } from '#web/ground/api/post-form.ts';
import type { Bases } from '#web/ground/api/renewal.ts';
import type { Stroke } from './strokes.ts';
import { order } from './work.ts';

type Brush = {
  page: Pick<ImageRecord, 'id' | 'version' | 'width' | 'height'>;
  strokes: readonly Stroke[];
  bases: Bases;
  locale: Locale;
  signal: AbortSignal;
};

/** Strokes go out as what becomes of every pixel; the server has the pixels and makes the new version of them. */
export async function sendBrush({ page, strokes, bases, locale, signal }: Brush) {
  const mask = await order('mask', { strokes, size: { width: page.width, height: page.height } });
  const form = new FormData();
  form.set('from', String(page.version));
  form.set('mask', mask, 'mask.png');
  const path = `/api_ai/eraser/image_record/${page.id}/brush`;
  const made = await postForm({ bases, path, face: 'ai', locale, form, onProgress: () => {}, signal });
  return made as ImageRecord;
}
