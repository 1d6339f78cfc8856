import X from 'lucide-react/icons/x';
import { type FocusEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { cx, target } from '../cx.ts';
import { useControlProps } from './field.tsx';
import { Input } from './input.tsx';

export type Found = { id: number; name: string };
/** The id of what was typed and is in no list. */
export const asTyped = 0;

type ComboboxProps = {
  value: Found | null;
  onChange: (value: Found | null) => void;
  search: (text: string) => Promise<Found[]>;
  placeholder?: string | undefined;
  /** What is in no list is a value as well, with the id `asTyped`. */
  keepsTyped?: boolean | undefined;
};

type Answer = { text: string; list: Found[]; failed?: boolean };

const pauseMs = 250;
/** The number of options that fit into the list. */
const pageOfOptions = 6;

/**
 * A searchable select (ARIA 1.2 combobox with a list). Typed text stays in the input; until an option is
 * chosen the value is null or the text itself, and a message says so. Written here rather than imported, to keep the scripts of
 * the form pages small.
 */
export function Combobox({ value, onChange, search, placeholder, keepsTyped = false }: ComboboxProps) {
  const t = useTranslate();
  const fieldProps = useControlProps();
  const listId = useId();
  const statusId = useId();
  const input = useRef<HTMLInputElement>(null);
  /** The typed text; a chosen value is shown instead of it. */
  const [text, setText] = useState(value?.id === asTyped ? value.name : '');
  const [isOpen, setIsOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const afterPress = useAfterPress();
  const isFound = value !== null && value.id !== asTyped;
  const query = isFound ? '' : text.trim();
  const open = isOpen && query !== '';
  const { answer, again } = useAnswer(query, search);
  const current = answer?.text === query ? answer : undefined;
  const options = open ? (current?.list ?? []) : [];
  const isUnchosen = !open && query !== '';

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
  /** The option a key moves to; undefined for a key that belongs to the text. */
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
      if (query === '' || (key !== 'ArrowDown' && key !== 'ArrowUp')) return;
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
      else if (keepsTyped) close();
    } else if (key === 'Escape') {
      // The same key press must not also close a surrounding sheet.
      event.preventDefault();
      event.stopPropagation();
      close();
    } else if (key === 'Tab' && options[active]) choose(options[active]);
  };
  const onBlur = (event: FocusEvent<HTMLDivElement>) => {
    if (event.currentTarget.contains(event.relatedTarget)) return;
    afterPress(() => {
      const sameName = options.filter(({ name }) => name.toLowerCase() === query.toLowerCase());
      if (sameName.length === 1 && sameName[0]) choose(sameName[0]);
      else close();
    });
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
        aria-describedby={cx(fieldProps?.['aria-describedby'], isUnchosen && statusId) || undefined}
        autoComplete="off"
        placeholder={placeholder}
        value={value?.name ?? text}
        onChange={(event) => {
          setText(event.target.value);
          setIsOpen(true);
          setActive(-1);
          if (keepsTyped && event.target.value.trim() !== '')
            onChange({ id: asTyped, name: event.target.value });
          else if (value) onChange(null);
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
            setText('');
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
            // A scrollable list must not become a tab stop.
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
                // Keeps the focus, and a phone's keyboard, in the input.
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
                {current
                  ? t(keepsTyped ? 'ui.combobox.noneKept' : 'ui.combobox.noneFound')
                  : t('ui.combobox.searching')}
              </p>
            )
          )}
        </div>
      )}
      <p id={statusId} role="status" className={isUnchosen ? 'mt-1 text-ink-2 text-xs' : 'sr-only'}>
        {isUnchosen && t(keepsTyped ? 'ui.combobox.asTyped' : 'ui.combobox.notChosen')}
        {open &&
          current &&
          (current.failed
            ? t('ui.combobox.searchFailed')
            : options.length > 0
              ? t('ui.combobox.foundCount', { count: options.length })
              : t(keepsTyped ? 'ui.combobox.noneKept' : 'ui.combobox.noneFound'))}
      </p>
    </div>
  );
}

/**
 * Waits for the end of a press: what closes moves what is below it, and the button pressed there would not be
 * under the finger any more.
 */
function useAfterPress() {
  const isPressed = useRef(false);
  useEffect(() => {
    const onPointer = ({ type }: Event) => {
      isPressed.current = type === 'pointerdown';
    };
    const kinds = ['pointerdown', 'pointerup', 'pointercancel'] as const;
    for (const kind of kinds) addEventListener(kind, onPointer, true);
    return () => {
      for (const kind of kinds) removeEventListener(kind, onPointer, true);
    };
  }, []);
  return (then: () => void) => {
    // Of a touch, the click follows the end of the press within the same task.
    const later = () => setTimeout(then);
    if (!isPressed.current) return later();
    const ended = new AbortController();
    for (const kind of ['pointerup', 'pointercancel'] as const)
      addEventListener(
        kind,
        () => {
          ended.abort();
          later();
        },
        { signal: ended.signal },
      );
  };
}

/** The search result for the text, requested once typing pauses; results for an earlier text are ignored. */
function useAnswer(text: string, search: (text: string) => Promise<Found[]>) {
  const [answer, setAnswer] = useState<Answer>();
  const [attempt, setAttempt] = useState(0);
  const latest = useRef(search);
  latest.current = search;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks the same again
  useEffect(() => {
    if (text === '') return;
    let isCurrent = true;
    const timer = setTimeout(async () => {
      const next: Answer = await latest.current(text).then(
        (list) => ({ text, list }),
        () => ({ text, list: [], failed: true }),
      );
      if (isCurrent) setAnswer(next);
    }, pauseMs);
    return () => {
      isCurrent = false;
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
