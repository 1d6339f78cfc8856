import Circle from 'lucide-react/icons/circle';
import CircleCheck from 'lucide-react/icons/circle-check';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { cx } from '#web/ui/cx.ts';
import type { ShownScene } from '../load-voice.ts';

type GoalListProps = { goals: ShownScene['goals']; met?: readonly string[] };

/** Goals of a scene; with `met`, reached ones are ticked. */
export function GoalList({ goals, met }: GoalListProps) {
  const t = useTranslate();
  return (
    <ul className="grid gap-2">
      {goals.map(({ id, text }) => {
        const isMet = met?.includes(id) ?? false;
        const Icon = isMet ? CircleCheck : Circle;
        return (
          <li key={id} className="flex items-start gap-2" data-goal={id} data-met={isMet}>
            <Icon size="1.25rem" className={cx('mt-0.5 shrink-0', isMet ? 'text-jade' : 'text-ink-2')} />
            <span className={cx(isMet && 'font-semibold')}>
              {text}
              {met && (
                <span className="sr-only"> {t(isMet ? 'voice.scenes.met' : 'voice.scenes.notMet')}</span>
              )}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
