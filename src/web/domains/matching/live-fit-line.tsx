import Users from 'lucide-react/icons/users';
import { countWords } from '#web/ground/i18n/numbers.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { cx } from '#web/ui/cx.ts';
import { AnimatedNumber } from '#web/ui/motion/animated-number.tsx';
import { feesIn } from './asked-fees.ts';
import type { LiveFit } from './use-live-fit.ts';

type LiveFitLineProps = {
  fit: LiveFit;
  /** Nobody is dearer than an offer that the family has not seen yet. */
  isOfferSeen?: boolean;
};

/**
 * How many tutors fit and their prices, in one line beside the form's buttons. Its height is always reserved.
 */
export function LiveFitLine({ fit: { state, answer }, isOfferSeen = true }: LiveFitLineProps) {
  const t = useTranslate();
  return (
    <p
      role="status"
      aria-busy={state === 'working'}
      className="flex min-h-7 w-full items-center gap-2 text-sm lg:min-h-11"
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
        <span>
          <Found total={answer.total} capped={answer.capped} />
          <span className="text-ink-2">
            {' ・ '}
            <Fees answer={answer} isOfferSeen={isOfferSeen} />
          </span>
        </span>
      ) : (
        <span className="text-ink-2">
          {t(state === 'ask' ? 'liveFit.ask' : state === 'failed' ? 'liveFit.failed' : 'liveFit.working')}
        </span>
      )}
    </p>
  );
}

/** Who fits but asks more than the offer; else what those who fit ask. */
function Fees({ answer, isOfferSeen }: { answer: NonNullable<LiveFit['answer']>; isOfferSeen: boolean }) {
  const t = useTranslate();
  const { total, above, aboveCapped, price } = answer;
  const count = countWords(above, aboveCapped);
  if (total === 0) return t(above > 0 ? 'liveFit.onlyAbove' : 'liveFit.noneHelp', { count });
  if (above > 0 && isOfferSeen) return t('liveFit.above', { count });
  return price.asked ? t('liveFit.asked', feesIn(price.asked)) : null;
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
