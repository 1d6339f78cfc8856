import { createContext, type ReactNode, use, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';
import { Sheet } from './sheet.tsx';

export interface MessageBoxOptions {
  title?: ReactNode;
  /** Without it: the input does not meet the rules. */
  message?: ReactNode;
  confirmLabel?: string | undefined;
  /** With it there is a second button, and a real choice. */
  cancelLabel?: string | undefined;
}

export interface MessageBoxProps extends MessageBoxOptions {
  open: boolean;
  onResult: (confirmed: boolean) => void;
}

export function MessageBox({ open, onResult, title, message, confirmLabel, cancelLabel }: MessageBoxProps) {
  const { t } = useTranslation();
  return (
    <Sheet
      open={open}
      onClose={() => onResult(false)}
      role="alertdialog"
      title={title ?? t('ui.notice')}
      description={message ?? t('ui.inputRules')}
      footer={
        <div className="flex flex-col-reverse gap-2 lg:flex-row lg:justify-end">
          {cancelLabel && <Button onClick={() => onResult(false)}>{cancelLabel}</Button>}
          <Button variant="primary" data-autofocus onClick={() => onResult(true)}>
            {confirmLabel ?? t('ui.ok')}
          </Button>
        </div>
      }
    />
  );
}

type Ask = (options?: MessageBoxOptions) => Promise<boolean>;

const MessageBoxContext = createContext<Ask | undefined>(undefined);

/** Shows a message and waits: true when it was confirmed, false when it was cancelled or closed. */
export function useMessageBox(): Ask {
  const ask = use(MessageBoxContext);
  if (!ask) throw new Error('useMessageBox needs a MessageBoxProvider around it');
  return ask;
}

interface Question {
  id: number;
  options: MessageBoxOptions;
  answer: (confirmed: boolean) => void;
}

/** One box for the whole page; what is asked meanwhile waits its turn. */
export function MessageBoxProvider({ children }: { children: ReactNode }) {
  const waiting = useRef<Question[]>([]);
  const nextId = useRef(0);
  const [shown, setShown] = useState<{ question: Question; open: boolean }>();

  const showNext = useCallback(() => {
    const question = waiting.current[0];
    setShown((before) => (question ? { question, open: true } : before && { ...before, open: false }));
  }, []);
  const ask = useCallback<Ask>(
    (options = {}) =>
      new Promise((answer) => {
        nextId.current += 1;
        waiting.current.push({ id: nextId.current, options, answer });
        if (waiting.current.length === 1) showNext();
      }),
    [showNext],
  );
  useEffect(
    () => () => {
      for (const question of waiting.current.splice(0)) question.answer(false);
    },
    [],
  );

  return (
    <MessageBoxContext value={ask}>
      {children}
      {shown && (
        <MessageBox
          key={shown.question.id}
          {...shown.question.options}
          open={shown.open}
          onResult={(confirmed) => {
            waiting.current.shift()?.answer(confirmed);
            showNext();
          }}
        />
      )}
    </MessageBoxContext>
  );
}
