import { useId } from 'react';
import { useWords } from '#web/ground/i18n/words.tsx';
import { Field, useFieldTies } from '#web/ui/forms/field.tsx';
import { Switch } from '#web/ui/forms/switch.tsx';
import { patience } from './preferences.ts';

type CallSettingsProps = {
  endSilenceMs: number;
  onPatience: (ms: number) => void;
  pushToTalk: boolean;
  onPushToTalk: (on: boolean) => void;
};

/** Turn-taking settings, before and during a call. */
export function CallSettings({ endSilenceMs, onPatience, pushToTalk, onPushToTalk }: CallSettingsProps) {
  const t = useWords();
  const id = useId();
  return (
    <>
      <Field label={t('voice.patience.label')} help={t('voice.patience.help')}>
        <EndSilenceRange endSilenceMs={endSilenceMs} disabled={pushToTalk} onPatience={onPatience} />
      </Field>
      <div className="flex items-start justify-between gap-3">
        <div>
          <p id={id} className="text-ink-2 text-sm">
            {t('voice.push.label')}
          </p>
          <p id={`${id}-help`} className="text-ink-2 text-xs">
            {t('voice.push.help')}
          </p>
        </div>
        <Switch
          on={pushToTalk}
          onToggle={() => onPushToTalk(!pushToTalk)}
          aria-labelledby={id}
          aria-describedby={`${id}-help`}
        />
      </div>
    </>
  );
}

type EndSilenceRangeProps = Pick<CallSettingsProps, 'endSilenceMs' | 'onPatience'> & { disabled: boolean };

function EndSilenceRange({ endSilenceMs, onPatience, disabled }: EndSilenceRangeProps) {
  const t = useWords();
  const ties = useFieldTies();
  const seconds = t('voice.patience.value', { seconds: (endSilenceMs / 1000).toFixed(1) });
  return (
    <span className="flex items-center gap-3">
      <input
        {...ties}
        type="range"
        min={patience.least}
        max={patience.most}
        step={patience.step}
        value={endSilenceMs}
        disabled={disabled}
        aria-valuetext={seconds}
        onChange={({ target }) => onPatience(Number(target.value))}
        className="min-h-11 min-w-0 grow cursor-pointer accent-seal disabled:cursor-not-allowed disabled:opacity-50"
      />
      <output htmlFor={ties?.id} className="w-12 text-right text-sm tabular-nums">
        {seconds}
      </output>
    </span>
  );
}
