import { useEffect, useEffectEvent, useRef } from 'react';
import { countWords } from '#web/ground/i18n/numbers.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { AppLink } from '#web/ground/routing/page-link.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { cardClass, gridClass } from '#web/ui/card-style.ts';
import { Skeleton } from '#web/ui/feedback/waiting.tsx';
import { listPath } from './filters.ts';
import type { ListData } from './load-list.ts';
import { ResultsGrid } from './results-grid.tsx';
import type { Hearts } from './saved/heart-button.tsx';
import { useMore } from './use-more.ts';

/** The cards, and a link to the next ones that is followed automatically when it comes near. */
export function Results({ data, hearts }: { data: ListData; hearts: Hearts }) {
  const t = useTranslate();
  const { href } = useShell();
  const { list, marks, next, busy, problem, load } = useMore(data);
  const total = countWords(data.total, data.capped);
  const link = useNear<HTMLAnchorElement>(load, !busy && !problem);
  return (
    <>
      {data.after && (
        <p className="mb-3">
          <AppLink
            to={href(listPath(data.tab, data.filters, { gated: data.gated }))}
            className="inline-flex min-h-11 items-center text-sm underline underline-offset-4"
          >
            {t('market.fromStart')}
          </AppLink>
        </p>
      )}
      <ResultsGrid list={list} hearts={hearts} marks={marks} />
      {busy && <SkeletonCards />}
      <div className="grid min-h-28 justify-items-center gap-2 pt-6 text-center">
        {problem && (
          <div role="alert" className="grid justify-items-center gap-2">
            <p>{problem}</p>
            <Button variant="primary" onClick={load}>
              {t('ui.retry')}
            </Button>
          </div>
        )}
        {next && !problem && (
          <a
            ref={link}
            href={`${next}#n${list.length + 1}`}
            aria-busy={busy}
            onClick={(event) => {
              if (event.ctrlKey || event.metaKey || event.shiftKey) return;
              event.preventDefault();
              load();
            }}
            className={buttonClass()}
          >
            {t(busy ? 'market.loadingMore' : 'market.more')}
          </a>
        )}
        {!data.after && (
          <p role="status" className="text-ink-2 text-sm">
            {next ? t('market.shown', { shown: list.length, total }) : t('market.allShown', { total })}
          </p>
        )}
      </div>
    </>
  );
}

/** About a screen before the end. */
const ahead = '600px';

function useNear<Element extends HTMLElement>(onNear: () => void, ready: boolean) {
  const ref = useRef<Element>(null);
  const near = useEffectEvent(onNear);
  useEffect(() => {
    if (!ref.current || !ready || typeof IntersectionObserver === 'undefined') return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) near();
      },
      { rootMargin: ahead },
    );
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, [ready]);
  return ref;
}

function SkeletonCards() {
  return (
    <div aria-hidden className={`mt-4 ${gridClass}`}>
      {['first', 'second'].map((key) => (
        <div key={key} className={cardClass}>
          <Skeleton className="h-5 w-2/3" />
          <Skeleton className="mt-3 h-4 w-full" />
          <Skeleton className="mt-6 h-6 w-1/3" />
        </div>
      ))}
    </div>
  );
}
