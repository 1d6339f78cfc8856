import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import type { SmsSpend } from '#shared/operator.ts';
import { grouped } from '#web/ground/i18n/numbers.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { Card } from '#web/ui/card.tsx';
import { Chip, type ChipTone } from '#web/ui/chip.tsx';
import { cx } from '#web/ui/cx.ts';
import { ConsoleError } from './console-error.tsx';
import { consoleData, consoleMeta } from './console-loader.ts';
import { ConsolePage } from './console-page.tsx';
import { dollars, percentOf } from './format.ts';
import { Facts, wordFor } from './parts.tsx';

export function loader(args: LoaderFunctionArgs) {
  return consoleData(args, (api) => api('GET /api/operator/sms_spend'));
}

export const meta = consoleMeta('sms');
export const ErrorBoundary = ConsoleError;

export default function SmsPage() {
  const t = useTranslate();
  const loaded = useLoaderData<typeof loader>();
  return (
    <ConsolePage loaded={loaded} part="sms" lead={({ day }) => t('operator.sms.lead', { day })}>
      {(spend) => (
        <div className="grid items-start gap-4 lg:grid-cols-2">
          <Spent spend={spend} />
          <Refused refused={spend.refused} />
        </div>
      )}
    </ConsolePage>
  );
}

const tones: Record<string, ChipTone> = { closed: 'jade', raised: 'amber', open: 'seal' };
const fills: Record<string, string> = { closed: 'bg-jade', raised: 'bg-amber', open: 'bg-seal' };

function Spent({ spend }: { spend: SmsSpend }) {
  const t = useTranslate();
  const { spend_cents, budget_cents, breaker } = spend;
  const percent = percentOf(spend_cents, budget_cents);
  return (
    <Card as="section">
      <h2 className="text-lg">{t('operator.sms.budget')}</h2>
      <div aria-hidden className="mt-3 h-3 overflow-hidden rounded-full border border-line bg-paper-2">
        <div
          className={cx('h-full', fills[breaker] ?? 'bg-ink-2')}
          style={{ width: `${Math.min(100, percent)}%` }}
        />
      </div>
      <p className="mt-2 text-sm tabular-nums">
        {t('operator.sms.spent', { spent: dollars(spend_cents), budget: dollars(budget_cents), percent })}
      </p>
      <div className="mt-3 [&_dl]:grid-cols-1">
        <Facts
          facts={[
            {
              label: t('operator.sms.breaker'),
              value: (
                <span className="inline-flex flex-wrap items-center gap-2">
                  <Chip tone={tones[breaker] ?? 'neutral'}>
                    {wordFor(t, `operator.sms.states.${breaker}`, breaker)}
                  </Chip>
                  <span className="text-ink-2">{wordFor(t, `operator.sms.means.${breaker}`, '')}</span>
                </span>
              ),
            },
            { label: t('operator.sms.messages'), value: grouped(spend.messages), numeric: true },
            { label: t('operator.sms.failed'), value: grouped(spend.failed), numeric: true },
            { label: t('operator.sms.price'), value: dollars(spend.price_cents), numeric: true },
            { label: t('operator.sms.proof'), value: grouped(spend.proof_cost), numeric: true },
            {
              label: t('operator.sms.sender'),
              value: spend.sender
                ? wordFor(t, `operator.sms.senders.${spend.sender}`, spend.sender)
                : t('operator.sms.noSender'),
            },
          ]}
        />
      </div>
    </Card>
  );
}

function Refused({ refused }: { refused: SmsSpend['refused'] }) {
  const t = useTranslate();
  const rows = Object.entries(refused).sort(([, a], [, b]) => b - a);
  const total = rows.reduce((sum, [, count]) => sum + count, 0);
  return (
    <Card as="section">
      <h2 className="mb-3 text-lg">{t('operator.sms.refused')}</h2>
      {rows.length === 0 ? (
        <p className="text-ink-2 text-sm">{t('operator.sms.refusedNone')}</p>
      ) : (
        <table className="w-full text-sm">
          <caption className="sr-only">{t('operator.sms.refused')}</caption>
          <thead className="text-ink-2">
            <tr>
              <th scope="col" className="py-2 text-left font-normal">
                {t('operator.sms.reason')}
              </th>
              <th scope="col" className="py-2 text-right font-normal">
                {t('operator.sms.count')}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(([reason, count]) => (
              <tr key={reason} className="border-line border-t">
                <td className="py-2">{wordFor(t, `operator.sms.reasons.${reason}`, reason)}</td>
                <td className="py-2 text-right tabular-nums">{grouped(count)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot className="font-semibold">
            <tr className="border-ink/40 border-t">
              <th scope="row" className="py-2 text-left">
                {t('operator.sms.total')}
              </th>
              <td className="py-2 text-right tabular-nums">{grouped(total)}</td>
            </tr>
          </tfoot>
        </table>
      )}
    </Card>
  );
}
