import type { ImageRecord } from '#shared/eraser/eraser.ts';
import type { ChipTone } from '#web/ui/chip.tsx';

export const pageStates = ['waiting', 'running', 'rerun', 'failed', 'cancelled', 'accepted', 'done'] as const;
export type PageState = (typeof pageStates)[number];

/** How a page is, in one word. One that has a clean page and runs again is not as if it had none. */
export function pageStateOf({
  status,
  version,
  is_accepted,
}: Pick<ImageRecord, 'status' | 'version' | 'is_accepted'>): PageState {
  if ((status === 'waiting' || status === 'running') && version > 0) return 'rerun';
  if (status === 'cancelled') return version > 0 ? (is_accepted ? 'accepted' : 'done') : 'cancelled';
  if (status !== 'done') return status;
  return is_accepted ? 'accepted' : 'done';
}

export const stateTones: Record<PageState, ChipTone> = {
  waiting: 'neutral',
  running: 'amber',
  rerun: 'amber',
  failed: 'seal',
  cancelled: 'neutral',
  accepted: 'jade',
  done: 'jade',
};
