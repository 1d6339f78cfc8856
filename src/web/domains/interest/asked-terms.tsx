import type { Interest } from '#shared/interest.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { blockWords, timeBlocks } from './time-blocks.ts';

/** The fee and the times of an application or invitation that waits for its answer. */
export default function AskedTerms({ interest: { price, slots } }: { interest: Interest }) {
  const t = useTranslate();
  const { locale } = useShell();
  const { blocks } = timeBlocks([], slots, 0);
  return (
    <div className="text-sm">
      <p className="whitespace-nowrap font-semibold">{t('market.appliedFee', { price })}</p>
      {blocks.length === 0 && <p>{t('market.appliedTimesOpen')}</p>}
      {blocks.map((block) => {
        const { day, time } = blockWords(block, locale);
        return (
          <p key={block.id} className="whitespace-nowrap tabular-nums">
            {day} {time}
          </p>
        );
      })}
    </div>
  );
}
