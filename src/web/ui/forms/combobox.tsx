import X from 'lucide-react/icons/x';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useWords } from '#web/ground/i18n/words.tsx';
import { cx } from '../cx.ts';
import { target } from '../target.ts';
import type { FieldControl } from './field.tsx';
import { Input } from './input.tsx';

export type Found = { id: number; name: string };

type ComboboxProps = FieldControl & {
  value: Found | null;
  onChange: (value: Found | null) => void;
  search: (text: string) => Promise<Found[]>;
  placeholder?: string | undefined;
};

type Answer = { text: string; list: Found[]; failed?: boolean };

const pauseMs = 250;

/** Type a part of a name, choose from what is found. Text that names nothing is not kept. */
export function Combobox({ value, onChange, search, placeholder, ...control }: ComboboxProps) {
  const t = useWords();
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState<string>();
  const [active, setActive] = useState(-1);
  const { answer, again } = useAnswer(text, search);
  const open = text !== undefined && text.trim() !== '';
  const current = open && answer?.text === text ? answer : undefined;
  const options = current?.list ?? [];

  const close = () => {
    setText(undefined);
    setActive(-1);
  };
  const choose = (found: Found | undefined) => {
    if (!found) return;
    onChange(found);
    close();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && options.length > 0) {
      event.preventDefault();
      setActive((active + step + options.length) % options.length);
    } else if (event.key === 'Enter' && open) {
      event.preventDefault();
      choose(options[active] ?? (options.length === 1 ? options[0] : undefined));
    } else if (event.key === 'Escape' && open) {
      event.preventDefault();
      close();
    }
  };

  return (
    <div className="relative">
      <Input
        {...control}
        ref={input}
        role="combobox"
        aria-expanded={options.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={active >= 0 ? `${listId}-${active}` : undefined}
        autoComplete="off"
        placeholder={placeholder}
        value={text ?? value?.name ?? ''}
        onChange={(event) => {
          setText(event.target.value);
          setActive(-1);
          if (event.target.value === '') onChange(null);
        }}
        onKeyDown={onKeyDown}
        onBlur={close}
        className={value ? 'pr-12' : undefined}
      />
      {value && (
        <button
          type="button"
          aria-label={t('form.clear')}
          onClick={() => {
            onChange(null);
            close();
            input.current?.focus();
          }}
          className={cx(
            target,
            'absolute top-0 right-0 grid place-items-center text-ink-2 transition-colors hover:text-ink',
          )}
        >
          <X aria-hidden size="1rem" strokeWidth={1.5} />
        </button>
      )}
      {open && (
        <div className="absolute inset-x-0 top-full z-20 mt-1 max-h-72 overflow-y-auto rounded-card border border-line bg-sheet shadow-float">
          <div id={listId} role="listbox" aria-label={t('form.found')} tabIndex={-1}>
            {options.map((option, index) => (
              // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the input, which names the active option
              // biome-ignore lint/a11y/useKeyWithClickEvents: the input hears the keys
              <div
                key={option.id}
                id={`${listId}-${index}`}
                role="option"
                aria-selected={index === active}
                // Before the blur, which would close the list.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => choose(option)}
                className={cx(
                  target,
                  'flex cursor-pointer items-center px-3.5 py-1.5 text-sm hover:bg-paper-2',
                  index === active && 'bg-paper-2',
                )}
              >
                {option.name}
              </div>
            ))}
          </div>
          {current?.failed ? (
            <button
              type="button"
              onMouseDown={(event) => event.preventDefault()}
              onClick={again}
              className="min-h-11 w-full px-3.5 text-left text-sm underline"
            >
              {t('form.searchFailed')}
            </button>
          ) : (
            options.length === 0 && (
              <p className="px-3.5 py-3 text-ink-2 text-sm">
                {current ? t('form.noneFound') : t('form.searching')}
              </p>
            )
          )}
        </div>
      )}
      <span role="status" className="sr-only">
        {current && !current.failed && t('form.foundCount', { count: options.length })}
      </span>
    </div>
  );
}

/** What the search found for the text, asked once typing pauses; an answer to an earlier text is not listened to. */
function useAnswer(text: string | undefined, search: (text: string) => Promise<Found[]>) {
  const [answer, setAnswer] = useState<Answer>();
  const [attempt, setAttempt] = useState(0);
  const latest = useRef(search);
  latest.current = search;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks the same again
  useEffect(() => {
    if (!text?.trim()) return;
    let wanted = true;
    const timer = setTimeout(async () => {
      const next: Answer = await latest.current(text.trim()).then(
        (list) => ({ text, list }),
        () => ({ text, list: [], failed: true }),
      );
      if (wanted) setAnswer(next);
    }, pauseMs);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [text, attempt]);
  return {
    answer,
    again: () => {
      setAnswer(undefined);
      setAttempt(attempt + 1);
    },
  };
}
