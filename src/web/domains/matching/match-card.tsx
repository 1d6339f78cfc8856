import type { ReactNode } from 'react';
import { useWords } from '#web/ground/i18n/words.tsx';
import { AppLink } from '#web/ui/app-link.tsx';
import { Card } from '#web/ui/card.tsx';
import { ReasonBars } from './reason-bars.tsx';
import type { ReasonView } from './reasons.ts';
import { ScoreRing } from './score-ring.tsx';

type MatchCardProps = {
  to: string;
  title: ReactNode;
  chips?: ReactNode;
  avatar?: ReactNode;
  line: string;
  fit: number;
  reasons: readonly ReasonView[];
  drawback: string | null;
  /** Whether the reasons are there to be seen at once. */
  open: boolean;
  /** Whether it is the only one that fits. */
  alone: boolean;
  children: ReactNode;
};

/** A result: who or what, how well it fits and why, one thing to keep in mind, and what to do. */
export function MatchCard(props: MatchCardProps) {
  const t = useWords();
  const { to, title, chips, avatar, line, fit, reasons, drawback, open, alone, children } = props;
  return (
    <Card as="li" className="grid gap-3 p-4 lg:p-5">
      <div className="flex items-start gap-3">
        {avatar}
        <div className="min-w-0 grow">
          <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <h2 className="text-lg">
              <AppLink to={to} className="font-sans underline-offset-4 hover:underline">
                {title}
              </AppLink>
            </h2>
            {chips}
          </div>
          <p className="mt-0.5 text-ink-2 text-sm">{line}</p>
        </div>
        <ScoreRing fit={fit} />
      </div>
      {open ? (
        <ReasonBars reasons={reasons} alone={alone} />
      ) : (
        <details className="-my-3">
          <summary className="inline-flex min-h-11 cursor-pointer items-center text-sm underline underline-offset-4">
            {t('matching.reasons')}
          </summary>
          <ReasonBars reasons={reasons} alone={alone} />
        </details>
      )}
      <p className="text-amber text-sm">
        {drawback ? t('matching.beware', { drawback }) : t('matching.noDrawback')}
      </p>
      {children}
    </Card>
  );
}
