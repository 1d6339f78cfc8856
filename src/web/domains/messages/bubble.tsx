import type { ReactNode } from 'react';
import { coverMark } from '#shared/contacts/cover-mark.ts';
import type { ChatMessage } from '#shared/conversations.ts';
import { clockOf } from '#shared/hong-kong.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { cx, target } from '#web/ui/cx.ts';
import { LocalPicture } from './composer.tsx';
import { TalkFiles } from './talk-files.tsx';
import type { Unsent } from './use-outbox.ts';

type BubbleProps = { message: ChatMessage; isRead: boolean; covers: boolean };

export function Bubble({ message: { text, files, is_mine, sent_at }, isRead, covers }: BubbleProps) {
  const t = useTranslate();
  const covered = covers && text.includes(coverMark);
  return (
    <Frame isMine={is_mine} note={covered ? t('talk.covered') : undefined}>
      <div
        className={cx(
          'grid min-w-0 grid-cols-[minmax(0,auto)] gap-1',
          is_mine ? 'justify-items-end' : 'justify-items-start',
        )}
      >
        {files.length > 0 && <TalkFiles files={files} />}
        {(text !== '' || files.length === 0) && (
          <Balloon isMine={is_mine}>
            {text === '' ? (
              <em className="text-ink-2">{t('talk.removed')}</em>
            ) : covered ? (
              <Covered text={text} />
            ) : (
              text
            )}
          </Balloon>
        )}
      </div>
      <span className="shrink-0 text-right text-ink-2 text-xs leading-tight">
        {isRead && <span className="block">{t('talk.read')}</span>}
        <time dateTime={sent_at}>{clockOf(sent_at)}</time>
      </span>
    </Frame>
  );
}

type UnsentProps = {
  unsent: Unsent;
  /** Waits behind a message that failed. */
  queued: boolean;
  contentOf: (key: string) => Blob | undefined;
  onRetry: () => void;
  /** Its file is lost: the words go back to where they were written. */
  onTakeBack: () => void;
  onDiscard: () => void;
};

/** A message being sent, or one that failed, with the reason and what to do about it. */
export function UnsentBubble(props: UnsentProps) {
  const t = useTranslate();
  const { unsent, queued, contentOf, onRetry, onTakeBack, onDiscard } = props;
  const { text, files, problem, sent } = unsent;
  return (
    <Frame
      isMine
      note={
        problem && (
          <span className="flex flex-wrap items-center justify-end gap-x-1">
            <span role="alert" className="text-seal">
              {problem.network ? t('talk.notSent') : problem.message}
            </span>
            {problem.fileLost ? (
              <SmallButton onClick={onTakeBack}>{t('talk.takeBack')}</SmallButton>
            ) : (
              <SmallButton onClick={onRetry}>{t('ui.retry')}</SmallButton>
            )}
            <SmallButton onClick={onDiscard}>{t('talk.discard')}</SmallButton>
          </span>
        )
      }
    >
      <div className="grid min-w-0 justify-items-end gap-1">
        {files.length > 0 && (
          <ul className="flex flex-wrap justify-end gap-1">
            {files.map(({ key, name }) => (
              <li key={key}>
                <LocalPicture name={name} content={contentOf(key)} className="size-24 opacity-70" />
              </li>
            ))}
          </ul>
        )}
        {text !== '' && (
          <Balloon isMine faint>
            {text}
          </Balloon>
        )}
      </div>
      {!problem && <Sending queued={queued} sent={sent} />}
    </Frame>
  );
}

function Sending({ queued, sent }: { queued: boolean; sent: number | undefined }) {
  const t = useTranslate();
  return (
    <span className="shrink-0 text-ink-2 text-xs">
      {navigator.onLine && sent !== undefined
        ? t('talk.uploading', { percent: Math.round(sent * 100) })
        : t(!navigator.onLine ? 'talk.waitsForNetwork' : queued ? 'talk.queued' : 'talk.sending')}
    </span>
  );
}

function Frame({ isMine, note, children }: { isMine: boolean; note?: ReactNode; children: ReactNode }) {
  const t = useTranslate();
  return (
    <li
      className={cx(
        'grid min-w-0 max-w-[85%] grid-cols-[minmax(0,auto)] gap-0.5',
        isMine ? 'justify-self-end' : 'justify-self-start',
      )}
    >
      <span className="sr-only">{t(isMine ? 'talk.you' : 'talk.other')}</span>
      <div className={cx('flex min-w-0 items-end gap-2', isMine && 'flex-row-reverse')}>{children}</div>
      {note && <div className={cx('text-ink-2 text-xs', isMine && 'text-right')}>{note}</div>}
    </li>
  );
}

function Balloon({ isMine, faint, children }: { isMine: boolean; faint?: boolean; children: ReactNode }) {
  return (
    <p
      className={cx(
        'min-w-0 max-w-full whitespace-pre-wrap rounded-2xl border px-3.5 py-2 leading-relaxed [overflow-wrap:anywhere]',
        isMine ? 'rounded-br-md border-jade/30 bg-jade-soft' : 'rounded-bl-md border-line bg-paper-2',
        faint && 'border-dashed',
      )}
    >
      {children}
    </p>
  );
}

/** Shows masked text as covered, not as three black squares. */
function Covered({ text }: { text: string }) {
  const t = useTranslate();
  return text.split(coverMark).map((part, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text, in their order
    <span key={place}>
      {place > 0 && (
        <span role="img" aria-label={t('talk.coveredMark')} className="rounded bg-ink-2/40 px-5" />
      )}
      {part}
    </span>
  ));
}

function SmallButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className={cx(
        target,
        'inline-flex items-center justify-center px-1 font-semibold text-ink underline underline-offset-4',
      )}
    >
      {children}
    </button>
  );
}
