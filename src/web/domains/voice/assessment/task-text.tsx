import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import type { ShownTask } from '../load-voice.ts';
import { langOf } from './lang-of.ts';

/** The task, shown before and during the answer. */
export function TaskText({ task }: { task: ShownTask }) {
  const t = useTranslate();
  const { language, prompt, passage, points } = task;
  return (
    <div className="grid gap-3">
      <p lang={langOf(language)} className="text-lg">
        {prompt}
      </p>
      {passage && (
        <figure className="grid gap-1">
          <figcaption className="text-ink-2 text-sm">{t('voice.tasks.passage')}</figcaption>
          <blockquote
            lang={langOf(language)}
            className="rounded-card border border-line bg-paper p-4 text-lg leading-loose"
          >
            {passage}
          </blockquote>
        </figure>
      )}
      {!passage && points.length > 0 && (
        <div>
          <h3 className="text-base">{t('voice.tasks.points')}</h3>
          <ul className="mt-1 grid list-disc gap-1 pl-5 text-sm marker:text-ink-2">
            {points.map((point) => (
              <li key={point}>{point}</li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}
