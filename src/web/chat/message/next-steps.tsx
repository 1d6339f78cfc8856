import type { TutorMessage } from '#shared/chat.ts';
import { useWords } from '#web/words.tsx';
import { ChipButton } from '../../ui/chip.tsx';
import type { Message } from '../composer/composer.tsx';

type NextStepsProps = {
  last: TutorMessage | undefined;
  onSend: (message: Message) => void;
  onTry: () => void;
};

/** After a hint: the next one, the whole solution, or one's own try. */
export function NextSteps({ last, onSend, onTry }: NextStepsProps) {
  const t = useWords();
  const isHint =
    last?.state === 'done' &&
    last.parts.some((part) => part.type === 'data-solution' && part.data.answer === '');
  if (!isHint) return null;
  const ask = (text: string, wish: Message['wish']) => onSend({ text, wish, files: [] });
  return (
    <fieldset aria-label={t('chat.next.label')} className="flex flex-wrap gap-x-2 print:hidden">
      <ChipButton onClick={() => ask(t('chat.next.hintText'), 'hint')}>{t('chat.next.hint')}</ChipButton>
      <ChipButton onClick={() => ask(t('chat.next.wholeText'), 'answer')}>{t('chat.next.whole')}</ChipButton>
      <ChipButton onClick={onTry}>{t('chat.next.try')}</ChipButton>
    </fieldset>
  );
}
