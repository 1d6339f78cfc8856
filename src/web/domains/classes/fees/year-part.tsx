import Download from 'lucide-react/icons/download';
import type { ReactNode } from 'react';
import { formatMonth } from '#shared/hong-kong.ts';
import type { FeeYear } from '#shared/money/fees.ts';
import { feesPath } from '#shared/rules/tutoring-paths.ts';
import { money } from '#web/ground/i18n/numbers.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { PageLink } from '#web/ground/routing/page-link.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { ProblemNotice } from '#web/ui/feedback/notice.tsx';
import { useDownload } from './download.tsx';

type YearPartProps = { year: FeeYear; nameOf: (account: FeeYear['accounts'][number]) => string };

/** The tax year, by month and by family; the figures of each line add up. */
export function YearPart({ year, nameOf }: YearPartProps) {
  const t = useTranslate();
  const { locale } = useShell();
  const { problem, isLoading, save } = useDownload();
  const [from, to] = [year.year, year.year + 1];
  const file = {
    path: `/api/users/fee_year.csv?year=${from}&side=${year.side}`,
    name: `mingshi-${from}-${to}.csv`,
  };
  return (
    <Card as="section" aria-labelledby="fee-year" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div>
        <h2 id="fee-year" className="text-lg">
          {t('fees.year.title', { from, to })}
        </h2>
        <p className="text-ink-2 text-sm">{t('fees.year.lead')}</p>
      </div>
      {year.lessons === 0 && year.received === 0 ? (
        <p className="text-ink-2">{t('fees.year.none')}</p>
      ) : (
        <>
          <SumTable
            caption={t('fees.year.byMonth')}
            first={t('fees.year.month')}
            total={year}
            rows={year.months
              .filter(({ lessons, received, marked }) => lessons > 0 || received > 0 || marked > 0)
              .map((one) => ({
                ...one,
                key: one.month,
                name: (
                  <PageLink
                    to={feesPath(one.month, { side: year.side })}
                    className="inline-flex min-h-11 items-center underline decoration-ink-2/50 underline-offset-4"
                  >
                    {formatMonth(one.month, locale)}
                  </PageLink>
                ),
              }))}
          />
          <SumTable
            caption={t('fees.year.byFamily')}
            first={t('fees.year.family')}
            total={year}
            rows={year.accounts.map((one) => ({ ...one, key: String(one.class_id), name: nameOf(one) }))}
          />
          <ProblemNotice>{problem}</ProblemNotice>
          <Button
            className="justify-self-start"
            loading={isLoading(file.path)}
            onClick={() => void save(file)}
          >
            <Download className="size-4" />
            {t('fees.year.csv')}
          </Button>
        </>
      )}
    </Card>
  );
}

type Sums = Pick<FeeYear, 'amount' | 'received' | 'marked' | 'open'>;
type SumTableProps = {
  caption: string;
  first: string;
  total: Sums;
  rows: readonly (Sums & { key: string; name: ReactNode })[];
};

const figure = 'whitespace-nowrap py-2 pl-3 text-right tabular-nums';

function SumTable({ caption, first, total, rows }: SumTableProps) {
  const t = useTranslate();
  const figures = ({ amount, received, marked, open }: Sums) =>
    [amount, received, marked + open].map((value, place) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: three columns in their order
      <td key={place} className={figure}>
        {money(value).replace('HK$', '')}
      </td>
    ));
  return (
    <table className="w-full text-sm">
      <caption className="pb-1 text-left font-semibold">{caption}</caption>
      <thead>
        <tr className="border-line border-b text-ink-2 text-xs">
          <th scope="col" className="py-2 text-left font-normal">
            {first}
          </th>
          {(['amount', 'received', 'rest'] as const).map((name) => (
            <th key={name} scope="col" className="py-2 pl-3 text-right font-normal">
              {t(`fees.year.${name}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.key} className="border-line border-b">
            <th scope="row" className="py-1 text-left font-normal">
              {row.name}
            </th>
            {figures(row)}
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr className="font-bold">
          <th scope="row" className="py-2 text-left">
            {t('fees.total')}
          </th>
          {figures(total)}
        </tr>
      </tfoot>
    </table>
  );
}
