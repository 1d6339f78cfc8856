import Check from 'lucide-react/icons/check';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { WeeklySlot } from '#shared/weekly-slots.ts';
import { useRemote } from '#web/ground/api/use-remote.ts';
import { loadTranslations } from '#web/ground/i18n/load.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { cx } from '#web/ui/cx.ts';
import { bestBlocks, blockWords, timeBlocks } from './time-blocks.ts';

/** A few times are enough to see that there are some; the sheet has all of them. */
const mostTimes = 3;

/** How a tutor and a case stand before the tutor applies: who else has, common times, and what is missing. */
export default function OfferStanding({ caseId, listingId }: { caseId: number; listingId: number }) {
  const t = useTranslate();
  const { locale } = useShell();
  const { value } = useRemote({
    key: `${caseId} ${listingId} ${locale}`,
    read: async (api) => {
      const query = { case_id: caseId, listing_id: listingId };
      const [facts] = await Promise.all([
        api('GET /api/users/interest_facts', { query }),
        loadTranslations(locale, 'interest'),
      ]);
      return facts;
    },
    on: ['notice'],
  });
  if (!value) return null;
  const { applied, lacks, case_price, price_min, common, lesson_minutes } = value;
  const times = timesIn(common, lesson_minutes, locale).join(t('standing.and'));
  const below = case_price === null ? 0 : price_min - case_price;
  return (
    <ul aria-label={t('standing.title')} className="grid gap-1 text-sm">
      <Line>
        {applied === 0
          ? t('standing.appliedNone')
          : t(applied === 1 ? 'standing.appliedOne' : 'standing.appliedSome', { count: applied })}
      </Line>
      <Line isWarning={times === ''}>{times ? t('standing.times', { times }) : t('standing.timesNone')}</Line>
      {below > 0 && <Line isWarning>{t('standing.below', { amount: below })}</Line>}
      {lacks.length > 0 && (
        <Line isWarning>
          {t('standing.lacks', {
            what: lacks.map((lack) => t(`standing.lack.${lack}`)).join(t('standing.and')),
          })}
        </Line>
      )}
    </ul>
  );
}

function timesIn(
  common: readonly WeeklySlot[],
  minutes: number,
  locale: ReturnType<typeof useShell>['locale'],
) {
  const { blocks } = timeBlocks(common, [], minutes);
  return bestBlocks(blocks, [], mostTimes).map((block) => {
    const { day, time } = blockWords(block, locale);
    return `${day} ${time}`;
  });
}

function Line({ isWarning = false, children }: { isWarning?: boolean; children: string }) {
  const Sign = isWarning ? TriangleAlert : Check;
  return (
    <li className={cx('flex gap-2', isWarning && 'text-amber')}>
      <span className="flex h-[1lh] shrink-0 items-center">
        <Sign aria-hidden size="1.125rem" className={cx(!isWarning && 'text-jade')} />
      </span>
      <span className="min-w-0 break-words">{children}</span>
    </li>
  );
}
