import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { cx } from '#web/ui/cx.ts';
import type { DayTimes } from './own-case.ts';

/** The tutor's free times; beside the family's own, with what they have in common, where they are known. */
export function FreeTimes({ days, hasMine }: { days: readonly DayTimes[]; hasMine: boolean }) {
  const t = useTranslate();
  const shared = days.filter(({ common }) => common);
  return (
    <>
      {hasMine && (
        <p
          className={cx(
            'mb-3 rounded-card p-3 text-sm',
            shared.length > 0 ? 'bg-jade-soft text-jade' : 'bg-paper-2 text-ink-2',
          )}
        >
          {shared.length > 0
            ? t('market.commonTimes', {
                times: shared.map(({ name, common }) => `${name} ${common}`).join(t('market.and')),
              })
            : t('market.noCommonTimes')}
        </p>
      )}
      <table className="w-full text-left text-sm tabular-nums">
        <caption className="sr-only">{t('market.freeTimes')}</caption>
        <thead className={cx(!hasMine && 'sr-only')}>
          <tr className="text-ink-2">
            <th scope="col" className="pr-3 pb-1 font-normal">
              {t('market.day')}
            </th>
            <th scope="col" className="pr-3 pb-1 font-normal">
              {t('market.tutorTimes')}
            </th>
            {hasMine && (
              <th scope="col" className="pb-1 font-normal">
                {t('market.myTimes')}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {days.map(({ name, theirs, mine, common }) => (
            <tr key={name} className="border-line border-t align-top">
              <th scope="row" className="w-1/4 whitespace-nowrap py-2 pr-3 font-semibold">
                {name}
              </th>
              <td className={cx('py-2 pr-3', common && 'font-semibold text-jade')}>{theirs || '—'}</td>
              {hasMine && (
                <td className={cx('py-2', common ? 'font-semibold text-jade' : 'text-ink-2')}>
                  {mine || '—'}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
