import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { formatTime } from '#shared/hong-kong.ts';
import type { Report } from '#shared/safety/reports.ts';
import { MeError, MePage } from '#web/domains/accounts/me-page.tsx';
import { usePageRefresh } from '#web/ground/api/use-remote.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { apiOf, ifSignedIn } from '#web/ground/routing/page-loader.ts';
import { pageMeta } from '#web/ground/routing/page-meta.ts';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { SignedOut } from '#web/shell/empty-pages.tsx';
import { Card } from '#web/ui/card.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { LetterDrawing } from '#web/ui/drawings.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { MorePages, pageOf } from './more-pages.tsx';

export const loader = async (args: LoaderFunctionArgs) => ({
  reports: await ifSignedIn(apiOf(args)('GET /api/users/reports', { query: { page: pageOf(args.url) } })),
});
export const meta = pageMeta('meReports');
export const ErrorBoundary = MeError;

export default function ReportsPage() {
  const t = useTranslate();
  const { reports } = useLoaderData<typeof loader>();
  usePageRefresh({ on: ['notice'], when: reports !== undefined });
  if (!reports) return <SignedOut title={t('me.reports.title')} />;
  return (
    <MePage title={t('me.reports.title')} lead={t('me.reports.lead')}>
      {reports.list.length === 0 ? (
        <EmptyState
          drawing={<LetterDrawing />}
          title={t('me.reports.none')}
          text={t('me.reports.noneText')}
        />
      ) : (
        <>
          {reports.list.map((report) => (
            <ReportCard key={report.id} report={report} />
          ))}
          <MorePages path="/me/reports" list={reports} />
        </>
      )}
    </MePage>
  );
}

const tones = { open: 'amber', decided: 'jade', gone: 'neutral' } as const;

function ReportCard({ report }: { report: Report }) {
  const t = useTranslate();
  const { locale } = useShell();
  const { place, place_id, kind, words, pictures, state, answer, reported_at, decided_at } = report;
  return (
    <Card as="article" className="grid gap-2">
      <div className="flex items-start justify-between gap-3">
        <h2 className="text-lg">{t(`report.places.${place}`, { id: place_id })}</h2>
        <Chip tone={tones[state]} className="shrink-0">
          {t(`me.reports.states.${state}`)}
        </Chip>
      </div>
      <p className="text-ink-2 text-sm">
        {[
          t(`report.kinds.${kind}`),
          formatTime(reported_at, locale),
          pictures > 0 ? t('me.reports.pictures', { count: pictures }) : '',
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <p className="whitespace-pre-line break-words">{words}</p>
      {state === 'open' && <p className="text-ink-2 text-sm">{t('me.reports.waiting')}</p>}
      {state === 'gone' && <p className="text-ink-2 text-sm">{t('me.reports.gone')}</p>}
      {decided_at && (
        <div className="border-line border-l-2 pl-3">
          <p className="text-ink-2 text-sm">
            {t('me.reports.answer', { time: formatTime(decided_at, locale) })}
          </p>
          <p className="whitespace-pre-line break-words">{answer || t('me.reports.decided')}</p>
        </div>
      )}
    </Card>
  );
}
