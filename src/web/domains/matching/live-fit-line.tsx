import Users from 'lucide-react/icons/users';
import { countWords } from '#web/ground/i18n/numbers.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { cx } from '#web/ui/cx.ts';
import { AnimatedNumber } from '#web/ui/motion/animated-number.tsx';
import { feesIn } from './asked-fees.ts';
import { OneThingOff } from './one-thing-off.tsx';
import type { LiveFit } from './use-live-fit.ts';

type LiveFitLineProps = {
  fit: LiveFit;
  /** Nobody is dearer than an offer that the family has not seen yet. */
  isOfferSeen?: boolean;
};

/**
 * How many tutors fit, their prices, and whom one thing keeps away, beside the form's buttons. Its height is always
 * reserved.
 */
export function LiveFitLine({ fit: { state, answer }, isOfferSeen = true }: LiveFitLineProps) {
  const t = useTranslate();
  return (
    <p
      role="status"
      aria-busy={state === 'working'}
      className="flex min-h-11 w-full items-center gap-2 text-sm"
    >
      <Users
        size="1.125rem"
        className={cx(
          'shrink-0',
          answer && answer.total > 0 ? 'text-jade' : 'text-ink-2',
          state === 'working' && 'animate-pulse',
        )}
      />
      {answer ? (
        <span className="min-w-0">
          <Found total={answer.total} capped={answer.capped} />
          <Beside answer={answer} />
          <OneThingOff on="form" shortOf={answer.shortOf} hidesPrice={!isOfferSeen && answer.total > 0} />
        </span>
      ) : (
        <span className="text-ink-2">
          {t(state === 'ask' ? 'liveFit.ask' : state === 'failed' ? 'liveFit.failed' : 'liveFit.working')}
        </span>
      )}
    </p>
  );
}

/** What those who fit ask; where nobody does, what can be done. */
function Beside({ answer: { total, price } }: { answer: NonNullable<LiveFit['answer']> }) {
  const t = useTranslate();
  const words = total === 0 ? t('liveFit.noneHelp') : price.asked && t('liveFit.asked', feesIn(price.asked));
  return words && <span className="text-ink-2">{` ・ ${words}`}</span>;
}

const countMs = 600;

/** Counts on from the last number, so that one sees what a choice changed. */
function Found({ total, capped }: { total: number; capped: boolean }) {
  const t = useTranslate();
  if (total === 0) return <strong>{t('liveFit.none')}</strong>;
  const [before, after] = t(total === 1 ? 'liveFit.foundOne' : 'liveFit.found', { count: '|' }).split('|');
  return (
    <strong className="whitespace-nowrap text-jade">
      {before}
      <AnimatedNumber
        value={total}
        from={total}
        duration={countMs}
        format={(count) => countWords(count, capped)}
      />
      {after}
    </strong>
  );
}
