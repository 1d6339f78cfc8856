import { useId } from 'react';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { Field, useControlProps } from '#web/ui/forms/field.tsx';
import { Switch } from '#web/ui/forms/switch.tsx';
import { endSilence } from './preferences.ts';

type CallSettingsProps = {
  endSilenceMs: number;
  onPatience: (ms: number) => void;
  pushToTalk: boolean;
  onPushToTalk: (on: boolean) => void;
};

/** Turn-taking settings, before and during a call. */
export function CallSettings({ endSilenceMs, onPatience, pushToTalk, onPushToTalk }: CallSettingsProps) {
  const t = useTranslate();
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
  const t = useTranslate();
  const ties = useControlProps();
  const seconds = t('voice.patience.value', { seconds: (endSilenceMs / 1000).toFixed(1) });
  return (
    <span className="flex items-center gap-3">
      <input
        {...ties}
        type="range"
        min={endSilence.least}
        max={endSilence.most}
        step={endSilence.step}
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
