import type { LessonPage } from '#shared/classes.ts';
import { formatTime } from '#shared/hong-kong.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { Card } from '#web/ui/card.tsx';
import { GapNote } from '../gap-note.tsx';

/** The origin of the times: the one that counts, the phone's time, and when we received it. */
export function RecordTimes({ lesson }: { lesson: LessonPage }) {
  const t = useTranslate();
  const { locale } = useShell();
  const rows = [
    {
      what: 'start' as const,
      counted: lesson.started_at,
      device: lesson.start_device_at,
      received: lesson.start_received_at,
      gap: lesson.start_gap_seconds,
    },
    ...(lesson.ended_at
      ? [
          {
            what: 'end' as const,
            counted: lesson.ended_at,
            device: lesson.end_device_at,
            received: lesson.end_received_at,
            gap: lesson.end_gap_seconds,
          },
        ]
      : []),
  ];
  return (
    <section className="grid gap-3">
      <h2 className="text-xl">{t('classes.times.title')}</h2>
      <Card className="grid gap-4">
        {lesson.planned_at && (
          <p className="text-sm">
            {t('classes.times.planned', { when: formatTime(lesson.planned_at, locale) })}
          </p>
        )}
        {rows.map(({ what, counted, device, received, gap }) => (
          <div key={what} className="grid gap-1">
            <h3 className="font-sans text-base">{t(`classes.times.${what}`)}</h3>
            <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-0.5 text-sm">
              <dt className="text-ink-2">{t('classes.times.counted')}</dt>
              <dd className="font-semibold">{formatTime(counted, locale)}</dd>
              {device && (
                <>
                  <dt className="text-ink-2">{t('classes.times.device')}</dt>
                  <dd>{formatTime(device, locale)}</dd>
                </>
              )}
              {received && (
                <>
                  <dt className="text-ink-2">{t('classes.times.received')}</dt>
                  <dd>{formatTime(received, locale)}</dd>
                </>
              )}
            </dl>
            <GapNote seconds={gap} what={what} />
          </div>
        ))}
      </Card>
    </section>
  );
}
