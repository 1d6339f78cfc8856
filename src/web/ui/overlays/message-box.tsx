import {
  type ComponentType,
  createContext,
  lazy,
  type ReactNode,
  Suspense,
  use,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import type { MessageBoxOptions, MessageBoxProps } from './message-box-sheet.tsx';

// Loaded when it is first needed, which most pages never do. If it fails to load, the answer is "not
// confirmed".
const MessageBox = lazy<ComponentType<MessageBoxProps>>(() =>
  import('./message-box-sheet.tsx').then(
    ({ MessageBox: box }) => ({ default: box }),
    (error) => {
      console.error('應用層錯誤: the message box did not load', error);
      return { default: Unconfirmed };
    },
  ),
);

function Unconfirmed({ onResult }: MessageBoxProps) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: answered once, when it is shown
  useEffect(() => onResult(false), []);
  return null;
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

/** One message box for the whole page; further messages wait in a queue. */
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
        <Suspense>
          <MessageBox
            key={shown.question.id}
            {...shown.question.options}
            open={shown.open}
            onResult={(confirmed) => {
              waiting.current.shift()?.answer(confirmed);
              showNext();
            }}
          />
        </Suspense>
      )}
    </MessageBoxContext>
  );
}
