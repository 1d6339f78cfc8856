import type { TutorMessage } from '#shared/chat/chat.ts';
import type { DataPart } from '#shared/chat/parts.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { ChipButton } from '#web/ui/chip.tsx';
import type { Message } from '../composer/composer.tsx';

type NextStepsProps = {
  last: TutorMessage | undefined;
  onSend: (message: Message) => void;
  onTry: () => void;
};

/** After a hint or an unfinished working: the next hint, the whole solution, or another try. */
export function NextSteps({ last, onSend, onTry }: NextStepsProps) {
  const t = useTranslate();
  if (last?.state !== 'done' || !last.parts.some(leavesOpen)) return null;
  const ask = (text: string, wish: Message['wish']) => onSend({ text, wish, files: [] });
  return (
    <fieldset aria-label={t('chat.next.label')} className="flex flex-wrap gap-x-2 print:hidden">
      <ChipButton onClick={() => ask(t('chat.next.hintText'), 'hint')}>{t('chat.next.hint')}</ChipButton>
      <ChipButton onClick={() => ask(t('chat.next.wholeText'), 'answer')}>{t('chat.next.whole')}</ChipButton>
      <ChipButton onClick={onTry}>{t('chat.next.try')}</ChipButton>
    </fieldset>
  );
}

const leavesOpen = (part: DataPart) =>
  (part.type === 'data-solution' && part.data.answer === '') ||
  (part.type === 'data-marking' && !part.data.is_finished);
