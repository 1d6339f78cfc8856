import type { LucideIcon } from 'lucide-react';
import Maximize from 'lucide-react/icons/maximize';
import ZoomIn from 'lucide-react/icons/zoom-in';
import ZoomOut from 'lucide-react/icons/zoom-out';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { cx } from '#web/ui/cx.ts';
import { type StageStore, showWhole, useStage, zoom } from './stage-store.ts';
import { iconButton } from './view-bar.tsx';

/** Zoom buttons for users who cannot pinch or have no wheel. */
export function ZoomButtons({ store, className }: { store: StageStore; className?: string }) {
  const t = useTranslate();
  const percent = useStage(store, ({ view }) => Math.round(view.scale * 100));
  const buttons: { icon: LucideIcon; name: string; act: () => void }[] = [
    { icon: ZoomIn, name: t('editor.zoom.in'), act: () => zoom(store, 1.4) },
    { icon: ZoomOut, name: t('editor.zoom.out'), act: () => zoom(store, 1 / 1.4) },
    { icon: Maximize, name: t('editor.zoom.whole'), act: () => showWhole(store) },
  ];
  return (
    <div
      className={cx(
        'absolute top-2 right-2 grid rounded-card border border-line bg-sheet/95 text-ink shadow-float',
        className,
      )}
    >
      {buttons.map(({ icon: Mark, name, act }) => (
        <button
          key={name}
          type="button"
          aria-label={name}
          onClick={act}
          className={cx(iconButton, 'cursor-pointer')}
        >
          <Mark size="1.25rem" />
        </button>
      ))}
      <span className="pb-1 text-center text-ink-2 text-xs tabular-nums">
        <span className="sr-only">{t('editor.zoom.now')}</span>
        {percent}%
      </span>
    </div>
  );
}
