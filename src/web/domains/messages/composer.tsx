import SendHorizontal from 'lucide-react/icons/send-horizontal';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { ContactHint } from '#web/ui/forms/contact-hint.tsx';
import { controlClass } from '#web/ui/forms/input.tsx';
import { growToText, isSendKey } from '#web/ui/forms/typing.ts';
import { keepTyped, readTyped } from './outbox.ts';

const mostLetters = 2000;
const countFrom = 1800;

type ComposerProps = {
  conversation: number;
  owner: number;
  /** Whether contact details are covered. */
  covers: boolean;
  onSend: (text: string) => void;
};

/** Grows with the text, and saves it on this device until it is sent. */
export function Composer({ conversation, owner, covers, onSend }: ComposerProps) {
  const t = useTranslate();
  const field = useRef<HTMLTextAreaElement>(null);
  const [typed, setTyped] = useState('');
  const { length } = typed;

  const updateSize = () => {
    const element = field.current;
    if (!element) return;
    setTyped(element.value);
    growToText(element);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page is alive
  useEffect(() => {
    // Text typed before hydration is newer than the saved draft.
    if (field.current?.value === '') field.current.value = readTyped(conversation, owner);
    updateSize();
  }, []);

  const send = () => {
    const element = field.current;
    const text = element?.value.trim();
    if (!element || !text) return;
    onSend(text);
    element.value = '';
    keepTyped(conversation, owner, '');
    updateSize();
    element.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isSendKey(event)) return;
    event.preventDefault();
    send();
  };

  return (
    <form
      className="border-line border-t p-3"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <div className="flex items-end gap-2">
        <textarea
          ref={field}
          rows={1}
          maxLength={mostLetters}
          aria-label={t('talk.write')}
          placeholder={t('talk.write')}
          onChange={(event) => {
            keepTyped(conversation, owner, event.target.value);
            updateSize();
          }}
          onKeyDown={onKeyDown}
          className={`${controlClass} max-h-40 resize-none overflow-y-auto`}
        />
        <button
          type="submit"
          aria-label={t('talk.send')}
          aria-disabled={length === 0}
          className={buttonClass('primary', 'shrink-0 aria-disabled:opacity-55', 'compact')}
        >
          <SendHorizontal className="size-5" />
        </button>
      </div>
      {covers && <ContactHint text={typed} className="mt-1" />}
      <p className="mt-1 text-ink-2 text-xs max-lg:hidden">{t('talk.keys')}</p>
      {length >= countFrom && (
        <p role="status" className="mt-1 text-right text-ink-2 text-xs">
          {t('talk.lettersLeft', { count: mostLetters - length })}
        </p>
      )}
    </form>
  );
}
