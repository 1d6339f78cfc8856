import type { PracticeMastery } from '#shared/practice.ts';
import { useWords } from '#web/ground/i18n/words.tsx';
import { Button } from '#web/ui/button.tsx';
import { Progress } from '#web/ui/feedback/progress.tsx';

type Props = { list: readonly PracticeMastery[]; onPractise: (kind: string) => void };

/** How far each kind is mastered, the weakest first, in plain numbers. */
export function MasteryList({ list, onPractise }: Props) {
  const t = useWords();
  if (list.length === 0) return null;
  return (
    <section aria-labelledby="mastery" className="grid gap-3">
      <h2 id="mastery" className="text-xl">
        {t('practice.mastery')}
      </h2>
      <p className="text-ink-2 text-sm">{t('practice.masteryHelp')}</p>
      <ul className="grid gap-3">
        {list.map(({ kind, kind_name, mastery, attempts, correct, due }) => (
          <li
            key={kind}
            className="grid grid-cols-[1fr_auto] items-center gap-x-4 rounded-card border border-line bg-sheet p-4"
          >
            <div className="grid gap-1">
              <span className="font-semibold">{kind_name}</span>
              <Progress label={kind_name} value={mastery / 100} />
              <span className="text-ink-2 text-sm">
                {t('practice.score', { attempts, correct })}
                {due > 0 && ` · ${t('practice.dueOfKind', { count: due })}`}
              </span>
            </div>
            <Button
              size="compact"
              aria-label={t('practice.moreOf', { kind: kind_name })}
              onClick={() => onPractise(kind)}
            >
              {t('practice.more')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
