import type { ReactNode, Ref } from 'react';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { Loading, Skeleton } from '#web/ui/feedback/waiting.tsx';
import { BackLink } from '#web/ui/page-parts.tsx';
import type { Computing } from './use-compute.ts';

type FrameProps = {
  heading: string;
  headingRef: Ref<HTMLHeadingElement>;
  lead: string;
  aside: ReactNode;
  children: ReactNode;
};

/** The results beside the case or listing they were found for; on a phone the results come first. */
export function MatchFrame({ heading, headingRef, lead, aside, children }: FrameProps) {
  const t = useTranslate();
  return (
    <div className="py-4 lg:py-8">
      <BackLink to="/my-tutoring">{t('matching.backToMine')}</BackLink>
      <div className="mt-1 grid items-start gap-6 lg:grid-cols-[max(20rem,280px)_minmax(0,1fr)] lg:gap-8">
        <div className="grid gap-4 lg:col-start-2">
          <header>
            <h1 ref={headingRef} tabIndex={-1} className="text-2xl outline-none lg:text-3xl">
              {heading}
            </h1>
            <p className="mt-1 text-ink-2 text-sm lg:hidden">{lead}</p>
          </header>
          {children}
        </div>
        <aside className="lg:sticky lg:top-[5.25rem] lg:col-start-1 lg:row-start-1">
          <Card as="section" className="grid gap-4">
            {aside}
          </Card>
        </aside>
      </div>
    </div>
  );
}

/**
 * When the results were computed, that they are being computed again, or that this failed. One line, to avoid
 * a layout shift.
 */
export function Freshness({
  state,
  time,
  onRetry,
  children,
}: {
  state: Computing;
  time: string;
  onRetry: () => void;
  children?: ReactNode;
}) {
  const t = useTranslate();
  return (
    <div className="-mt-3 flex min-h-7 flex-wrap items-center justify-between gap-x-4 text-ink-2 text-sm">
      <p role="status">
        {state === 'working' && t('matching.updating')}
        {state === 'done' && t('matching.updated')}
        {state === 'failed' && t('matching.failed', { time })}
      </p>
      {state === 'failed' ? (
        <Button size="compact" onClick={onRetry}>
          {t('matching.retry')}
        </Button>
      ) : (
        children
      )}
    </div>
  );
}

/** Nothing is stored yet: it is being computed, or that failed. */
export function FirstTime({ state, text, onRetry }: { state: Computing; text: string; onRetry: () => void }) {
  const t = useTranslate();
  if (state === 'failed')
    return <ErrorState title={t('matching.failedTitle')} text={text} onRetry={onRetry} />;
  return (
    <Loading className="grid gap-4">
      {[1, 2, 3].map((card) => (
        <Card key={card} className="grid gap-3">
          <div className="flex gap-3">
            <Skeleton className="size-12 shrink-0" />
            <div className="grid grow content-start gap-2">
              <Skeleton className="h-6 w-32" />
              <Skeleton className="h-4 w-full" />
            </div>
          </div>
          <Skeleton className="h-16 w-full" />
          <Skeleton className="h-11 w-40" />
        </Card>
      ))}
    </Loading>
  );
}
