import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import type { QueueItem } from '#shared/operator.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { DeskDrawing } from '#web/ui/drawings.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { ConsoleError } from './console-error.tsx';
import { consoleData, consoleMeta, pageNumber } from './console-loader.ts';
import { ConsolePage } from './console-page.tsx';
import { type Column, ConsoleTable } from './console-table.tsx';
import { withQuery } from './format.ts';
import { Choices, ConsoleLink, Paging, Timestamp, UserLink, wordFor } from './parts.tsx';
import { UrgencyChip } from './urgency-chip.tsx';

export function loader(args: LoaderFunctionArgs) {
  const { searchParams } = args.url;
  const state = searchParams.get('state') === 'decided' ? ('decided' as const) : ('open' as const);
  const kind = searchParams.get('kind')?.slice(0, 50) || undefined;
  return consoleData(args, async (api) => ({
    state,
    kind,
    items: await api('GET /api/operator/queue', { query: { state, kind, page: pageNumber(args.url) } }),
  }));
}

export const meta = consoleMeta('queue');
export const ErrorBoundary = ConsoleError;

export default function QueuePage() {
  const t = useTranslate();
  const loaded = useLoaderData<typeof loader>();
  return (
    <ConsolePage
      loaded={loaded}
      part="queue"
      tools={({ state, kind }) => (
        <>
          <Choices
            label={t('operator.queue.states')}
            choices={(['open', 'decided'] as const).map((one) => ({
              key: one,
              label: t(`operator.queue.${one}`),
              to: withQuery('/operator', { state: one === 'open' ? undefined : one, kind }),
              current: one === state,
            }))}
          />
          {kind && (
            <p className="mt-2 flex flex-wrap items-center gap-x-3 text-sm">
              {t('operator.queue.onlyKind', { kind: wordFor(t, `operator.kinds.${kind}`, kind) })}
              <ConsoleLink to={withQuery('/operator', { state: state === 'open' ? undefined : state })}>
                {t('operator.queue.allKinds')}
              </ConsoleLink>
            </p>
          )}
        </>
      )}
    >
      {({ state, kind, items }) =>
        items.list.length === 0 ? (
          <NothingHere state={state} />
        ) : (
          <>
            <ConsoleTable
              caption={t('operator.queue.title')}
              columns={columnsOf(t, state)}
              rows={items.list}
              rowKey={({ id }) => id}
            />
            <Paging
              path="/operator"
              query={{ state: state === 'open' ? undefined : state, kind }}
              list={items}
            />
          </>
        )
      }
    </ConsolePage>
  );
}

function NothingHere({ state }: { state: QueueItem['state'] }) {
  const t = useTranslate();
  const { href } = useShell();
  const open = state === 'open';
  return (
    <EmptyState
      drawing={<DeskDrawing />}
      title={t(open ? 'operator.queue.emptyTitle' : 'operator.queue.noneDecided')}
      text={t(open ? 'operator.queue.emptyText' : 'operator.queue.noneDecidedText')}
      action={
        <ButtonLink to={href(open ? '/operator?state=decided' : '/operator')}>
          {t(open ? 'operator.queue.seeDecided' : 'operator.queue.seeOpen')}
        </ButtonLink>
      }
    />
  );
}

function columnsOf(t: ReturnType<typeof useTranslate>, state: QueueItem['state']): Column<QueueItem>[] {
  const first: Column<QueueItem>[] = [
    {
      head: t('operator.queue.item'),
      lead: true,
      wide: true,
      cell: ({ id, title }) => (
        <ConsoleLink to={`/operator/queue/${id}`}>
          <span className="font-semibold">{title}</span>
        </ConsoleLink>
      ),
    },
    {
      head: t('operator.queue.kind'),
      cell: ({ kind }) => (
        <ConsoleLink
          to={withQuery('/operator', { state: state === 'open' ? undefined : state, kind: String(kind) })}
        >
          {wordFor(t, `operator.kinds.${kind}`, kind)}
        </ConsoleLink>
      ),
    },
    { head: t('operator.queue.urgency'), cell: ({ urgency }) => <UrgencyChip urgency={urgency} /> },
    { head: t('operator.queue.about'), cell: ({ about_user }) => <UserLink id={about_user} /> },
    {
      head: t('operator.queue.opened'),
      numeric: true,
      cell: ({ opened_at }) => <Timestamp at={opened_at} />,
    },
  ];
  if (state === 'open')
    return [...first, { head: t('operator.queue.by'), cell: ({ opened_by }) => <UserLink id={opened_by} /> }];
  return [
    ...first,
    {
      head: t('operator.queue.decision'),
      cell: ({ kind, decision }) => (
        <Chip tone="jade">{wordFor(t, `operator.decisions.${kind}.${decision}`, decision ?? '—')}</Chip>
      ),
    },
    {
      head: t('operator.queue.decidedAt'),
      numeric: true,
      cell: ({ decided_at }) => (decided_at ? <Timestamp at={decided_at} /> : '—'),
    },
  ];
}
