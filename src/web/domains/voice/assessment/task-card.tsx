import { useWords } from '#web/ground/i18n/words.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Chip } from '#web/ui/chip.tsx';
import type { ShownTask } from '../load-voice.ts';
import { clockWords } from '../ready/time-words.ts';
import { langOf } from './lang-of.ts';

type TaskCardProps = { task: ShownTask; isHeard: boolean; onStart: (() => void) | undefined };

export function TaskCard({ task, isHeard, onStart }: TaskCardProps) {
  const t = useWords();
  const { id, title, kind, language, prompt, prepareSeconds, answerSeconds } = task;
  return (
    <Card as="li" className="flex flex-col gap-3">
      <div className="flex flex-wrap gap-2">
        <Chip>{t(`voice.languages.${language}`)}</Chip>
        <Chip tone="jade">{t(`voice.tasks.${kind}`)}</Chip>
      </div>
      <h3 id={`task-${id}`} className="text-lg">
        {title}
      </h3>
      <p lang={langOf(language)} className="grow">
        {prompt}
      </p>
      <p className="text-ink-2 text-sm">
        {t('voice.tasks.prepare', { time: clockWords(prepareSeconds) })}
        {' · '}
        {t('voice.tasks.answer', { time: clockWords(answerSeconds) })}
      </p>
      {onStart &&
        (isHeard ? (
          <Button onClick={onStart} aria-describedby={`task-${id}`}>
            {t('voice.tasks.start')}
          </Button>
        ) : (
          <p className="text-amber text-sm">{t('voice.tasks.unavailable')}</p>
        ))}
    </Card>
  );
}
