import type { ReactNode } from 'react';
import { AppLink } from '#web/ground/routing/page-link.tsx';
import { titleLinkClass } from '#web/ui/card-style.ts';
import { cx } from '#web/ui/cx.ts';
import { Facts } from '#web/ui/facts.tsx';
import { FitChip, HowItAddsUp, Told } from './fit-told.tsx';
import type { FitWord, Points } from './fit-words.ts';

type MatchCardProps = {
  id: string;
  to: string;
  title: ReactNode;
  chips?: ReactNode;
  avatar?: ReactNode;
  /** What families say of a tutor, in a line. */
  rating?: ReactNode;
  /** In the corner: keeping it. */
  corner?: ReactNode;
  /** Beside the figures: choosing it for a comparison. */
  tick?: ReactNode;
  line: string;
  word: FitWord;
  reasons: readonly string[];
  drawback: string | null;
  points: Points;
  price: ReactNode;
  /** What can be done, or has been. */
  children: ReactNode;
};

/** Above the link that covers the card. */
const aboveLink = 'relative z-1';

/**
 * A result: the tutor or case, how well it fits in words, two reasons and one drawback. The whole card leads to
 * its page.
 */
export function MatchCard(props: MatchCardProps) {
  const { id, to, title, chips, avatar, line, word, points, price, children } = props;
  const { rating, corner, tick, reasons, drawback } = props;
  return (
    <li
      id={id}
      className="relative grid scroll-mt-20 gap-3 rounded-card border border-line bg-sheet p-4 transition-colors hover:border-ink-2 lg:p-5"
    >
      <div className="flex items-start gap-3">
        {avatar}
        <div className="min-w-0 grow">
          <div className={cx('flex flex-wrap items-center gap-x-2 gap-y-1', corner ? 'pr-9' : undefined)}>
            <h3 className="text-lg">
              <AppLink to={to} className={cx(titleLinkClass, 'break-words')}>
                {title}
              </AppLink>
            </h3>
            <FitChip word={word} />
          </div>
          {rating}
          <Facts of={line} className="mt-0.5 text-ink-2 text-sm" />
          {chips && <div className="mt-1.5 flex flex-wrap gap-1.5 empty:hidden">{chips}</div>}
        </div>
      </div>
      <Told reasons={reasons} drawback={drawback} />
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 lg:flex-row-reverse lg:flex-nowrap">
        {price}
        <div className={cx(aboveLink, 'grid min-w-0 gap-2 empty:hidden')}>{children}</div>
      </div>
      <div className="relative">
        <HowItAddsUp points={points} />
        {tick && <div className="absolute -top-2 right-0 z-1">{tick}</div>}
      </div>
      {corner && <div className="absolute top-1.5 right-1.5 z-1">{corner}</div>}
    </li>
  );
}
