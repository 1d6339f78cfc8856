import type { Practice } from '#shared/eraser/eraser.ts';
import { useWords } from '#web/ground/i18n/words.tsx';
import { DayWords } from '../day-words.tsx';
import { clockWords } from '../practise/clock.ts';

/** How long it took the last times. */
export function PracticeList({ practices }: { practices: readonly Practice[] }) {
  const t = useWords();
  const finished = practices.filter(({ finished_at }) => finished_at !== null);
  if (finished.length === 0) return null;
  return (
    <section aria-labelledby="practices" className="mt-8">
      <h2 id="practices" className="mb-2 text-lg">
        {t('eraser.practise.before')}
      </h2>
      <ul className="grid max-w-96 gap-1">
        {finished.map(({ id, started_at, seconds }) => (
          <li key={id} className="flex justify-between border-line border-b py-1.5">
            <span>
              <DayWords at={started_at} words="eraser.practise.on" />
            </span>
            <span className="font-semibold tabular-nums">{clockWords(seconds)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
