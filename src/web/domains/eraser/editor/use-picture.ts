import { useCallback, useEffect, useRef, useState } from 'react';
import type { PictureSize } from '#shared/eraser/limits.ts';
import { runInWorker } from './brush/work.ts';
import type { Level, Picture } from './stage/stage-store.ts';
import type { Size } from './stage/view-transform.ts';

export type PictureSource = {
  /** Identifies the picture: the same key means the same picture. */
  key: string;
  url: (size: PictureSize) => string;
  /** Size of the page; when undefined, of the picture itself. */
  size: Size | undefined;
};
export type LoadedPicture = Picture & { key: string; paper: ImageBitmap | undefined };

class PictureError extends Error {
  override name = 'PictureError';
}

export async function fetchPicture(url: string, signal: AbortSignal): Promise<Blob> {
  // Authorised by the session cookie. Not an <img>, because a canvas cannot use pictures of another origin
  // that way.
  const response = await fetch(url, { credentials: 'include', signal });
  if (!response.ok) throw new PictureError(`${url} answered ${response.status}`);
  return response.blob();
}

async function levelsOf(source: PictureSource, size: 'screen' | 'full', signal: AbortSignal) {
  const { whole, half, paper } = await runInWorker('decode', {
    blob: await fetchPicture(source.url(size), signal),
  });
  if (signal.aborted) {
    for (const bitmap of [whole, half, paper]) bitmap?.close();
    throw signal.reason;
  }
  const page = source.size ?? { width: whole.width, height: whole.height };
  const bitmaps = half ? [whole, half] : [whole];
  return {
    page,
    paper: paper ?? undefined,
    levels: bitmaps.map((bitmap): Level => ({ bitmap, scale: bitmap.width / page.width })),
  };
}

type State = {
  picture: LoadedPicture | undefined;
  /** For the `screen` size and the full size. */
  failed: { screen: boolean; full: boolean };
};
const initialState: State = { picture: undefined, failed: { screen: false, full: false } };

/**
 * Loads a picture for the stage: `screen` size first, full size once the user zooms in. The last picture
 * stays until the next is loaded, so that nothing flickers.
 */
export function usePicture(source: PictureSource | undefined, wantsFull: boolean) {
  const [state, setState] = useState(initialState);
  const [attempt, setAttempt] = useState(0);
  const key = source?.key;
  const isHere = state.picture?.key === key;
  const hasFull = isHere && (state.picture?.levels.length ?? 0) > 1;
  const sizeToLoad = !isHere ? 'screen' : wantsFull && !hasFull ? 'full' : undefined;

  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` identifies the source; `attempt` triggers a retry
  useEffect(() => {
    if (!source || !sizeToLoad) return;
    const stop = new AbortController();
    levelsOf(source, sizeToLoad, stop.signal)
      .then(({ page, paper, levels }) =>
        setState(({ picture }) => {
          const previous = picture?.key === source.key ? picture : undefined;
          const made = {
            key: source.key,
            size: page,
            levels: [...(previous?.levels ?? []), ...levels],
            paper: previous?.paper ?? paper,
          };
          return { picture: made, failed: initialState.failed };
        }),
      )
      .catch((error) => {
        if (stop.signal.aborted) return;
        console.error('應用層錯誤: a picture did not load', error);
        setState((before) => ({ ...before, failed: { ...before.failed, [sizeToLoad]: true } }));
      });
    return () => stop.abort();
  }, [key, sizeToLoad, attempt]);

  useClosing(state.picture);

  const retry = useCallback(() => {
    setState((before) => ({ ...before, failed: initialState.failed }));
    setAttempt((before) => before + 1);
  }, []);
  return {
    picture: source ? state.picture : undefined,
    isHere,
    failed: source !== undefined && state.failed.screen && !isHere,
    isBlurred: isHere && state.failed.full,
    retry,
  };
}

/** Frees bitmaps once the stage surely no longer draws them; drawing a closed bitmap would fail. */
function useClosing(picture: LoadedPicture | undefined) {
  const latest = useRef<LoadedPicture>(undefined);
  useEffect(() => {
    latest.current = picture;
    return () => {
      latest.current = undefined;
      setTimeout(() => {
        const used = new Set(bitmapsOf(latest.current));
        for (const bitmap of bitmapsOf(picture)) if (!used.has(bitmap)) bitmap.close();
      }, 1000);
    };
  }, [picture]);
}

const bitmapsOf = (picture: LoadedPicture | undefined) =>
  picture ? [...picture.levels.map(({ bitmap }) => bitmap), ...(picture.paper ? [picture.paper] : [])] : [];
