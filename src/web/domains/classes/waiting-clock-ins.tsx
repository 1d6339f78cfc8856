import { clockOf } from '#shared/hong-kong.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { whenWords } from './format.ts';
import type { QueuedClockIn } from './queue/queued-clock-in.ts';
import type { SendStop } from './queue/send.ts';
import { useOnline } from './use-now.ts';

type WaitingTapsProps = {
  taps: readonly QueuedClockIn[];
  held: SendStop;
  onDismiss: (tap: QueuedClockIn) => void;
};

/** The clock-ins still to be sent, and those the server has refused. */
export function WaitingClockIns({ taps, held, onDismiss }: WaitingTapsProps) {
  const t = useTranslate();
  const online = useOnline();
  const waiting = taps.filter(({ refused }) => !refused);
  const refused = taps.filter((tap) => tap.refused);
  return (
    <div role="status" className="grid gap-3 empty:hidden">
      {!online && <Notice>{t('classes.queue.offline')}</Notice>}
      {waiting.length > 0 && (
        <Notice>
          <p className="font-semibold">{t('classes.queue.waiting', { count: waiting.length })}</p>
          <ul>
            {waiting.map((tap) => (
              <li key={tap.key}>
                <TapLine tap={tap} />
              </li>
            ))}
          </ul>
          {online && held && held !== 'offline' && (
            <p className="mt-1">
              {t(held === 'other-account' ? 'classes.queue.otherAccount' : 'classes.queue.trouble')}
            </p>
          )}
        </Notice>
      )}
      {refused.map((tap) => (
        <Notice key={tap.key} tone="seal" className="flex flex-wrap items-center justify-between gap-2">
          <div>
            <p className="font-semibold">
              <TapLine tap={tap} />
            </p>
            <p>{t('classes.queue.refused', { reason: tap.refused?.message ?? '' })}</p>
          </div>
          <Button size="compact" onClick={() => onDismiss(tap)}>
            {t('classes.queue.dismiss')}
          </Button>
        </Notice>
      ))}
    </div>
  );
}

function TapLine({ tap: { status, at, className } }: { tap: QueuedClockIn }) {
  const t = useTranslate();
  const { locale } = useShell();
  return (
    <>
      {t(status === 1 ? 'classes.start' : 'classes.end')} ・ {className} ・{' '}
      <time dateTime={at} title={clockOf(at)}>
        {whenWords(at, locale)}
      </time>
    </>
  );
}
