import { useRef, useState } from 'react';
import { useWords } from '#web/ground/i18n/words.tsx';
import { Button } from '#web/ui/button.tsx';
import { Input } from '#web/ui/forms/input.tsx';
import { isComposing } from '#web/ui/forms/send-key.ts';

const longest = 2000;

/** Typed instead of said. What is typed while the connection is away goes out when it is back. */
export function TypedLine({ onSend }: { onSend: (text: string) => void }) {
  const t = useWords();
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const send = () => {
    const typed = text.trim();
    if (typed === '') return field.current?.focus();
    onSend(typed);
    setText('');
    field.current?.focus();
  };
  return (
    <form
      className="flex w-full max-w-lg gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Input
        ref={field}
        // The one thing that was asked for.
        autoFocus
        aria-label={t('voice.typed.label')}
        placeholder={t('voice.typed.label')}
        maxLength={longest}
        enterKeyHint="send"
        autoComplete="off"
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && isComposing(event)) event.preventDefault();
        }}
      />
      <Button type="submit" className="shrink-0 whitespace-nowrap">
        {t('voice.typed.send')}
      </Button>
    </form>
  );
}
