import type { ReactNode, Ref } from 'react';
import { formatShortTime } from '#shared/hong-kong.ts';
import type { ShortOf } from '#shared/matching.ts';
import { countWords } from '#web/ground/i18n/numbers.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { cardsPerPage } from './filters.ts';
import { OneThingOff } from './one-thing-off.tsx';
import { FirstTime, Freshness, MatchFrame } from './page-frame.tsx';
import { Relaxations } from './relaxations.tsx';
import type { useCompute } from './use-compute.ts';
import type { Relaxation, useRelax } from './use-relax.ts';

const wordKeys = {
  tutors: {
    title: 'pages.caseTutors.title',
    found: 'matching.found',
    foundOne: 'matching.foundOne',
    none: 'matching.noneFit',
    noneText: 'matching.noneFitText',
    noneAtAll: 'matching.noneAtAll',
    above: 'matching.aboveTitle',
    aboveText: 'matching.aboveText',
    tried: 'matching.triedTitle',
    more: 'matching.more',
    mostListed: 'matching.mostListed',
    relaxed: 'matching.relaxed',
    failed: 'matching.failedText',
  },
  cases: {
    title: 'pages.tutorCases.title',
    found: 'matching.casesFound',
    foundOne: 'matching.casesFoundOne',
    none: 'matching.casesNone',
    noneText: 'matching.casesNoneText',
    noneAtAll: 'matching.casesNoneAtAll',
    above: 'matching.casesAboveTitle',
    aboveText: 'matching.casesAboveText',
    tried: 'matching.casesTriedTitle',
    more: 'matching.casesMore',
    mostListed: 'matching.casesMostListed',
    relaxed: 'matching.casesRelaxed',
    failed: 'matching.casesFailedText',
  },
} as const;

type MatchResultsProps<One extends Grouped> = {
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
  /** Orders and filters, where there are any. */
  tools?: ReactNode;
  /** The address with so many pages on it. */
  pagePath: (pages: number) => string;
  card: (one: One, place: { id: string; isFirst: boolean }) => ReactNode;
  foot?: ReactNode;
};
type Grouped = { id: number; within: boolean };
type Found<One> = {
  total: number;
  capped: boolean;
  above: number;
  aboveCapped: boolean;
  /** Of tutors: whom one thing keeps away. Those whom only the price does are the group below. */
  shortOf?: ShortOf | null;
  /** How many the filters leave of each group. */
  listed: { fitting: number; above_offer: number };
  isNarrowed: boolean;
  pages: number;
  time: string;
  list: readonly One[];
  tried: readonly { id: number; name: string; day: string }[];
  relaxations: readonly Relaxation[];
};

/** The results, when they were computed, and what relaxing one requirement would add. */
export function MatchResults<One extends Grouped>(props: MatchResultsProps<One>) {
  const { of, results, computing, notices, headingRef, lead, aside } = props;
  const t = useTranslate();
  const words = wordKeys[of];
  const count = countWords(results?.total ?? 0, results?.capped ?? false);
  const heading = !results
    ? t(words.title)
    : results.total === 0
      ? t(words.none)
      : t(results.total === 1 ? words.foundOne : words.found, { count });
  return (
    <MatchFrame headingRef={headingRef} heading={heading} lead={lead} aside={aside}>
      {notices}
      {results ? (
        <AllFound {...props} results={results} count={count} />
      ) : (
        <FirstTime state={computing.state} text={t(words.failed)} onRetry={computing.compute} />
      )}
      {props.foot}
    </MatchFrame>
  );
}

type AllFoundProps<One extends Grouped> = MatchResultsProps<One> & { results: Found<One>; count: string };

function AllFound<One extends Grouped>(props: AllFoundProps<One>) {
  const { of, results, computing, relax, mayRelax = true, count, tools, pagePath } = props;
  const t = useTranslate();
  const { locale } = useShell();
  const words = wordKeys[of];
  const { total, listed, list, relaxations, tried, pages } = results;
  const left = listed.fitting + listed.above_offer;
  const nearMisses = mayRelax && (
    <Relaxations of={of} total={total} list={relaxations} busy={relax.busy} onApply={relax.apply} />
  );
  return (
    <>
      <Freshness
        state={computing.state}
        time={formatShortTime(results.time, locale)}
        onRetry={computing.compute}
      />
      <OneThingOff on="list" shortOf={results.shortOf ?? null} hidesPrice />
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
      {total === 0 && (
        <>
          <p className="text-ink-2">{t(relaxations.length > 0 ? words.noneText : words.noneAtAll)}</p>
          {nearMisses}
        </>
      )}
      {(of === 'cases' || total + results.above > 1) && tools}
      {results.isNarrowed && (
        <p role="status" className="text-ink-2 text-sm">
          {left === 0
            ? t('matching.narrowedNone')
            : t(listed.above_offer > 0 ? 'matching.narrowedAbove' : 'matching.narrowed', {
                ...{ count: listed.fitting, above: listed.above_offer },
              })}
        </p>
      )}
      <Groups {...props} />
      {left > list.length && (
        <ButtonLink to={`${pagePath(pages + 1)}#n${list.length + 1}`} className="justify-self-center">
          {t(words.more, { count: Math.min(cardsPerPage, left - list.length) })}
        </ButtonLink>
      )}
      {left <= list.length && results.capped && !results.isNarrowed && (
        <p className="text-center text-ink-2 text-sm">{t(words.mostListed, { count: total })}</p>
      )}
      {tried.length > 0 && <Tried title={t(words.tried)} list={tried} />}
      {total > 0 && nearMisses}
    </>
  );
}

/** Who fits, and below them who asks for more than the offer. */
function Groups<One extends Grouped>({ of, results, card }: AllFoundProps<One>) {
  const t = useTranslate();
  const words = wordKeys[of];
  const { list, listed, above, aboveCapped, isNarrowed } = results;
  const within = list.filter((one) => one.within);
  const aboveOffer = list.filter((one) => !one.within);
  const cards = (ones: readonly One[], from: number) =>
    ones.map((one, at) => card(one, { id: `n${from + at + 1}`, isFirst: from + at === 0 }));
  return (
    <>
      {within.length > 0 && (
        <>
          <h2 className="sr-only">{t(words.title)}</h2>
          <ul className="grid gap-4">{cards(within, 0)}</ul>
        </>
      )}
      {aboveOffer.length > 0 && (
        <section className="grid gap-4 border-line border-t pt-5" aria-labelledby="above-offer">
          <header>
            <h2 id="above-offer" className="text-xl">
              {t(words.above, {
                count: isNarrowed ? listed.above_offer : countWords(above, aboveCapped),
              })}
            </h2>
            <p className="mt-1 text-ink-2 text-sm">{t(words.aboveText)}</p>
          </header>
          <ul className="grid gap-4">{cards(aboveOffer, within.length)}</ul>
        </section>
      )}
    </>
  );
}

/** With whom a trial did not suit: named last, never offered again. */
function Tried({ title, list }: { title: string; list: Found<Grouped>['tried'] }) {
  const t = useTranslate();
  return (
    <section className="rounded-card border border-line p-4 text-sm lg:p-5">
      <h2 className="text-lg">{title}</h2>
      <ul className="mt-1">
        {list.map(({ id, name, day }) => (
          <li key={id} className="flex flex-wrap justify-between gap-x-4 py-1.5 text-ink-2">
            <span className="min-w-0 break-words">{name}</span>
            <span className="whitespace-nowrap">{t('matching.triedOn', { day })}</span>
          </li>
        ))}
      </ul>
    </section>
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
