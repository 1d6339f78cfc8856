import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { wholeTimes } from '#web/ui/whole-times.tsx';
import type { ConversationRow, TalkOffer } from './conversation-rows.ts';

/** What was offered, above the first message: fee, times, and the line of the side that asked. */
export function OfferCard({ row, offer }: { row: ConversationRow; offer: TalkOffer }) {
  const t = useTranslate();
  const who = row.asked_by === row.my_side ? 'mine' : 'theirs';
  const kind = row.asked_by === 'family' ? 'invited' : 'applied';
  return (
    <section
      aria-label={t('talk.offer.title')}
      className="mx-auto mb-2 grid w-full min-w-0 max-w-md grid-cols-[minmax(0,1fr)] gap-2 rounded-card border border-line bg-paper px-4 py-3 text-sm"
    >
      <h2 className="font-bold font-sans text-sm">{t(`talk.offer.${kind}.${who}`)}</h2>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
        <dt className="text-ink-2">{t('talk.offer.about')}</dt>
        <dd className="break-words">{row.about}</dd>
        <dt className="text-ink-2">{t('talk.offer.fee')}</dt>
        <dd className="whitespace-nowrap font-semibold">{t('talk.offer.price', { price: row.price })}</dd>
        <dt className="text-ink-2">{t('talk.offer.times')}</dt>
        <dd>
          {offer.times.length === 0
            ? t('talk.offer.timesOpen')
            : offer.times.map((line) => (
                <span key={line} className="block">
                  {wholeTimes(line)}
                </span>
              ))}
        </dd>
      </dl>
      {offer.line && (
        <blockquote className="whitespace-pre-wrap border-line border-l-2 pl-3 [overflow-wrap:anywhere]">
          {offer.line}
        </blockquote>
      )}
      {!row.contact_shared && row.can_write && (
        <p className="text-ink-2 text-xs">
          {t(row.match_id === null ? 'talk.offer.covered' : 'talk.contact.covered')}
        </p>
      )}
    </section>
  );
}
