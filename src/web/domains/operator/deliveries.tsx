import type { DeliveryOverview } from '#shared/notices/deliveries.ts';
import type { Translate } from '#web/ground/i18n/i18n.ts';
import { grouped } from '#web/ground/i18n/numbers.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { type Column, ConsoleTable } from './console-table.tsx';
import { dollars } from './format.ts';
import { Timestamp, wordFor } from './parts.tsx';

type ByChannel = DeliveryOverview['channels'][number];
type Failing = DeliveryOverview['failing'][number];

/** A code of ours, or what the other end answered. */
function reasonWords(t: Translate, reason: string) {
  const answer = / answered (.+)$/.exec(reason)?.[1];
  return answer
    ? t('operator.deliveries.answered', { answer })
    : wordFor(t, `operator.deliveries.reasons.${reason}`, reason);
}

const sectionId = 'deliveries';

/** The list of jobs is long: what was given up below it is told above it. */
export function FailedDeliveries({ overview: { failing } }: { overview: DeliveryOverview }) {
  const t = useTranslate();
  if (failing.length === 0) return null;
  const count = failing.reduce((sum, one) => sum + one.count, 0);
  return (
    <Notice className="mb-3 flex flex-wrap items-center justify-between gap-x-4 py-1">
      {t('operator.deliveries.someFailed', { count: grouped(count) })}
      <a href={`#${sectionId}`} className="inline-flex min-h-11 items-center underline underline-offset-4">
        {t('operator.deliveries.seeWhy')}
      </a>
    </Notice>
  );
}

/** What was told outside the page today, by channel, and why some was given up. */
export function Deliveries({ overview: { day, channels, failing, sms } }: { overview: DeliveryOverview }) {
  const t = useTranslate();
  const nameOf = ({ channel }: { channel: string }) =>
    wordFor(t, `operator.deliveries.channels.${channel}`, channel);
  const count = (head: string, read: (row: ByChannel) => number): Column<ByChannel> => ({
    head,
    numeric: true,
    cell: (row) => grouped(read(row)),
  });
  const reasons: Column<Failing>[] = [
    { head: t('operator.deliveries.channel'), lead: true, cell: nameOf },
    {
      head: t('operator.deliveries.reason'),
      wide: true,
      cell: ({ reason }) => reasonWords(t, reason),
    },
    { head: t('operator.deliveries.count'), numeric: true, cell: (row) => grouped(row.count) },
    { head: t('operator.deliveries.last'), numeric: true, cell: ({ last_at }) => <Timestamp at={last_at} /> },
  ];
  return (
    <section id={sectionId} className="mt-10 grid scroll-mt-20 gap-3">
      <h2 className="text-lg">{t('operator.deliveries.title')}</h2>
      <p className="text-ink-2 text-sm">{t('operator.deliveries.lead', { day })}</p>
      <ConsoleTable
        caption={t('operator.deliveries.title')}
        columns={[
          { head: t('operator.deliveries.channel'), lead: true, cell: nameOf },
          count(t('operator.deliveries.waiting'), ({ waiting }) => waiting),
          count(t('operator.deliveries.overdue'), ({ overdue_seconds }) => overdue_seconds),
          count(t('operator.deliveries.sent'), ({ sent }) => sent),
          count(t('operator.deliveries.skipped'), ({ skipped }) => skipped),
          count(t('operator.deliveries.givenUp'), ({ given_up }) => given_up),
        ]}
        rows={channels}
        rowKey={({ channel }) => channel}
      />
      <p className="text-sm">
        {t('operator.deliveries.sms', {
          spent: dollars(sms.spent_cents),
          budget: dollars(sms.budget_cents),
          count: sms.notices,
        })}
      </p>
      <h3 className="mt-2">{t('operator.deliveries.failing')}</h3>
      {failing.length === 0 ? (
        <p className="text-ink-2 text-sm">{t('operator.deliveries.failingNone')}</p>
      ) : (
        <ConsoleTable
          caption={t('operator.deliveries.failing')}
          columns={reasons}
          rows={failing}
          rowKey={({ channel, reason }) => `${channel} ${reason}`}
        />
      )}
    </section>
  );
}
