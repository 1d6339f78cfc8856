import { useCallback, useEffect, useRef, useState } from 'react';
import type { PictureSize } from '#shared/eraser/limits.ts';
import { order } from './brush/work.ts';
import type { Level, Picture } from './stage/stage-store.ts';
import type { Size } from './stage/view-transform.ts';

export type PictureSource = {
  /** Names the picture: another one under the same name is the same picture. */
  key: string;
  url: (size: PictureSize) => string;
  /** Of the page; without it, of the picture itself. */
  size: Size | undefined;
};
export type LoadedPicture = Picture & { key: string; paper: ImageBitmap | undefined };

class PictureError extends Error {
  override name = 'PictureError';
}

async function fetchPicture(url: string, signal: AbortSignal): Promise<Blob> {
  // By the session cookie, as an <img> would; not as one, because a canvas may show nothing else of another origin.
  const response = await fetch(url, { credentials: 'include', signal });
  if (!response.ok) throw new PictureError(`${url} answered ${response.status}`);
  return response.blob();
}

async function levelsOf(source: PictureSource, size: 'screen' | 'full', signal: AbortSignal) {
  const { whole, half, paper } = await order('decode', {
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
  /** Of the screen's size, and then of every pixel. */
  failed: { screen: boolean; full: boolean };
};
const nothing: State = { picture: undefined, failed: { screen: false, full: false } };

/**
 * A picture for the stage, at the size of a screen first and every pixel once somebody looks that closely. While another
 * one is on its way the last stays, so that nothing flickers.
 */
export function usePicture(source: PictureSource | undefined, wantsFull: boolean) {
  const [state, setState] = useState(nothing);
  const [attempt, setAttempt] = useState(0);
  const key = source?.key;
  const isHere = state.picture?.key === key;
  const hasFull = isHere && (state.picture?.levels.length ?? 0) > 1;
  const wanted = !isHere ? 'screen' : wantsFull && !hasFull ? 'full' : undefined;

  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` names the source; `attempt` asks again
  useEffect(() => {
    if (!source || !wanted) return;
    const stop = new AbortController();
    levelsOf(source, wanted, stop.signal)
      .then(({ page, paper, levels }) =>
        setState(({ picture }) => {
          const kept = picture?.key === source.key ? picture : undefined;
          const made = {
            key: source.key,
            size: page,
            levels: [...(kept?.levels ?? []), ...levels],
            paper: kept?.paper ?? paper,
          };
          return { picture: made, failed: nothing.failed };
        }),
      )
      .catch((error) => {
        if (stop.signal.aborted) return;
        console.error('應用層錯誤: a picture did not load', error);
        setState((before) => ({ ...before, failed: { ...before.failed, [wanted]: true } }));
      });
    return () => stop.abort();
  }, [key, wanted, attempt]);

  useClosing(state.picture);

  const retry = useCallback(() => {
    setState((before) => ({ ...before, failed: nothing.failed }));
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

/** Gives the memory of pictures back, once the stage has surely let go of them: it must never draw one that is closed. */
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
