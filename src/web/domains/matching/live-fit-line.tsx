import Users from 'lucide-react/icons/users';
import { countWords } from '#web/ground/i18n/numbers.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { cx } from '#web/ui/cx.ts';
import type { LiveFit } from './use-live-fit.ts';

/**
 * How many tutors fit and their prices, in one line beside the form's buttons. Its height is always reserved.
 */
export function LiveFitLine({ fit: { state, answer } }: { fit: LiveFit }) {
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
          <strong className={answer.total > 0 ? 'text-jade' : undefined}>
            {answer.total === 0
              ? t('liveFit.none')
              : answer.total === 1
                ? t('liveFit.foundOne')
                : t('liveFit.found', { count: countWords(answer.total, answer.capped) })}
          </strong>
          <span className="text-ink-2">
            {' ・ '}
            {answer.total > 0
              ? t('liveFit.price', { low: answer.price.p25, high: answer.price.p75 })
              : t('liveFit.noneHelp')}
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
