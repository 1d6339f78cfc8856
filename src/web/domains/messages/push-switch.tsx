import { useId } from 'react';
import { useAction } from '#web/ground/api/use-action.ts';
import { useRemote } from '#web/ground/api/use-remote.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { Card } from '#web/ui/card.tsx';
import { cx } from '#web/ui/cx.ts';
import { ProblemLine } from '#web/ui/feedback/notice.tsx';
import { Switch } from '#web/ui/forms/switch.tsx';
import { type PushState, readPush, turnOff, turnOn } from './push.ts';

/** The switch for push notifications in this browser; hidden where they are not supported. */
export function PushSwitch({ className }: { className?: string }) {
  const t = useTranslate();
  const { value, problem: notRead, put } = useRemote<PushState>({ read: (api) => readPush(api) });
  // Turning it on tries again, and reports the error.
  const state = value ?? (notRead === undefined ? 'unknown' : 'off');
  const { busy, problem, run } = useAction();
  const [titleId, helpId] = [useId(), useId()];

  if (state === 'unsupported') return null;
  // Most browsers support it: its place is reserved while this one is checked, to avoid a layout shift.
  const known = state !== 'unknown';
  const can = state === 'on' || state === 'off' || !known;
  const toggle = () =>
    run(
      (api) => (state === 'on' ? turnOff(api) : turnOn(api)),
      (turned) => put(() => turned),
    );
  return (
    <Card as="section" aria-labelledby={titleId} className={cx('flex items-center gap-4', className)}>
      <div className="grow">
        <h2 id={titleId} className="text-base">
          {t('talk.push.title')}
        </h2>
        <p id={helpId} className="text-ink-2 text-sm">
          {t(`talk.push.${can ? 'help' : state}`)}
        </p>
        <ProblemLine>{problem}</ProblemLine>
      </div>
      {can && (
        <Switch
          on={state === 'on'}
          aria-labelledby={titleId}
          aria-describedby={helpId}
          aria-busy={busy || undefined}
          aria-disabled={!known || undefined}
          onToggle={toggle}
        />
      )}
    </Card>
  );
}
