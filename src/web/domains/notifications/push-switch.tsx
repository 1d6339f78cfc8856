import { useAction } from '#web/ground/api/use-action.ts';
import { useRemote } from '#web/ground/api/use-remote.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { ProblemLine } from '#web/ui/feedback/notice.tsx';
import { type PushState, readPush, turnOff, turnOn } from './push.ts';
import { SwitchCard } from './switch-card.tsx';

/** The switch for push notifications in this browser, or why there is none. */
export function PushSwitch({ onTurned }: { onTurned: () => void }) {
  const t = useTranslate();
  const { value, problem: notRead, put } = useRemote<PushState>({ read: (api) => readPush(api) });
  // Turning it on tries again, and reports the error.
  const state = value ?? (notRead === undefined ? 'unknown' : 'off');
  const { busy, problem, run } = useAction();
  // Most browsers support it: the switch is shown while this one is checked, to avoid a layout shift.
  const isUnknown = state === 'unknown';
  const can = state === 'on' || state === 'off' || isUnknown;
  const toggle = () =>
    run(
      (api) => (state === 'on' ? turnOff(api) : turnOn(api)),
      (turned) => {
        put(() => turned);
        onTurned();
      },
    );
  return (
    <SwitchCard
      title={t('notify.push.title')}
      help={t(`notify.push.${can ? 'help' : state}`)}
      on={state === 'on'}
      onToggle={toggle}
      busy={busy}
      unknown={isUnknown}
      can={can}
    >
      <ProblemLine>{problem}</ProblemLine>
    </SwitchCard>
  );
}
