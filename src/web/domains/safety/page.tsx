import { type LoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router';
import { badInput, notFound } from '#shared/codes/numbers.ts';
import { clockOf } from '#shared/hong-kong.ts';
import type { SafetyView } from '#shared/safety/timers.ts';
import { ApiError } from '#web/ground/api/api.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { apiOf } from '#web/ground/routing/page-loader.ts';
import { pageMeta } from '#web/ground/routing/page-meta.ts';
import { Card } from '#web/ui/card.tsx';
import { cx } from '#web/ui/cx.ts';
import { LetterDrawing } from '#web/ui/drawings.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { lookEverySeconds, useWatch } from './use-watch.ts';

const goneCodes: readonly number[] = [badInput, notFound];

/** Wrong, revoked and expired links look the same. */
export async function loader(args: LoaderFunctionArgs) {
  const code = args.params.code ?? '';
  try {
    return { code, view: await apiOf(args)('GET /api/safe', { query: { code } }) };
  } catch (error) {
    if (error instanceof ApiError && goneCodes.includes(error.code)) return { code, view: null };
    throw error;
  }
}

const words = pageMeta('safety');
/** Without the URLs that other pages have in their meta tags: this URL is a secret. */
export const meta = (args: MetaArgs) => [
  ...words(args).filter((one) => !('tagName' in one) && !('property' in one)),
  { name: 'robots', content: 'noindex, nofollow' },
];

export default function SafetyPage() {
  const t = useTranslate();
  const { code, view: first } = useLoaderData<typeof loader>();
  const { view, stale } = useWatch(code, first);
  if (!view)
    return (
      <div className="py-8">
        <h1 className="text-2xl">{t('safety.title')}</h1>
        <EmptyState drawing={<LetterDrawing />} title={t('safety.goneTitle')} text={t('safety.goneText')} />
      </div>
    );
  return (
    <div className="mx-auto grid max-w-[32rem] gap-4 py-8">
      <h1 className="text-2xl">{t('safety.title')}</h1>
      {stale && <Notice role="status">{t('safety.stale', { time: clockOf(view.now) })}</Notice>}
      <State view={view} />
      <Times view={view} />
      <p className="text-ink-2 text-sm">
        {t('safety.private')} {t('safety.auto', { seconds: lookEverySeconds })}
      </p>
    </div>
  );
}

const stateClasses = {
  in_class: 'border-line bg-sheet',
  overdue: 'border-seal/50 bg-seal-soft',
  ended: 'border-jade/40 bg-jade-soft',
} as const;

function State({ view }: { view: SafetyView }) {
  const t = useTranslate();
  const [title, text] = {
    in_class: [
      t('safety.inClass', { time: clockOf(view.ends_at) }),
      t('safety.inClassText', { time: clockOf(view.warns_at) }),
    ],
    overdue: [t('safety.overdue'), t('safety.overdueText', { ends: clockOf(view.ends_at) })],
    ended: [t('safety.ended'), t('safety.endedText', { time: clockOf(view.ended_at ?? view.now) })],
  }[view.state];
  return (
    <section
      role={view.state === 'overdue' ? 'alert' : 'status'}
      data-state={view.state}
      className={cx('rounded-card border p-6', stateClasses[view.state])}
    >
      <p className="font-bold font-serif text-3xl">{title}</p>
      <p className="mt-2">{text}</p>
    </section>
  );
}

function Times({ view }: { view: SafetyView }) {
  const t = useTranslate();
  const facts = [
    [t('safety.started'), view.started_at],
    [t('safety.ends'), view.ends_at],
    [t('safety.checked'), view.now],
  ] as const;
  return (
    <Card>
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2">
        {facts.map(([label, at]) => (
          <div key={label} className="col-span-2 grid grid-cols-subgrid">
            <dt className="text-ink-2 text-sm">{label}</dt>
            <dd className="tabular-nums">
              <time dateTime={at}>{clockOf(at)}</time>
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
