import type { ImageRecord } from '#shared/eraser/eraser.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import type { ChipTone } from '#web/ui/chip.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { cx } from '#web/ui/cx.ts';
import { Thumb } from './page-thumb.tsx';

type PageStripProps = {
  pages: readonly ImageRecord[];
  current: number;
  /** Pages with unsaved strokes. */
  unsaved: ReadonlySet<number>;
  onPick: (id: number) => void;
};

/** Thumbnails of all pages: beside the stage, above it on a phone. */
export function PageStrip({ pages, current, unsaved, onPick }: PageStripProps) {
  const t = useTranslate();
  return (
    <nav
      aria-label={t('editor.pages')}
      className="shrink-0 overflow-x-auto overscroll-contain px-4 lg:min-h-0 lg:overflow-y-auto lg:overflow-x-hidden lg:px-0.5 lg:pr-1"
    >
      <ol className="flex gap-2 py-1 lg:grid lg:gap-3 lg:py-0.5">
        {pages.map((page, index) => (
          <li key={page.id} className="shrink-0">
            <PageThumb
              page={page}
              number={index + 1}
              isCurrent={page.id === current}
              isUnsaved={unsaved.has(page.id)}
              onPick={() => onPick(page.id)}
            />
          </li>
        ))}
      </ol>
    </nav>
  );
}

type PageThumbProps = {
  page: ImageRecord;
  number: number;
  isCurrent: boolean;
  isUnsaved: boolean;
  onPick: () => void;
};

function PageThumb({ page, number, isCurrent, isUnsaved, onPick }: PageThumbProps) {
  const t = useTranslate();
  const state = pageStateOf(page);
  const labels = [t('editor.page', { number }), t(`editor.state.${state}`)];
  if (isUnsaved) labels.push(t('editor.brush.unsaved'));
  return (
    <button
      type="button"
      aria-current={isCurrent ? 'page' : undefined}
      aria-label={labels.join(t('editor.comma'))}
      onClick={onPick}
      className={cx(
        'relative block h-16 w-12 overflow-hidden rounded-card border-2 bg-sheet text-left transition-colors lg:h-34 lg:w-full',
        isCurrent ? 'border-seal' : 'border-line hover:border-ink-2',
      )}
    >
      <Thumb page={page} number={number} />
      {isUnsaved && (
        <span
          aria-hidden
          className="absolute top-1.5 right-1.5 size-2.5 rounded-full bg-seal ring-2 ring-sheet"
        />
      )}
      <Chip
        tone={stateTones[state]}
        className="px-1! py-0! lg:px-2.5! lg:py-0.5! absolute inset-x-0 bottom-0 justify-center overflow-hidden whitespace-nowrap max-lg:rounded-none lg:inset-x-auto lg:bottom-1 lg:left-1"
      >
        {t(`editor.state.${state}`)}
      </Chip>
    </button>
  );
}

type PageState = 'waiting' | 'running' | 'rerun' | 'failed' | 'cancelled' | 'accepted' | 'unchanged' | 'done';

/**
 * State of a page for its label. A page that has a clean version and runs again is `rerun`, not `running`.
 */
export function pageStateOf({
  status,
  version,
  is_accepted,
  is_unchanged,
}: Pick<ImageRecord, 'status' | 'version' | 'is_accepted' | 'is_unchanged'>): PageState {
  if ((status === 'waiting' || status === 'running') && version > 0) return 'rerun';
  if (status === 'cancelled' && version === 0) return 'cancelled';
  if (status !== 'done' && status !== 'cancelled') return status;
  return is_accepted ? 'accepted' : is_unchanged ? 'unchanged' : 'done';
}

const stateTones: Record<PageState, ChipTone> = {
  waiting: 'neutral',
  running: 'amber',
  rerun: 'amber',
  failed: 'seal',
  cancelled: 'neutral',
  accepted: 'jade',
  unchanged: 'amber',
  done: 'jade',
};
