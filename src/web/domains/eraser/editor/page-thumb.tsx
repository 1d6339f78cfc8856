import { useState } from 'react';
import type { ImageRecord } from '#shared/eraser/eraser.ts';
import { usePictures } from '../pictures.ts';

/** Thumbnail of a page. A PDF page has no picture before its first run; its number is shown instead. */
export function Thumb({ page, number }: { page: Pick<ImageRecord, 'id' | 'version'>; number: number }) {
  const pictures = usePictures();
  // The clean version, if there is one.
  const url =
    page.version > 0
      ? pictures.page(page.id, { view: 'erased', size: 'thumb', version: page.version })
      : pictures.page(page.id, { view: 'original', size: 'thumb' });
  const [missing, setMissing] = useState('');
  if (missing === url)
    return (
      <span aria-hidden className="absolute inset-0 grid place-items-center pb-5 text-ink-2 text-xl">
        {number}
      </span>
    );
  return (
    <img
      src={url}
      alt=""
      loading="lazy"
      decoding="async"
      onError={() => setMissing(url)}
      className="absolute inset-0 size-full object-contain"
    />
  );
}
