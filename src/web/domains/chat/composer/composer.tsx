import Camera from 'lucide-react/icons/camera';
import Paperclip from 'lucide-react/icons/paperclip';
import SendHorizontal from 'lucide-react/icons/send-horizontal';
import Square from 'lucide-react/icons/square';
import type { ReactNode } from 'react';
import { type Ref, Suspense, useCallback, useEffect, useImperativeHandle, useRef, useState } from 'react';
import type { Assistant, ChatFile, HelpLevel } from '#shared/chat/chat.ts';
import { chatLimits } from '#shared/chat/limits.ts';
import { useAction } from '#web/ground/api/use-action.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useLogin } from '#web/ground/login.ts';
import { lazyPart } from '#web/ground/routing/lazy-part.ts';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { Button } from '#web/ui/button.tsx';
import { ChipButton } from '#web/ui/chip.tsx';
import { cx } from '#web/ui/cx.ts';
import { FileButton, useDropAndPaste } from '#web/ui/forms/file-button.tsx';
import { growToText, isSendKey } from '#web/ui/forms/typing.ts';
import { prepareFormulas } from '../prepare-formulas.ts';
import { QuotaLine } from '../quota-line.tsx';
import { keepTyped, readTyped, type Typed } from '../thread/outbox.ts';
import { acceptedTypes, useAttachments } from './use-attachments.ts';

const AttachmentList = lazyPart(() => import('./attachment-list.tsx'));

export type ComposerHandle = {
  focus: () => void;
  /** Inserts text before the text that is there already, and adds files. */
  give: (typed: Partial<Typed>) => void;
  /** Attaches a question that is cropped already. */
  takePicture: (picture: Blob) => void;
};

export type Message = Typed & { wish: HelpLevel | undefined };

type ComposerProps = {
  draft: string;
  owner: number;
  assistant: Assistant | undefined;
  /** An answer is being written: a stop button takes the place of the send button. */
  onStop?: (() => void) | undefined;
  /** Why nothing can be sent now. */
  blocked?: string | undefined;
  /** Returns whether the message was accepted; if not, the typed text stays. */
  onSend: (message: Message) => boolean | Promise<boolean | undefined>;
  handle?: Ref<ComposerHandle>;
};

const countFrom = chatLimits.text - 500;

/** Grows with its text, and saves the draft on this device until it is sent. */
export function Composer({ draft, owner, assistant, onStop, blocked, onSend, handle }: ComposerProps) {
  const t = useTranslate();
  const field = useRef<HTMLTextAreaElement>(null);
  const [length, setLength] = useState(0);
  const [wish, setWish] = useState<HelpLevel>();
  const { busy, run } = useAction();

  const savedFiles = useRef<ChatFile[]>([]);
  const saveDraft = useCallback(
    () => keepTyped(draft, owner, { text: field.current?.value ?? '', files: savedFiles.current }),
    [draft, owner],
  );
  const attachments = useAttachments(
    useCallback(
      (files: ChatFile[]) => {
        savedFiles.current = files;
        saveDraft();
      },
      [saveDraft],
    ),
  );
  const files = useFiles(attachments.add);

  const updateSize = () => {
    if (!field.current) return;
    setLength(field.current.value.length);
    growToText(field.current);
  };
  const give = ({ text = '', files: added = [] }: Partial<Typed>) => {
    const element = field.current;
    if (!element) return;
    element.value = [text, element.value].filter(Boolean).join('\n').slice(0, chatLimits.text);
    if (added.length > 0) attachments.take([...added, ...savedFiles.current]);
    updateSize();
    saveDraft();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, after hydration
  useEffect(() => {
    const typed = readTyped(draft, owner);
    // Text typed before hydration is newer than the saved draft.
    if (field.current?.value === '') field.current.value = typed.text;
    if (typed.files.length > 0) attachments.take(typed.files);
    updateSize();
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
    await run(async () => {
      // A message is not sent while a correction has failed to reach the server.
      if (!(await attachments.saved())) return;
      const message = { text: element.value.trim(), files: savedFiles.current, wish };
      if (message.text === '' && message.files.length === 0) return;
      if (!(await onSend(message))) return;
      element.value = '';
      attachments.clear();
      setWish(undefined);
      updateSize();
      element.focus();
    });
  };

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
      className={cx(
        'grid gap-1 rounded-2xl border bg-sheet p-2 max-[359px]:p-1 shadow-float transition-colors has-[textarea:focus]:border-seal lg:p-3',
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
          updateSize();
          saveDraft();
        }}
        onFocus={prepareFormulas}
        onKeyDown={(event) => {
          if (!isSendKey(event)) return;
          event.preventDefault();
          void send();
        }}
        // The frame around the field shows the focus.
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

type WishButtonsProps = { wish: HelpLevel | undefined; onWish: (wish: HelpLevel | undefined) => void };

/** A hint first, or the whole solution; with neither, the text of the question decides. */
function WishButtons({ wish, onWish }: WishButtonsProps) {
  const t = useTranslate();
  return (['hint', 'answer'] as const).map((one) => (
    <ChipButton
      key={one}
      selected={wish === one}
      onClick={() => onWish(wish === one ? undefined : one)}
      // Both fit on one line of a phone, in English too.
      className="[&>span]:max-sm:px-2"
    >
      {t(`chat.wish.${one}`)}
    </ChipButton>
  ));
}

const CropSheet = lazyPart(() => import('./crop-sheet.tsx'));

/** Formats that a browser can draw, and so crop; the server accepts the others as they are. */
const canBeCropped = /^image\/(jpeg|png|webp)$/;

/**
 * Pictures go through the crop sheet one by one, PDFs are added directly. Users without login log in first.
 */
function useFiles(add: (content: Blob) => void) {
  const login = useLogin();
  const { root } = useShell();
  const [waiting, setWaiting] = useState<readonly Blob[]>([]);
  const isSignedIn = Boolean(root?.aiUser.id);

  const begin = (files: readonly Blob[]) => {
    setWaiting((before) => [...before, ...files.filter(({ type }) => canBeCropped.test(type))]);
    for (const file of files) if (!canBeCropped.test(file.type)) add(file);
  };
  const onceSignedIn = (work: () => void) => {
    if (isSignedIn) return work();
    login.open({ side: 'ai', reason: 'chat', onDone: work });
  };
  const take = (files: readonly Blob[]) => onceSignedIn(() => begin(files));
  const isOver = useDropAndPaste(take);
  const [picture] = waiting;
  const next = () => setWaiting((before) => before.slice(1));
  const sheet = picture && (
    <Suspense>
      <CropSheet
        picture={picture}
        onCancel={next}
        onTake={(part) => {
          next();
          add(part);
        }}
      />
    </Suspense>
  );
  return { take, takeWhole: (picture: Blob) => onceSignedIn(() => add(picture)), isOver, sheet };
}

type ComposerButtonsProps = {
  onFiles: (files: File[]) => void;
  isReady: boolean;
  onStop: (() => void) | undefined;
  children: ReactNode;
};

function ComposerButtons({ onFiles, isReady, onStop, children }: ComposerButtonsProps) {
  const t = useTranslate();
  return (
    <>
      <FileButton
        accept="image/*"
        capture
        variant="quiet"
        onFiles={onFiles}
        className="lg:hidden"
        size="compact"
      >
        <Camera size="1.25rem" />
        <span className="sr-only">{t('chat.camera')}</span>
      </FileButton>
      <FileButton accept={acceptedTypes} variant="quiet" multiple onFiles={onFiles} size="compact">
        <Paperclip size="1.25rem" />
        <span className="sr-only">{t('chat.attach')}</span>
      </FileButton>
      {children}
      <span className="ml-auto shrink-0">
        {onStop ? (
          <Button size="compact" onClick={onStop}>
            <Square size="1rem" />
            <span className="max-lg:sr-only">{t('chat.stop')}</span>
          </Button>
        ) : (
          <Button
            type="submit"
            variant="primary"
            size="compact"
            aria-disabled={!isReady}
            className="aria-disabled:opacity-55"
          >
            <SendHorizontal size="1.125rem" />
            <span className="max-lg:sr-only">{t('chat.send')}</span>
          </Button>
        )}
      </span>
    </>
  );
}
