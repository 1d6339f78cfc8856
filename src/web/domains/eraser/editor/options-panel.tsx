import RotateCcw from 'lucide-react/icons/rotate-ccw';
import RotateCw from 'lucide-react/icons/rotate-cw';
import { useId } from 'react';
import type { ImageRecord } from '#shared/eraser/eraser.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { Button } from '#web/ui/button.tsx';
import { Switch } from '#web/ui/forms/switch.tsx';
import { isChanged, optionNames, type RunDraft, type Page as Standing } from './run-request.ts';

type OptionsPanelProps = {
  page: Pick<ImageRecord, 'runs_left'>;
  stands: Standing;
  draft: RunDraft;
  onDraft: (draft: RunDraft) => void;
  onRun: () => void;
  isStarting: boolean;
  /** Why it cannot be run: the page waits or runs already. */
  blocked: string | undefined;
};

/**
 * What is erased, and the rotation. Nothing runs before the button is pressed: a run takes a while, and runs
 * are limited.
 */
export function OptionsPanel({
  page,
  stands,
  draft,
  onDraft,
  onRun,
  isStarting,
  blocked,
}: OptionsPanelProps) {
  const t = useTranslate();
  const changed = isChanged(draft, stands);
  const turned = ((draft.turns % 4) + 4) % 4;
  const problem = blocked ?? (page.runs_left === 0 ? t('editor.options.noRunsLeft') : undefined);
  return (
    <div className="grid gap-3">
      <div>
        {optionNames.map((name) => (
          <ToggleRow
            key={name}
            label={t(`editor.options.${name}`)}
            on={draft.options[name]}
            disabled={problem !== undefined}
            onChange={(on) => onDraft({ ...draft, options: { ...draft.options, [name]: on } })}
          />
        ))}
      </div>
      <div className="flex items-center gap-2">
        <span className="grow">
          {t('editor.options.rotate')}
          {turned > 0 && (
            <span role="status" className="ml-2 text-ink-2 text-sm">
              {t('editor.options.turned', { degrees: turned * 90 })}
            </span>
          )}
        </span>
        {[
          { turns: -1, icon: RotateCcw, name: t('editor.options.left') },
          { turns: 1, icon: RotateCw, name: t('editor.options.right') },
        ].map(({ turns, icon: Icon, name }) => (
          <Button
            key={turns}
            variant="secondary"
            aria-label={name}
            disabled={problem !== undefined}
            onClick={() => onDraft({ ...draft, turns: draft.turns + turns })}
            className="px-2.5"
          >
            <Icon size="1.25rem" />
          </Button>
        ))}
      </div>
      <Button
        variant={changed ? 'primary' : 'secondary'}
        disabled={!changed || problem !== undefined}
        loading={isStarting}
        onClick={onRun}
      >
        {t('editor.options.run')}
      </Button>
      <p className="text-ink-2 text-sm">
        {problem ?? t('editor.options.runsLeft', { count: page.runs_left })}
      </p>
    </div>
  );
}

type ToggleRowProps = {
  label: string;
  on: boolean;
  disabled: boolean;
  onChange: (on: boolean) => void;
};

/** A label with a switch at its end. */
function ToggleRow({ label, on, disabled, onChange }: ToggleRowProps) {
  const labelId = useId();
  return (
    <div className="flex items-center gap-3 border-line border-b last:border-b-0">
      <div className="grow py-1.5">
        <span id={labelId}>{label}</span>
      </div>
      <Switch
        on={on}
        aria-labelledby={labelId}
        aria-disabled={disabled || undefined}
        onToggle={() => onChange(!on)}
        className={disabled ? 'cursor-not-allowed opacity-55' : undefined}
      />
    </div>
  );
}
