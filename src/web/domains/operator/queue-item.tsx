import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import type { CallData } from '#shared/call.ts';
import type { operatorCalls } from '#shared/operator.ts';
import { useWords } from '#web/ground/i18n/words.tsx';
import { requireId } from '#web/ground/routing/route-params.ts';
import { Card } from '#web/ui/card.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { Decide } from './decide.tsx';
import { Desk } from './desk.tsx';
import { DeskError } from './desk-error.tsx';
import { deskData, deskMeta } from './desk-loader.ts';
import { EvidenceFile } from './evidence-file.tsx';
import { ItemDetails } from './item-details.tsx';
import { BackLink, Facts, Moment, UserLink, wordFor } from './parts.tsx';

type Item = CallData<(typeof operatorCalls)['GET /api/operator/queue/{id}']>;

export function loader(args: LoaderFunctionArgs) {
  return deskData(args, (api) => {
    const id = requireId(args.params.id);
    return api('GET /api/operator/queue/{id}', { params: { id } });
  });
}

export const meta = deskMeta('queue');
export const ErrorBoundary = DeskError;

export default function QueueItemPage() {
  const t = useWords();
  const loaded = useLoaderData<typeof loader>();
  return (
    <Desk
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
          </div>
          <Decide key={item.id} item={item} />
        </div>
      )}
    </Desk>
  );
}

function About({ item }: { item: Item }) {
  const t = useWords();
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
          { label: t('operator.queue.about'), value: <UserLink id={item.about_user} /> },
          { label: t('operator.queue.by'), value: <UserLink id={item.opened_by} /> },
          { label: t('operator.queue.opened'), value: <Moment at={item.opened_at} /> },
        ]}
      />
    </Card>
  );
}
