import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { conflict } from '#shared/codes/numbers.ts';
import type { JobItem } from '#shared/operator.ts';
import { useAction } from '#web/ground/api/use-action.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { Button } from '#web/ui/button.tsx';
import { Chip, type ChipTone } from '#web/ui/chip.tsx';
import { DeskDrawing } from '#web/ui/drawings.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { ConsoleError } from './console-error.tsx';
import { consoleData, consoleMeta, pageNumber } from './console-loader.ts';
import { ConsolePage } from './console-page.tsx';
import { type Column, ConsoleTable } from './console-table.tsx';
import { Deliveries, FailedDeliveries } from './deliveries.tsx';
import { withQuery } from './format.ts';
import { Choices, Paging, Problem, Timestamp, wordFor } from './parts.tsx';

const path = '/operator/jobs';
const jobStates = ['waiting', 'running', 'failed'] as const satisfies readonly JobItem['state'][];

export function loader(args: LoaderFunctionArgs) {
  const state = jobStates.find((one) => one === args.url.searchParams.get('state'));
  return consoleData(args, async (api) => ({
    state,
    jobs: await api('GET /api/operator/jobs', { query: { state, page: pageNumber(args.url) } }),
    deliveries: await api('GET /api/operator/deliveries'),
  }));
}

export const meta = consoleMeta('jobs');
export const ErrorBoundary = ConsoleError;

export default function JobsPage() {
  const t = useTranslate();
  const loaded = useLoaderData<typeof loader>();
  return (
    <ConsolePage
      loaded={loaded}
      part="jobs"
      tools={({ state, jobs: { counts } }) => (
        <Choices
          label={t('operator.jobs.states')}
          choices={[
            {
              key: 'all',
              label: t('operator.all'),
              to: path,
              current: state === undefined,
              count: counts.waiting + counts.running + counts.failed,
            },
            ...jobStates.map((one) => ({
              key: one,
              label: t(`operator.jobs.${one}`),
              to: withQuery(path, { state: one }),
              current: one === state,
              count: counts[one],
            })),
          ]}
        />
      )}
    >
      {({ state, jobs, deliveries }) => (
        <>
          <FailedDeliveries overview={deliveries} />
          {jobs.list.length === 0 ? (
            <EmptyState
              drawing={<DeskDrawing />}
              title={t('operator.jobs.emptyTitle')}
              text={t('operator.jobs.emptyText')}
            />
          ) : (
            <>
              <JobTable jobs={jobs.list} />
              <Paging path={path} query={{ state }} list={jobs} />
            </>
          )}
          <Deliveries overview={deliveries} />
        </>
      )}
    </ConsolePage>
  );
}

const tones: Record<JobItem['state'], ChipTone> = { waiting: 'neutral', running: 'jade', failed: 'seal' };

function JobTable({ jobs }: { jobs: readonly JobItem[] }) {
  const t = useTranslate();
  const { run, busy, problem } = useAction({
    refresh: true,
    messages: { [conflict]: t('operator.jobs.gone') },
  });
  const retry = (id: string) =>
    run((api) => api('POST /api/operator/jobs/{id}/retry', { params: { id } }), t('operator.jobs.retried'));
  const columns: Column<JobItem>[] = [
    {
      head: t('operator.jobs.name'),
      lead: true,
      cell: ({ id, name }) => (
        <>
          <span className="font-semibold">{wordFor(t, `operator.jobs.names.${name}`, name)}</span>{' '}
          <span className="text-ink-2 text-sm tabular-nums">#{id}</span>
        </>
      ),
    },
    {
      head: t('operator.jobs.state'),
      cell: ({ state }) => <Chip tone={tones[state]}>{t(`operator.jobs.${state}`)}</Chip>,
    },
    {
      head: t('operator.jobs.attempts'),
      numeric: true,
      cell: ({ attempts, max_attempts }) => `${attempts} / ${max_attempts}`,
    },
    {
      head: t('operator.jobs.runAt'),
      numeric: true,
      cell: ({ state, run_at }) => (state === 'waiting' ? <Timestamp at={run_at} /> : '—'),
    },
    {
      head: t('operator.jobs.created'),
      numeric: true,
      cell: ({ created_at }) => <Timestamp at={created_at} />,
    },
    {
      head: t('operator.jobs.error'),
      wide: true,
      cell: ({ last_error }) => (last_error ? <span className="text-seal">{last_error}</span> : '—'),
    },
    {
      head: t('operator.audit.action'),
      cell: ({ id, state }) =>
        state === 'running' ? (
          '—'
        ) : (
          <Button
            size="compact"
            loading={busy}
            aria-label={t('operator.jobs.retryOf', { id })}
            onClick={() => void retry(id)}
          >
            {t('operator.jobs.retry')}
          </Button>
        ),
    },
  ];
  return (
    <div className="grid gap-3">
      <Problem>{problem}</Problem>
      <ConsoleTable
        caption={t('operator.jobs.title')}
        columns={columns}
        rows={jobs}
        rowKey={({ id }) => id}
      />
    </div>
  );
}
