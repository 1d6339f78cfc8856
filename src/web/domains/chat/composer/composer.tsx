import { type Ref, Suspense, useCallback, useEffect, useImperativeHandle, useRef, useState } from 'react';
import type { Assistant, ChatFile, Wish } from '#shared/chat/chat.ts';
import { chatLimits } from '#shared/chat/limits.ts';
import { useWords } from '#web/ground/i18n/words.tsx';
import { lazyPart } from '#web/ground/routing/lazy-part.ts';
import { cx } from '#web/ui/cx.ts';
import { growToText } from '#web/ui/forms/grow-to-text.ts';
import { isSendKey } from '#web/ui/forms/send-key.ts';
import { prepareFormulas } from '../prepare-formulas.ts';
import { QuotaLine } from '../quota-line.tsx';
import { keepTyped, readTyped, type Typed } from '../thread/outbox.ts';
import { ComposerButtons } from './composer-buttons.tsx';
import { useAttachments } from './use-attachments.ts';
import { useFiles } from './use-files.tsx';
import { WishButtons } from './wish-buttons.tsx';

const AttachmentList = lazyPart(() => import('./attachment-list.tsx'));

export type ComposerHandle = {
  focus: () => void;
  /** Puts words before those that are there already, and files beside. */
  give: (typed: Partial<Typed>) => void;
  /** A question that was cut out already. */
  takePicture: (picture: Blob) => void;
};

export type Message = Typed & { wish: Wish | undefined };

type ComposerProps = {
  draft: string;
  owner: number;
  assistant: Assistant | undefined;
  /** An answer is being written: what stands in the button's place stops it. */
  onStop?: (() => void) | undefined;
  /** Why nothing can be sent now. */
  blocked?: string | undefined;
  /** Answers whether it was taken; what was typed stays where it was not. */
  onSend: (message: Message) => boolean | Promise<boolean>;
  handle?: Ref<ComposerHandle>;
};

const countFrom = chatLimits.text - 500;

/** Grows with what is typed, and keeps it on this device until it is sent. */
export function Composer({ draft, owner, assistant, onStop, blocked, onSend, handle }: ComposerProps) {
  const t = useWords();
  const field = useRef<HTMLTextAreaElement>(null);
  const [length, setLength] = useState(0);
  const [wish, setWish] = useState<Wish>();
  const [busy, setBusy] = useState(false);

  const kept = useRef<ChatFile[]>([]);
  const keep = useCallback(
    () => keepTyped(draft, owner, { text: field.current?.value ?? '', files: kept.current }),
    [draft, owner],
  );
  const attachments = useAttachments(
    useCallback(
      (files: ChatFile[]) => {
        kept.current = files;
        keep();
      },
      [keep],
    ),
  );
  const files = useFiles(attachments.add);

  const look = () => {
    if (!field.current) return;
    setLength(field.current.value.length);
    growToText(field.current);
  };
  const give = ({ text = '', files: given = [] }: Partial<Typed>) => {
    const element = field.current;
    if (!element) return;
    element.value = [text, element.value].filter(Boolean).join('\n').slice(0, chatLimits.text);
    if (given.length > 0) attachments.take([...given, ...kept.current]);
    look();
    keep();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page is alive
  useEffect(() => {
    const typed = readTyped(draft, owner);
    // What was typed before the page came to life is newer than what was kept.
    if (field.current?.value === '') field.current.value = typed.text;
    if (typed.files.length > 0) attachments.take(typed.files);
    look();
  }, []);
  useImperativeHandle(handle, () => ({
    focus: () => field.current?.focus(),
    give,
    takePicture: files.takeWhole,
  }));

  const isUploading = attachments.items.some(({ file, problem }) => !file && !problem);
  const isEmpty = length === 0 && attachments.items.length === 0;
  const isReady = !isEmpty && !isUploading && !blocked && !onStop && !busy;

  const send = async () => {
    const element = field.current;
    if (!element || !isReady) return;
    setBusy(true);
    try {
      // A correction that did not reach the server is not sent behind its owner's back.
      if (!(await attachments.saved())) return;
      const message = { text: element.value.trim(), files: kept.current, wish };
      if (message.text === '' && message.files.length === 0) return;
      if (!(await onSend(message))) return;
      element.value = '';
      attachments.clear();
      setWish(undefined);
      look();
      element.focus();
    } finally {
      setBusy(false);
    }
  };

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
      className={cx(
        'grid gap-1 rounded-2xl border bg-sheet p-2 shadow-float transition-colors has-[textarea:focus]:border-seal lg:p-3',
        files.isOver ? 'border-seal' : 'border-ink-2/60',
      )}
    >
      {attachments.items.length > 0 && (
        <Suspense>
          <AttachmentList
            items={attachments.items}
            onRemove={attachments.remove}
            onRetry={attachments.retry}
            onCorrect={attachments.correct}
          />
        </Suspense>
      )}
      <textarea
        ref={field}
        rows={1}
        maxLength={chatLimits.text}
        aria-label={t('chat.write')}
        placeholder={t(files.isOver ? 'chat.dropHere' : 'chat.placeholder')}
        onChange={() => {
          look();
          keep();
        }}
        onFocus={prepareFormulas}
        onKeyDown={(event) => {
          if (!isSendKey(event)) return;
          event.preventDefault();
          void send();
        }}
        // The frame around it shows that it has the focus.
        className="max-h-48 min-h-11 w-full resize-none overflow-y-auto bg-transparent px-2 py-2 outline-none! placeholder:text-ink-2"
      />
      {length >= countFrom && (
        <p role="status" className="px-1 text-ink-2 text-xs">
          {t('chat.lettersLeft', { count: chatLimits.text - length })}
        </p>
      )}
      {blocked && <p className="px-1 text-ink-2 text-sm">{blocked}</p>}
      <div className="flex items-center gap-x-1">
        <ComposerButtons onFiles={files.take} isReady={isReady} onStop={onStop}>
          {assistant?.ability.includes('mathematics') && <WishButtons wish={wish} onWish={setWish} />}
        </ComposerButtons>
      </div>
      {assistant && <QuotaLine assistant={assistant} />}
      {files.sheet}
    </form>
  );
}
