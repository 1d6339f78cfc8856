import { useMemo } from 'react';
import {
  type PictureRequest,
  type PictureSize,
  pictureUrl,
  sharedPictureUrl,
} from '#shared/eraser/limits.ts';
import { useShell } from '#web/ground/routing/use-shell.tsx';

/** Addresses of pictures on the API host of the AI app, authorised by the session cookie. */
export function usePictures() {
  const { root } = useShell();
  const base = root?.settings.apiAiBase ?? '';
  return useMemo(
    () => ({
      page: (id: number, picture: PictureRequest) => base + pictureUrl(id, picture),
      shared: (record: number, number: number, size: PictureSize) =>
        base + sharedPictureUrl(record, number, size),
    }),
    [base],
  );
}
