import type { CallData } from '#shared/call.ts';
import type { chatOperatorCalls } from '#shared/chat/operator.ts';
import { grouped } from '#web/ground/i18n/numbers.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { type Column, ConsoleTable } from './console-table.tsx';

type Spend = CallData<(typeof chatOperatorCalls)['GET /api/operator/chat_spend']>;
type Row = Spend['list'][number];

const dollars = (cents: number) => `HK$ ${(cents / 100).toFixed(2)}`;

/** What models cost, day by day. */
export function ChatSpendTable({ list, budget_cents }: Spend) {
  const t = useTranslate();
  const columns: Column<Row>[] = [
    { head: t('operator.assistants.day'), lead: true, cell: ({ day }) => day },
    { head: t('operator.assistants.endpoint'), cell: ({ endpoint }) => endpoint },
    { head: t('operator.assistants.name'), cell: ({ path_name }) => `/${path_name}` },
    { head: t('operator.assistants.answers'), numeric: true, cell: ({ answers }) => grouped(answers) },
    { head: t('operator.assistants.failed'), numeric: true, cell: ({ failed }) => grouped(failed) },
    {
      head: t('operator.assistants.tokens'),
      numeric: true,
      cell: ({ input_tokens, output_tokens }) => `${grouped(input_tokens)} / ${grouped(output_tokens)}`,
    },
    { head: t('operator.assistants.spend'), numeric: true, cell: ({ spend_cents }) => dollars(spend_cents) },
  ];
  return (
    <section>
      <h2 className="mb-2 text-lg">{t('operator.assistants.spendTitle')}</h2>
      {budget_cents > 0 && (
        <p className="mb-2 text-sm">{t('operator.assistants.budget', { amount: dollars(budget_cents) })}</p>
      )}
      {list.length === 0 ? (
        <p className="text-ink-2 text-sm">{t('operator.assistants.noSpend')}</p>
      ) : (
        <ConsoleTable
          caption={t('operator.assistants.spendTitle')}
          rows={list}
          columns={columns}
          rowKey={({ day, endpoint, path_name }) => `${day} ${endpoint} ${path_name}`}
        />
      )}
    </section>
  );
}
