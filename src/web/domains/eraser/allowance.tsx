import type { AiUserInfo } from '#shared/accounts.ts';
import type { PaperType } from '#shared/eraser/limits.ts';
import { paperTypes } from '#shared/eraser/limits.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { Card } from '#web/ui/card.tsx';
import { pageWords } from './lists.ts';

type Allowance = Pick<
  AiUserInfo,
  'remaining_count' | 'daily_max_count' | 'is_daily_max' | 'is_unlimited' | 'paper_type_list'
>;

/** Pages left for one kind of paper; undefined when unlimited. */
export function pagesLeft({ is_unlimited, remaining_count, paper_type_list }: Allowance, type: PaperType) {
  if (is_unlimited) return undefined;
  return paper_type_list.find(({ paper_type }) => paper_type === type)?.remaining_count ?? remaining_count;
}

/** Pages left, the daily limit, and pages reserved for one kind of paper. */
export function AllowanceCard({ allowance }: { allowance: Allowance }) {
  const t = useTranslate();
  const { is_unlimited, remaining_count, daily_max_count, is_daily_max, paper_type_list } = allowance;
  const byType = paper_type_list.filter(({ paper_type }) => paperTypes.includes(paper_type as PaperType));
  return (
    <Card as="section" aria-labelledby="allowance">
      <h2 id="allowance" className="font-sans font-normal text-ink-2 text-sm">
        {t('eraser.quota.title')}
      </h2>
      <p className="font-bold font-serif text-2xl tabular-nums" data-pages-left={remaining_count}>
        {is_unlimited ? t('eraser.quota.unlimited') : pageWords(t, remaining_count)}
      </p>
      {byType.length > 0 && !is_unlimited && (
        <ul className="mt-1 text-sm">
          {byType.map(({ paper_type, remaining_count: left }) => (
            <li key={paper_type}>
              {t('eraser.quota.ofType', {
                type: t(`eraser.paperType.${paper_type as PaperType}`),
                pages: pageWords(t, left),
              })}
            </li>
          ))}
        </ul>
      )}
      {is_daily_max ? (
        <p className="mt-1 text-sm">{t('eraser.quota.dayUsed', { count: daily_max_count })}</p>
      ) : (
        daily_max_count > 0 && (
          <p className="mt-1 text-ink-2 text-xs">{t('eraser.quota.daily', { count: daily_max_count })}</p>
        )
      )}
      <p className="mt-1 text-ink-2 text-xs">{t('eraser.quota.when')}</p>
    </Card>
  );
}
