import { useId } from 'react';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { Button } from '#web/ui/button.tsx';
import { type StageStore, useStage } from '../stage/stage-store.ts';

type BrushBarProps = {
  store: StageStore;
  isSaving: boolean;
  onDiscard: () => void;
};

/** The largest brush radius is a twentieth of the page. */
const maxRadius = ({ width, height }: { width: number; height: number }) =>
  Math.ceil(Math.max(width, height) / 20);

/** Brush size, and a button to discard unsaved strokes. */
export function BrushBar({ store, isSaving, onDiscard }: BrushBarProps) {
  const t = useTranslate();
  const id = useId();
  const brush = useStage(store, (state) => state.brush);
  const radius = useStage(store, (state) => state.radius);
  const largest = useStage(store, ({ page }) => maxRadius(page));
  const count = useStage(store, ({ strokes }) => strokes.done.length);
  if (!brush && count === 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-1 lg:px-3">
      {brush && (
        <div className="flex min-w-36 grow items-center gap-3">
          <label htmlFor={id} className="whitespace-nowrap text-sm">
            {t('editor.brush.size')}
          </label>
          <input
            id={id}
            type="range"
            min={2}
            max={largest * 2}
            value={Math.round(radius * 2)}
            onChange={(event) => store.set({ radius: Number(event.target.value) / 2 })}
            aria-valuetext={t('editor.brush.pixels', { count: Math.round(radius * 2) })}
            className="h-11 min-w-0 grow accent-seal"
          />
        </div>
      )}
      {count > 0 && (
        <div className="flex items-center gap-2 max-lg:grow max-lg:justify-end">
          <Button variant="quiet" size="compact" disabled={isSaving} onClick={onDiscard}>
            {t('editor.brush.discard')}
          </Button>
        </div>
      )}
    </div>
  );
}
