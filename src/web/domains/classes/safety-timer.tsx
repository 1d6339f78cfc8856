import type { SafetyTimer as Timer } from '#shared/safety.ts';
import { clockOf } from '#web/ground/i18n/days.ts';
import { useWords } from '#web/ground/i18n/words.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { ButtonLink } from '#web/ui/button.tsx';

/** For a lesson that goes on: whether somebody trusted watches its end, and the way to where that is set up. */
export function SafetyTimer({ timer }: { timer: Timer | null }) {
  const t = useWords();
  const { href } = useShell();
  const isOn = timer !== null && timer.state !== 'ended';
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line border-t pt-4">
      <p className="grow basis-48 text-ink-2 text-sm">
        {isOn
          ? t(timer.state === 'overdue' ? 'classes.safety.overdue' : 'classes.safety.on', {
              time: clockOf(timer.ends_at),
            })
          : t('classes.safety.text')}
      </p>
      <ButtonLink to={href('/me/safety')}>{t('classes.safety.title')}</ButtonLink>
    </div>
  );
}
