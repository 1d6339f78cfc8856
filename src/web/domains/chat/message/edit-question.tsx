import { type KeyboardEvent, use, useEffect, useRef } from 'react';
import { chatLimits } from '#shared/chat/limits.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { Button } from '#web/ui/button.tsx';
import { controlClass } from '#web/ui/forms/input.tsx';
import { growToText, isSendKey } from '#web/ui/forms/typing.ts';
import { BeginButton, Busy } from './begin.tsx';

type EditQuestionProps = {
  text: string;
  onSave: (text: string) => void;
  onCancel: () => void;
};

/** Edits a question: saving makes a new version, with an answer of its own. */
export default function EditQuestion({ text, onSave, onCancel }: EditQuestionProps) {
  const t = useTranslate();
  const busy = use(Busy);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    const element = field.current;
    if (!element) return;
    growToText(element);
    element.focus();
    element.setSelectionRange(element.value.length, element.value.length);
  }, []);
  const save = () => {
    const changed = field.current?.value.trim();
    if (changed && !busy) onSave(changed);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.nativeEvent.isComposing) return onCancel();
    if (!isSendKey(event)) return;
    event.preventDefault();
    save();
  };
  return (
    <div className="grid w-full gap-2">
      <textarea
        ref={field}
        rows={1}
        defaultValue={text}
        maxLength={chatLimits.text}
        aria-label={t('chat.editLabel')}
        onChange={(event) => growToText(event.target)}
        onKeyDown={onKeyDown}
        className={`${controlClass} max-h-80 resize-none`}
      />
      <p className="text-ink-2 text-xs">{t('chat.editNote')}</p>
      <div className="flex justify-end gap-2">
        <Button size="compact" onClick={onCancel}>
          {t('chat.cancel')}
        </Button>
        <BeginButton variant="primary" onClick={save}>
          {t('chat.saveEdit')}
        </BeginButton>
      </div>
    </div>
  );
}
