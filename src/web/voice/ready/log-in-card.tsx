import { useWords } from '#web/words.tsx';
import { LogInFirst } from '../../eraser/log-in-first.tsx';
import { Card } from '../../ui/card.tsx';
import { VoiceDrawing } from '../../ui/drawings/voice.tsx';

/** Who is not logged in sees what there is, and this. */
export function LogInCard() {
  const t = useWords();
  return (
    <Card className="py-0">
      <LogInFirst
        drawing={<VoiceDrawing />}
        title={t('voice.visitor.title')}
        text={t('voice.visitor.text')}
      />
    </Card>
  );
}
