import { useState } from 'react';
import type { ImageRecord } from '#shared/eraser/eraser.ts';
import { usePictures } from '../pictures.ts';

/** A page of a PDF has no picture before it was first run: then its number stands for it. */
export function Thumb({ page, number }: { page: Pick<ImageRecord, 'id' | 'version'>; number: number }) {
  const pictures = usePictures();
  // Clean where there is a clean one.
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
