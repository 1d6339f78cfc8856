import X from 'lucide-react/icons/x';
import { type FocusEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useWords } from '#web/ground/i18n/words.tsx';
import { cx, target } from '../cx.ts';
import { useFieldTies } from './field.tsx';
import { Input } from './input.tsx';

export type Found = { id: number; name: string };

type ComboboxProps = {
  value: Found | null;
  onChange: (value: Found | null) => void;
  search: (text: string) => Promise<Found[]>;
  placeholder?: string | undefined;
};

type Answer = { text: string; list: Found[]; failed?: boolean };

const pauseMs = 250;
/** As many options as a page of the list shows. */
const pageOfOptions = 6;

/**
 * Type a part of a name, choose from what is found (ARIA 1.2's combobox with a list). What was typed stays in the box
 * whatever happens; until something is chosen the value is null, and the box says so. Our own, so that the
 * scripts of the form pages stay small.
 */
export function Combobox({ value, onChange, search, placeholder }: ComboboxProps) {
  const t = useWords();
  const ties = useFieldTies();
  const listId = useId();
  const statusId = useId();
  const input = useRef<HTMLInputElement>(null);
  /** What was typed; a value that was chosen stands in front of it. */
  const [text, setText] = useState('');
  const [isOpen, setIsOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const sought = value ? '' : text.trim();
  const open = isOpen && sought !== '';
  const { answer, again } = useAnswer(sought, search);
  const current = answer?.text === sought ? answer : undefined;
  const options = open ? (current?.list ?? []) : [];
  const isUnchosen = !open && sought !== '';

  useEffect(() => {
    if (active >= 0) document.getElementById(`${listId}-${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [active, listId]);

  const close = () => {
    setIsOpen(false);
    setActive(-1);
  };
  const choose = (found: Found) => {
    onChange(found);
    setText('');
    close();
  };
  /** Where a key leads in the list; undefined for one that belongs to the text. */
  const activeAfter = (key: string) => {
    const last = options.length - 1;
    if (key === 'ArrowDown') return active >= last ? 0 : active + 1;
    if (key === 'ArrowUp') return active <= 0 ? last : active - 1;
    if (active < 0) return undefined;
    if (key === 'Home') return 0;
    if (key === 'End') return last;
    if (key === 'PageDown') return Math.min(last, active + pageOfOptions);
    if (key === 'PageUp') return Math.max(0, active - pageOfOptions);
    return key === 'ArrowLeft' || key === 'ArrowRight' ? -1 : undefined;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const { key } = event;
    if (!open) {
      if (sought === '' || (key !== 'ArrowDown' && key !== 'ArrowUp')) return;
      event.preventDefault();
      return setIsOpen(true);
    }
    const next = options.length > 0 ? activeAfter(key) : undefined;
    if (next !== undefined) {
      if (next >= 0) event.preventDefault();
      return setActive(next);
    }
    if (key === 'Enter') {
      event.preventDefault();
      const found = options[active] ?? (options.length === 1 ? options[0] : undefined);
      if (found) choose(found);
      else if (current?.failed) again();
    } else if (key === 'Escape') {
      // Nothing around it, such as a sheet, is closed by the same press.
      event.preventDefault();
      event.stopPropagation();
      close();
    } else if (key === 'Tab' && options[active]) choose(options[active]);
  };
  const onBlur = (event: FocusEvent<HTMLDivElement>) => {
    if (event.currentTarget.contains(event.relatedTarget)) return;
    const named = options.filter(({ name }) => name.toLowerCase() === sought.toLowerCase());
    if (named.length === 1 && named[0]) choose(named[0]);
    else close();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notices that the focus has left what is inside
    <div className="relative" onBlur={onBlur}>
      <Input
        ref={input}
        role="combobox"
        aria-expanded={options.length > 0}
        aria-controls={open ? listId : undefined}
        aria-autocomplete="list"
        aria-activedescendant={options[active] ? `${listId}-${active}` : undefined}
        aria-describedby={cx(ties?.['aria-describedby'], isUnchosen && statusId) || undefined}
        autoComplete="off"
        placeholder={placeholder}
        value={value?.name ?? text}
        onChange={(event) => {
          setText(event.target.value);
          setIsOpen(true);
          setActive(-1);
          if (value) onChange(null);
        }}
        onClick={() => setIsOpen(true)}
        onKeyDown={onKeyDown}
        className={value ? 'pr-12' : undefined}
      />
      {value && (
        <button
          type="button"
          aria-label={t('ui.combobox.clear')}
          onClick={() => {
            onChange(null);
            input.current?.focus();
          }}
          className={cx(
            target,
            'absolute top-0 right-0 grid place-items-center text-ink-2 transition-colors hover:text-ink',
          )}
        >
          <X size="1rem" />
        </button>
      )}
      {open && (
        <div className="absolute inset-x-0 top-full z-20 mt-1 rounded-card border border-line bg-sheet shadow-float">
          <div
            id={listId}
            role="listbox"
            aria-label={t('ui.combobox.found')}
            // Neither does a list that scrolls take the focus from the input.
            tabIndex={-1}
            className="max-h-72 overflow-y-auto"
          >
            {options.map((option, index) => (
              // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the input, which names the active option
              // biome-ignore lint/a11y/useKeyWithClickEvents: the input hears the keys
              <div
                key={option.id}
                id={`${listId}-${index}`}
                role="option"
                aria-selected={index === active}
                // The focus, and a phone's keyboard with it, stays where it is.
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
              onClick={() => {
                input.current?.focus();
                again();
              }}
              className="min-h-11 w-full px-3.5 text-left text-sm underline"
            >
              {t('ui.combobox.searchFailed')}
            </button>
          ) : (
            options.length === 0 && (
              <p className="px-3.5 py-3 text-ink-2 text-sm">
                {current ? t('ui.combobox.noneFound') : t('ui.combobox.searching')}
              </p>
            )
          )}
        </div>
      )}
      <p id={statusId} role="status" className={isUnchosen ? 'mt-1 text-ink-2 text-xs' : 'sr-only'}>
        {isUnchosen && t('ui.combobox.notChosen')}
        {open &&
          current &&
          (current.failed
            ? t('ui.combobox.searchFailed')
            : options.length > 0
              ? t('ui.combobox.foundCount', { count: options.length })
              : t('ui.combobox.noneFound'))}
      </p>
    </div>
  );
}

/** What the search found for the text, asked once typing pauses; an answer to an earlier text is not listened to. */
function useAnswer(text: string, search: (text: string) => Promise<Found[]>) {
  const [answer, setAnswer] = useState<Answer>();
  const [attempt, setAttempt] = useState(0);
  const latest = useRef(search);
  latest.current = search;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks the same again
  useEffect(() => {
    if (text === '') return;
    let wanted = true;
    const timer = setTimeout(async () => {
      const next: Answer = await latest.current(text).then(
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
