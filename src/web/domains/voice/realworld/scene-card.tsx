import { useWords } from '#web/ground/i18n/words.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Chip } from '#web/ui/chip.tsx';
import type { ShownScene } from '../load-voice.ts';
import { GoalList } from './goal-list.tsx';

type SceneCardProps = { scene: ShownScene; onStart: (() => void) | undefined };

export function SceneCard({ scene, onStart }: SceneCardProps) {
  const t = useWords();
  const { id, title, setting, student, partner, goals, language } = scene;
  return (
    <Card as="li" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 id={`scene-${id}`} className="text-lg">
          {title}
        </h3>
        <Chip>{t(`voice.languages.${language}`)}</Chip>
      </div>
      <p>{setting}</p>
      <dl className="grid grid-cols-[auto_1fr] gap-x-3 text-sm">
        <dt className="text-ink-2">{t('voice.scenes.you')}</dt>
        <dd>{student}</dd>
        <dt className="text-ink-2">{t('voice.scenes.partner')}</dt>
        <dd>{partner}</dd>
      </dl>
      <div className="grow text-sm">
        <GoalList goals={goals} />
      </div>
      {onStart && (
        <Button onClick={onStart} aria-describedby={`scene-${id}`} className="justify-self-start">
          {t('voice.scenes.start')}
        </Button>
      )}
    </Card>
  );
}
