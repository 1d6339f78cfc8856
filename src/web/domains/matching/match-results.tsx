import type { ReactNode, Ref } from 'react';
import { formatShortTime } from '#shared/hong-kong.ts';
import { countWords } from '#web/ground/i18n/numbers.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { FirstTime, Freshness, HowItCounts, MatchFrame } from './page-frame.tsx';
import { Relaxations } from './relaxations.tsx';
import type { useCompute } from './use-compute.ts';
import type { Relaxation, useRelax } from './use-relax.ts';

const wordKeys = {
  tutors: {
    title: 'pages.caseTutors.title',
    found: 'matching.found',
    none: 'matching.noneFit',
    noneText: 'matching.noneFitText',
    noneAtAll: 'matching.noneAtAll',
    shownOf: 'matching.shownOf',
    relaxed: 'matching.relaxed',
    failed: 'matching.failedText',
  },
  cases: {
    title: 'pages.tutorCases.title',
    found: 'matching.casesFound',
    none: 'matching.casesNone',
    noneText: 'matching.casesNoneText',
    noneAtAll: 'matching.casesNoneAtAll',
    shownOf: 'matching.casesShownOf',
    relaxed: 'matching.casesRelaxed',
    failed: 'matching.casesFailedText',
  },
} as const;

/** The first few show their reasons at once; the others on demand. */
const openAtOnce = 3;

type MatchResultsProps<One> = {
  of: keyof typeof wordKeys;
  /** Null while nothing was ever computed. */
  results: Found<One> | null;
  computing: ReturnType<typeof useCompute>;
  relax: ReturnType<typeof useRelax>;
  /** False when the row can no longer be changed, so that no changes are offered. */
  mayRelax?: boolean;
  headingRef: Ref<HTMLHeadingElement>;
  lead: string;
  aside: ReactNode;
  /** What prevents the user from acting on the results. */
  notices: ReactNode;
  card: (one: One, look: { open: boolean; alone: boolean }) => ReactNode;
};
type Found<One> = {
  total: number;
  capped: boolean;
  time: string;
  list: readonly One[];
  relaxations: readonly Relaxation[];
};

/** The results, when they were computed, and what relaxing one requirement would add. */
export function MatchResults<One>(props: MatchResultsProps<One>) {
  const { of, results, computing, notices, headingRef, lead, aside } = props;
  const t = useTranslate();
  const words = wordKeys[of];
  const count = countWords(results?.total ?? 0, results?.capped ?? false);
  const heading = !results ? t(words.title) : results.total === 0 ? t(words.none) : t(words.found, { count });
  return (
    <MatchFrame headingRef={headingRef} heading={heading} lead={lead} aside={aside}>
      {notices}
      {results ? (
        <AllFound {...props} results={results} count={count} />
      ) : (
        <FirstTime state={computing.state} text={t(words.failed)} onRetry={computing.compute} />
      )}
    </MatchFrame>
  );
}

type AllFoundProps<One> = MatchResultsProps<One> & { results: Found<One>; count: string };

function AllFound<One>(props: AllFoundProps<One>) {
  const { of, results, computing, relax, mayRelax = true, count, card } = props;
  const t = useTranslate();
  const { locale } = useShell();
  const words = wordKeys[of];
  const { total, list, relaxations } = results;
  return (
    <>
      <Freshness
        state={computing.state}
        time={formatShortTime(results.time, locale)}
        onRetry={computing.compute}
      />
      {relax.applied && (
        <Applied
          text={t(computing.state === 'done' ? words.relaxed : 'matching.appliedOnly', {
            change: relax.applied.words,
            count,
          })}
          busy={relax.busy === 'undo'}
          onUndo={relax.undo}
        />
      )}
      {total === 0 ? (
        <p className="text-ink-2">{t(relaxations.length > 0 ? words.noneText : words.noneAtAll)}</p>
      ) : (
        <>
          <div className="-my-2 flex flex-wrap items-center justify-between gap-x-4">
            <HowItCounts />
            <span className="text-ink-2 text-sm">
              {t('matching.ordered')}
              {total > list.length && ` ・ ${t(words.shownOf, { shown: list.length })}`}
            </span>
          </div>
          <ul className="grid gap-4">
            {list.map((one, at) => card(one, { open: at < openAtOnce, alone: total === 1 }))}
          </ul>
        </>
      )}
      {mayRelax && (
        <Relaxations of={of} total={total} list={relaxations} busy={relax.busy} onApply={relax.apply} />
      )}
    </>
  );
}

/** The applied change and its effect, with an undo button. */
function Applied(props: { text: string; busy: boolean; onUndo: () => void }) {
  const t = useTranslate();
  return (
    <Notice tone="jade" className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2">
      <p role="status">{props.text}</p>
      <Button size="compact" loading={props.busy} onClick={props.onUndo}>
        {t('matching.undo')}
      </Button>
    </Notice>
  );
}
