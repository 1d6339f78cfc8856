import type { LucideIcon } from 'lucide-react';
import Redo2 from 'lucide-react/icons/redo-2';
import Undo2 from 'lucide-react/icons/undo-2';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { cx, target } from '#web/ui/cx.ts';
import { type StageStore, useStage } from './stage-store.ts';

export const iconButton = cx(
  target,
  'grid place-items-center rounded-card transition-colors hover:bg-paper-2 disabled:cursor-not-allowed disabled:opacity-45',
);

type Step = (() => void) | undefined;

type ViewBarProps = {
  store: StageStore;
  /** Whether the page is compared with another version. */
  isComparing: boolean;
  onView: (split: number) => void;
  /** Undefined when there is nothing to undo or redo. */
  undo: Step;
  redo: Step;
};

const views = { original: 1, both: 0.5, erased: 0 } as const;
type ViewName = keyof typeof views;

const viewOf = (split: number): ViewName => (split === 1 ? 'original' : split === 0 ? 'erased' : 'both');

/** Switches between original, both and clean; undo and redo. */
export function ViewBar({ store, isComparing, onView, undo, redo }: ViewBarProps) {
  const t = useTranslate();
  const view = useStage(store, ({ split }) => viewOf(split));
  return (
    <div className="flex items-center justify-between px-1 lg:gap-2 lg:px-3">
      <fieldset className="flex">
        <legend className="sr-only">{t('editor.view.title')}</legend>
        {(Object.keys(views) as ViewName[]).map((name) => (
          <button
            key={name}
            type="button"
            aria-pressed={view === name && !(isComparing && name !== 'both')}
            onClick={() => onView(views[name])}
            className="min-h-11 min-w-11 cursor-pointer rounded-card px-2 text-ink-2 lg:px-2.5 text-sm aria-pressed:bg-paper-2 aria-pressed:font-bold aria-pressed:text-ink"
          >
            {t(`editor.view.${name}`)}
          </button>
        ))}
      </fieldset>
      <div className="flex">
        <StepButton icon={Undo2} name={t('editor.undo')} step={undo} />
        <StepButton icon={Redo2} name={t('editor.redo')} step={redo} />
      </div>
    </div>
  );
}

function StepButton({ icon: Mark, name, step }: { icon: LucideIcon; name: string; step: Step }) {
  return (
    <button
      type="button"
      aria-label={name}
      // Not `disabled`, which would lose the focus when pressed repeatedly.
      aria-disabled={step === undefined}
      onClick={step}
      className={cx(iconButton, step ? 'cursor-pointer' : 'cursor-not-allowed opacity-45')}
    >
      <Mark size="1.25rem" />
    </button>
  );
}
