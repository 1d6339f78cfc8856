import Camera from 'lucide-react/icons/camera';
import FileText from 'lucide-react/icons/file-text';
import Paperclip from 'lucide-react/icons/paperclip';
import SendHorizontal from 'lucide-react/icons/send-horizontal';
import X from 'lucide-react/icons/x';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { talkFileTypes, talkRules } from '#shared/rules/talk-rules.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useToast } from '#web/ground/toast.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { cx, target } from '#web/ui/cx.ts';
import { ContactHint } from '#web/ui/forms/contact-hint.tsx';
import { FileButton, useDropAndPaste } from '#web/ui/forms/file-button.tsx';
import { controlClass } from '#web/ui/forms/input.tsx';
import { growToText, isSendKey } from '#web/ui/forms/typing.ts';
import { useObjectUrl } from '#web/ui/use-object-url.ts';
import { keepTyped, readTyped } from './outbox.ts';

const mostLetters = talkRules.longestText;
const countFrom = 1800;
/** From here on the writer is told how many messages are left before the other answers. */
const fewLeft = 3;

type ComposerProps = {
  conversation: number;
  owner: number;
  /** Whether contact details are covered. */
  covers: boolean;
  /** How many messages may be sent before the other answers; null where it is not counted. */
  left: number | null;
  /** Whether sending is the main thing to do on this page. */
  isMain: boolean;
  onSend: (text: string, files: readonly File[]) => void;
};

/** Grows with the text, and saves it on this device until it is sent. Takes files by button, drop and paste. */
export function Composer({ conversation, owner, covers, left, isMain, onSend }: ComposerProps) {
  const t = useTranslate();
  const field = useRef<HTMLTextAreaElement>(null);
  const [typed, setTyped] = useState('');
  const { files, add, remove, clear } = useChosenFiles();
  const isOver = useDropAndPaste(add);
  const { length } = typed;
  const isEmpty = length === 0 && files.length === 0;

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
    const text = element?.value.trim() ?? '';
    if (!element || (text === '' && files.length === 0)) return;
    onSend(text || pdfNames(files), files);
    element.value = '';
    keepTyped(conversation, owner, '');
    clear();
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
      className={cx('min-w-0 shrink-0 border-t p-3', isOver ? 'border-seal bg-seal-soft' : 'border-line')}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {files.length > 0 && <Chosen files={files} covers={covers} onRemove={remove} />}
      <div className="flex items-end gap-1">
        <FileButton
          accept="image/*"
          capture
          variant="quiet"
          size="compact"
          onFiles={add}
          className="lg:hidden"
        >
          <Camera className="size-5" />
          <span className="sr-only">{t('talk.camera')}</span>
        </FileButton>
        <FileButton accept={talkFileTypes.join()} multiple variant="quiet" size="compact" onFiles={add}>
          <Paperclip className="size-5" />
          <span className="sr-only">{t('talk.attach')}</span>
        </FileButton>
        <textarea
          ref={field}
          rows={1}
          maxLength={mostLetters}
          aria-label={t('talk.write')}
          placeholder={t(isOver ? 'talk.dropHere' : 'talk.write')}
          onChange={(event) => {
            keepTyped(conversation, owner, event.target.value);
            updateSize();
          }}
          onKeyDown={onKeyDown}
          className={`${controlClass} ml-1 max-h-[min(10rem,20dvh)] min-w-0 resize-none overflow-y-auto`}
        />
        <button
          type="submit"
          aria-label={t('talk.send')}
          aria-disabled={isEmpty}
          className={buttonClass(
            isMain ? 'primary' : 'secondary',
            'ml-1 shrink-0 aria-disabled:opacity-55',
            'compact',
          )}
        >
          <SendHorizontal className="size-5" />
        </button>
      </div>
      {covers && <ContactHint text={typed} isPrivate className="mt-1" />}
      {left !== null && left <= fewLeft && (
        <p role="status" className="mt-1 text-ink-2 text-xs">
          {t('talk.fewLeft', { count: left })}
        </p>
      )}
      <p className="mt-1 text-ink-2 text-xs max-lg:hidden">{t('talk.keys')}</p>
      {length >= countFrom && (
        <p role="status" className="mt-1 text-right text-ink-2 text-xs">
          {t('talk.lettersLeft', { count: mostLetters - length })}
        </p>
      )}
    </form>
  );
}

/** The files of the next message. */
function useChosenFiles() {
  const t = useTranslate();
  const toast = useToast();
  const [files, setFiles] = useState<readonly File[]>([]);
  const add = (more: readonly File[]) => {
    const fitting = more.filter(({ size }) => size <= talkRules.fileBytes);
    if (fitting.length < more.length)
      toast.error(t('talk.fileTooLarge', { megabytes: talkRules.fileBytes / 1024 / 1024 }));
    const all = [...files, ...fitting];
    if (all.length > talkRules.filesOfMessage)
      toast.error(t('talk.tooManyFiles', { count: talkRules.filesOfMessage }));
    setFiles(all.slice(0, talkRules.filesOfMessage));
  };
  return {
    files,
    add,
    remove: (file: File) => setFiles((now) => now.filter((one) => one !== file)),
    clear: () => setFiles([]),
  };
}

/** What a PDF is called goes along as words where none were written: the other side sees its first page only. */
const pdfNames = (files: readonly File[]) =>
  files
    .flatMap(({ name, type }) => (type === 'application/pdf' ? name : []))
    .join('\n')
    .slice(0, talkRules.longestText)
    .toWellFormed();

type ChosenProps = { files: readonly File[]; covers: boolean; onRemove: (file: File) => void };

function Chosen({ files, covers, onRemove }: ChosenProps) {
  const t = useTranslate();
  return (
    <div className="mb-2 grid gap-2">
      <ul aria-label={t('talk.chosen')} className="flex gap-2 overflow-x-auto pt-2">
        {files.map((file, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two of the same file differ by their place only
          <li key={`${file.name} ${place}`} className="relative size-20 shrink-0">
            <LocalPicture name={file.name} content={file} className="size-full" />
            <button
              type="button"
              aria-label={t('talk.removeFile', { name: file.name })}
              onClick={() => onRemove(file)}
              className={cx(
                target,
                'absolute -top-2 -right-2 grid cursor-pointer place-items-start justify-items-end',
              )}
            >
              <span className="grid size-6 place-items-center rounded-full border border-line bg-sheet shadow-float">
                <X className="size-4" />
              </span>
            </button>
          </li>
        ))}
      </ul>
      {covers && <p className="text-ink-2 text-xs">{t('talk.filesNotCovered')}</p>}
    </div>
  );
}

/** A file of this device: its picture where the browser can draw it, else its name. */
export function LocalPicture({
  name,
  content,
  className,
}: {
  name: string;
  content: Blob | undefined;
  className?: string;
}) {
  const url = useObjectUrl(content && /^image\/(jpeg|png|webp)$/.test(content.type) ? content : undefined);
  return (
    <span
      className={cx(
        'grid place-items-center overflow-hidden rounded-xl border border-line bg-paper-2 text-ink-2 text-xs',
        className,
      )}
    >
      {url ? (
        <img src={url} alt={name} className="size-full object-cover" />
      ) : (
        <span className="grid w-full min-w-0 justify-items-center gap-1 p-1">
          <FileText className="size-5" />
          <span className="w-full truncate text-center">{name}</span>
        </span>
      )}
    </span>
  );
}
