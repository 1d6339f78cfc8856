import type { LucideIcon } from 'lucide-react';
import Hand from 'lucide-react/icons/hand';
import Keyboard from 'lucide-react/icons/keyboard';
import MicOff from 'lucide-react/icons/mic-off';
import PhoneOff from 'lucide-react/icons/phone-off';
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import type { ComponentProps } from 'react';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { cx } from '#web/ui/cx.ts';
import type { Call } from '../call/call.ts';
import type { CallState } from '../call/call-state.ts';
import { activityOf } from '../call/conversation.ts';
import { HoldButton } from './hold-button.tsx';

type ControlsProps = {
  call: Call;
  state: CallState;
  isTyping: boolean;
  onType: () => void;
  onSettings: () => void;
};

export function Controls({ call, state, isTyping, onType, onSettings }: ControlsProps) {
  const t = useTranslate();
  const { isMuted, pushToTalk, isHolding, phase, talk } = state;
  const isLive = phase === 'live';
  const canInterrupt = isLive && activityOf(talk) === 'speaking';
  const hasMicrophone = call.plan.recognition !== 'typing';
  return (
    <div className="grid w-full justify-items-center gap-4">
      {pushToTalk && isLive && !isMuted && <HoldButton isHolding={isHolding} onHold={call.hold} />}
      <fieldset
        aria-label={t('voice.controls.label')}
        className="flex w-full max-w-md items-start justify-center gap-x-1 lg:gap-x-4"
      >
        {hasMicrophone && (
          <ControlButton
            icon={MicOff}
            label={t('voice.controls.mute')}
            aria-pressed={isMuted}
            onClick={() => call.mute(!isMuted)}
          />
        )}
        <ControlButton
          icon={Hand}
          label={t('voice.controls.interrupt')}
          // Not `disabled`, which would lose its focus.
          aria-disabled={!canInterrupt || undefined}
          onClick={canInterrupt ? call.interrupt : undefined}
        />
        {hasMicrophone && (
          <ControlButton
            icon={Keyboard}
            label={t('voice.controls.type')}
            aria-pressed={isTyping}
            onClick={onType}
          />
        )}
        <ControlButton icon={SlidersHorizontal} label={t('voice.controls.settings')} onClick={onSettings} />
        <ControlButton icon={PhoneOff} label={t('voice.controls.hangUp')} isSeal onClick={call.hangUp} />
      </fieldset>
    </div>
  );
}

type ControlButtonProps = ComponentProps<'button'> & { icon: LucideIcon; label: string; isSeal?: boolean };

/** A round button with its name below, large enough for a thumb. */
function ControlButton({ icon: Drawn, label, isSeal = false, ...rest }: ControlButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className="group grid min-w-0 flex-1 cursor-pointer content-start rounded-card lg:min-w-16 justify-items-center gap-1 text-xs aria-disabled:cursor-not-allowed aria-disabled:opacity-45"
    >
      <span
        className={cx(
          'grid size-[max(3.25rem,44px)] place-items-center rounded-full border transition-colors',
          isSeal
            ? 'border-transparent bg-seal text-on-seal group-hover:bg-seal/90'
            : 'border-ink/20 bg-sheet group-hover:border-ink/40 group-hover:bg-paper-2 group-aria-pressed:border-ink group-aria-pressed:bg-ink group-aria-pressed:text-paper',
        )}
      >
        <Drawn size="1.4rem" />
      </span>
      {label}
    </button>
  );
}
