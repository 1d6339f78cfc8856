import type { ReactNode } from 'react';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import type { CallData } from '#shared/call.ts';
import type { operatorCalls } from '#shared/operator.ts';
import type { Translate } from '#web/ground/i18n/i18n.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { requireId } from '#web/ground/routing/page-loader.ts';
import { Card } from '#web/ui/card.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { fileSize } from '#web/ui/text.ts';
import { ConsoleError } from './console-error.tsx';
import { consoleData, consoleMeta } from './console-loader.ts';
import { ConsolePage } from './console-page.tsx';
import { Decide } from './decide.tsx';
import { EvidenceFile } from './evidence-file.tsx';
import { plainValue } from './format.ts';
import { BackLink, Facts, Timestamp, UserLink, wordFor } from './parts.tsx';
import { isPersonReports, PersonReports } from './person-reports.tsx';
import { UrgencyChip } from './urgency-chip.tsx';

type Item = CallData<(typeof operatorCalls)['GET /api/operator/queue/{id}']>;

export function loader(args: LoaderFunctionArgs) {
  return consoleData(args, (api) => {
    const id = requireId(args.params.id);
    return api('GET /api/operator/queue/{id}', { params: { id } });
  });
}

export const meta = consoleMeta('queue');
export const ErrorBoundary = ConsoleError;

export default function QueueItemPage() {
  const t = useTranslate();
  const loaded = useLoaderData<typeof loader>();
  return (
    <ConsolePage
      loaded={loaded}
      part="queue"
      back={<BackLink to="/operator">{t('operator.queue.back')}</BackLink>}
      title={({ title }) => title}
    >
      {(item) => (
        <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem]">
          <div className="grid gap-4">
            <About item={item} />
            {item.kind === 'evidence' && 'file' in item.details && (
              <EvidenceFile key={item.id} id={Number(item.subject_id)} />
            )}
            <ItemDetails kind={item.kind} details={item.details} />
            {isPersonReports(item.details.person_reports) && (
              <PersonReports key={item.id} reports={item.details.person_reports} />
            )}
          </div>
          <Decide key={item.id} item={item} />
        </div>
      )}
    </ConsolePage>
  );
}

function About({ item }: { item: Item }) {
  const t = useTranslate();
  return (
    <Card as="section" className="py-3">
      <Facts
        facts={[
          {
            label: t('operator.jobs.state'),
            value: (
              <Chip tone={item.state === 'open' ? 'amber' : 'jade'}>{t(`operator.queue.${item.state}`)}</Chip>
            ),
          },
          {
            label: t('operator.queue.kind'),
            value: wordFor(t, `operator.kinds.${item.kind}`, item.kind),
          },
          { label: t('operator.queue.urgency'), value: <UrgencyChip urgency={item.urgency} /> },
          { label: t('operator.queue.about'), value: <UserLink id={item.about_user} /> },
          { label: t('operator.queue.by'), value: <UserLink id={item.opened_by} /> },
          { label: t('operator.queue.opened'), value: <Timestamp at={item.opened_at} /> },
        ]}
      />
    </Card>
  );
}

/** The details that a domain provides for an item, each with its name. */
function ItemDetails({ kind, details }: { kind: string; details: Record<string, unknown> }) {
  const t = useTranslate();
  // These have components of their own.
  const shown = Object.entries(details).filter(([name]) => name !== 'file' && name !== 'person_reports');
  return (
    <Card as="section">
      <h2 className="text-lg">{t('operator.queue.details')}</h2>
      {shown.length === 0 ? (
        <p className="mt-1 text-ink-2 text-sm">{t('operator.queue.noDetails')}</p>
      ) : (
        <Facts
          facts={shown.map(([name, value]) => ({
            label: wordFor(t, `operator.details.${name}`, name),
            value: shownValue(t, kind, name, value),
          }))}
        />
      )}
    </Card>
  );
}

function shownValue(t: Translate, kind: string, name: string, value: unknown): ReactNode {
  if (typeof value === 'string' && name.endsWith('_at')) return <Timestamp at={value} />;
  if (typeof value === 'number' && name === 'byte_size') return fileSize(value);
  const plain = plainValue(value);
  return wordFor(t, `operator.detailWords.${kind}.${plain}`, plain);
}
