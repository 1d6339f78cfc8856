import type { ReactNode } from 'react';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { AppLink } from '#web/ground/routing/page-link.tsx';
import { Card } from '#web/ui/card.tsx';
import { cx } from '#web/ui/cx.ts';
import type { ReasonView } from './reasons.ts';

type MatchCardProps = {
  to: string;
  title: ReactNode;
  chips?: ReactNode;
  avatar?: ReactNode;
  line: string;
  fit: number;
  reasons: readonly ReasonView[];
  drawback: string | null;
  /** Whether the reasons are expanded initially. */
  open: boolean;
  /** Whether it is the only result. */
  alone: boolean;
  children: ReactNode;
};

/** A result: the tutor or case, how well it fits and why, one drawback, and the actions. */
export function MatchCard(props: MatchCardProps) {
  const t = useTranslate();
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

const radius = 26;
const around = 2 * Math.PI * radius;

/** How well it fits, of 100. */
function ScoreRing({ fit }: { fit: number }) {
  const t = useTranslate();
  return (
    <div
      role="img"
      aria-label={t('matching.score', { score: fit })}
      className="grid shrink-0 justify-items-center gap-0.5"
    >
      <svg viewBox="0 0 60 60" aria-hidden className="size-[max(3.75rem,56px)]">
        <circle cx="30" cy="30" r={radius} fill="none" className="stroke-line" strokeWidth="5" />
        <circle
          cx="30"
          cy="30"
          r={radius}
          fill="none"
          className="stroke-jade"
          strokeWidth="5"
          strokeLinecap="round"
          strokeDasharray={`${(around * fit) / 100} ${around}`}
          transform="rotate(-90 30 30)"
        />
        <text
          x="30"
          y="31"
          textAnchor="middle"
          dominantBaseline="central"
          className="fill-ink font-bold text-[18px] tabular-nums"
        >
          {fit}
        </text>
      </svg>
      <span aria-hidden className="text-ink-2 text-xs">
        {t('matching.scoreLabel')}
      </span>
    </div>
  );
}

const nearly = 0.02;

/**
 * Each reason with its text; the middle of the bar is the average of all results. A single result has nothing
 * to compare with.
 */
function ReasonBars({ reasons, alone }: { reasons: readonly ReasonView[]; alone: boolean }) {
  const t = useTranslate();
  return (
    <ul
      aria-label={t('matching.reasons')}
      className={cx(
        'grid gap-x-3 gap-y-1.5 text-sm',
        alone
          ? 'grid-cols-[auto_1fr] lg:grid-cols-[max(4rem,56px)_1fr]'
          : 'grid-cols-[auto_3rem_1fr] lg:grid-cols-[max(4rem,56px)_20rem_1fr]',
      )}
    >
      {reasons.map(({ label, words, share, isReason }) => (
        <li key={label} className="col-span-full grid grid-cols-subgrid items-center">
          <span className="text-ink-2">{label}</span>
          {!alone && (
            <span className="relative h-2 rounded-full bg-paper-2">
              <span
                aria-hidden
                className={cx('absolute inset-y-0 left-0 rounded-full', isReason ? 'bg-jade' : 'bg-ink-2/45')}
                style={{ width: `${share * 100}%` }}
              />
              <span aria-hidden className="-inset-y-0.5 absolute left-1/2 w-px bg-ink-2/70" />
            </span>
          )}
          <span>
            {words}
            {!alone && <span className="sr-only">{t(comparedBy(share))}</span>}
          </span>
        </li>
      ))}
    </ul>
  );
}

function comparedBy(share: number) {
  if (Math.abs(share - 0.5) < nearly) return 'matching.asUsual';
  return share > 0.5 ? 'matching.aboveUsual' : 'matching.belowUsual';
}
