import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { LogInFirst } from '#web/shell/empty-pages.tsx';
import { Card } from '#web/ui/card.tsx';
import { VoiceDrawing } from '#web/ui/drawings.tsx';

/** Log-in card for visitors, who see the lists as well. */
export function LogInCard() {
  const t = useTranslate();
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
