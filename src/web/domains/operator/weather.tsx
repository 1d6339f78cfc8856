import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import type { WeatherConsole, WeatherSignal, WeatherWarning } from '#shared/weather.ts';
import { useAction } from '#web/ground/api/use-action.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { useMessageBox } from '#web/ui/overlays/message-box.tsx';
import { ConsoleError } from './console-error.tsx';
import { consoleData, consoleMeta } from './console-loader.ts';
import { ConsolePage } from './console-page.tsx';
import { type Column, ConsoleTable } from './console-table.tsx';
import { Problem, Timestamp } from './parts.tsx';

const signals = ['typhoon', 'black_rain'] as const satisfies readonly WeatherSignal[];

export function loader(args: LoaderFunctionArgs) {
  return consoleData(args, (api) => api('GET /api/operator/weather'));
}

export const meta = consoleMeta('weather');
export const ErrorBoundary = ConsoleError;

export default function WeatherPage() {
  const loaded = useLoaderData<typeof loader>();
  return (
    <ConsolePage loaded={loaded} part="weather">
      {(data) => (
        <div className="grid gap-4">
          <Feed feed={data.feed} />
          <SetWarning />
          <Warnings list={data.warnings} />
        </div>
      )}
    </ConsolePage>
  );
}

function Feed({ feed }: { feed: WeatherConsole['feed'] }) {
  const t = useTranslate();
  if (feed.failing_since && feed.problem)
    return (
      <Notice tone="seal">
        <p className="font-semibold">
          {t('operator.weather.feed')}：{t(`operator.weather.problems.${feed.problem}`)}
        </p>
        <p>
          {t('operator.weather.failing')} <Timestamp at={feed.failing_since} />
        </p>
        <p>{t('operator.weather.failingText')}</p>
      </Notice>
    );
  if (!feed.is_configured) return <Notice>{t('operator.weather.notConfigured')}</Notice>;
  return (
    <Notice tone="jade">
      {t('operator.weather.feed')}：
      {feed.heard_at ? (
        <>
          {t('operator.weather.well')} <Timestamp at={feed.heard_at} />
        </>
      ) : (
        t('operator.weather.never')
      )}
    </Notice>
  );
}

function SetWarning() {
  const t = useTranslate();
  const ask = useMessageBox();
  const { run, busy, problem } = useAction({ refresh: true });
  const set = async (signal: WeatherSignal) => {
    const sure = await ask({
      title: `${t('operator.weather.setTitle')} ${t(`operator.weather.signals.${signal}`)}`,
      message: t('operator.weather.setText'),
      confirmLabel: t('operator.weather.set'),
      cancelLabel: t('operator.cancel'),
    });
    if (!sure) return;
    await run(
      (api) => api('POST /api/operator/weather', { body: { signal } }),
      t('operator.weather.setDone'),
    );
  };
  return (
    <Card as="section">
      <h2 className="text-lg">{t('operator.weather.set')}</h2>
      <Problem>{problem}</Problem>
      <div className="mt-3 flex flex-wrap gap-2">
        {signals.map((signal) => (
          <Button key={signal} loading={busy} onClick={() => set(signal)}>
            {t(`operator.weather.signals.${signal}`)}
          </Button>
        ))}
      </div>
    </Card>
  );
}

function Warnings({ list }: { list: WeatherWarning[] }) {
  const t = useTranslate();
  const ask = useMessageBox();
  const { run, busy, problem } = useAction({ refresh: true });
  const lift = async ({ id, signal }: WeatherWarning) => {
    const sure = await ask({
      title: `${t('operator.weather.liftTitle')} ${t(`operator.weather.signals.${signal}`)}`,
      message: t('operator.weather.liftText'),
      confirmLabel: t('operator.weather.lift'),
      cancelLabel: t('operator.cancel'),
    });
    if (!sure) return;
    await run(
      (api) => api('POST /api/operator/weather/{id}/end', { params: { id } }),
      t('operator.weather.liftDone'),
    );
  };
  if (list.length === 0) return <p className="text-ink-2 text-sm">{t('operator.weather.none')}</p>;
  return (
    <>
      <Problem>{problem}</Problem>
      <ConsoleTable
        caption={t('operator.weather.history')}
        rows={list}
        columns={columnsOf(t, lift, busy)}
        rowKey={({ id }) => id}
      />
    </>
  );
}

const columnsOf = (
  t: ReturnType<typeof useTranslate>,
  lift: (warning: WeatherWarning) => void,
  busy: boolean,
): Column<WeatherWarning>[] => [
  {
    head: t('operator.weather.signal'),
    lead: true,
    cell: ({ signal }) => t(`operator.weather.signals.${signal}`),
  },
  { head: t('operator.weather.source'), cell: ({ source }) => t(`operator.weather.sources.${source}`) },
  { head: t('operator.weather.began'), cell: ({ began_at }) => <Timestamp at={began_at} /> },
  {
    head: t('operator.weather.ended'),
    cell: (warning) =>
      warning.ended_at ? (
        <Timestamp at={warning.ended_at} />
      ) : (
        <span className="flex flex-wrap items-center gap-2">
          <Chip tone="amber">{t('operator.weather.standing')}</Chip>
          <Button
            size="compact"
            loading={busy}
            aria-label={t('operator.weather.liftOf', {
              signal: t(`operator.weather.signals.${warning.signal}`),
            })}
            onClick={() => lift(warning)}
          >
            {t('operator.weather.lift')}
          </Button>
        </span>
      ),
  },
];
