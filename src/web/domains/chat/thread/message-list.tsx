import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { cx } from '#web/ui/cx.ts';
import { ReadOlder, ToFootButton } from '#web/ui/feedback/log-ends.tsx';
import { AnswerRow } from '../message/answer-row.tsx';
import { QuestionRow } from '../message/question-row.tsx';
import type { ThreadActions } from '../message/thread-actions.ts';
import { loadKatex } from '../rendering/formula/katex-loader.ts';
import type { GradeAnswer } from '../rendering/grade.ts';
import { isIntroduced } from './thread-state.ts';
import type { DrawOlder, Shown, ThreadStore } from './thread-store.ts';
import { useStickToEnd } from './use-stick-to-end.ts';

type MessageListProps = {
  shown: Shown;
  store: ThreadStore;
  deeds: ThreadActions;
  onGrade: GradeAnswer | undefined;
  /** Shown after the last message. */
  children: ReactNode;
};

/** The last messages are always laid out: a reader at the end sees them, and they grow. */
const alwaysLaidOut = 6;

export function MessageList({ shown, store, deeds, onGrade, children }: MessageListProps) {
  const t = useTranslate();
  const box = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const { away, toFoot, keepPlace, hold } = useStickToEnd(box, content);
  const { list, hasMore, older, unsent, isLive } = shown;

  // A user who sends something wants to see it.
  const sent = unsent?.key;
  useEffect(() => {
    if (sent) toFoot();
  }, [sent, toFoot]);

  // Help lines come first and matter most: the text that follows must not push them out of view.
  const last = list.at(-1);
  const helping = last?.parts.some(({ type }) => type === 'data-help') ? last.id : undefined;
  useEffect(() => {
    if (helping !== undefined) hold(helping);
  }, [helping, hold]);

  const isEmpty = list.length === 0 && !unsent;
  return (
    <div className="relative min-h-0 grow">
      <section
        ref={box}
        aria-label={t('chat.messages')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls can be reached by keyboard
        tabIndex={0}
        className="h-full overflow-y-auto overscroll-contain focus-visible:outline-offset-[-2px] print:h-auto print:overflow-visible"
      >
        <div ref={content} className="mx-auto grid w-full max-w-[48rem] gap-4 px-4 pt-4 pb-6">
          {hasMore && (
            <ReadOlder
              box={box}
              state={older}
              onRead={() => store.readOlder(drawOlder(keepPlace))}
              words={{ older: t('chat.older'), failed: t('chat.olderFailed') }}
              className="print:hidden"
            />
          )}
          {isEmpty && <p className="py-12 text-center text-ink-2">{t('chat.emptyThread')}</p>}
          <ol className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4">
            {list.map((message, place) => (
              <li
                key={message.id}
                data-message={message.id}
                className={cx('message scroll-mt-4', place < list.length - alwaysLaidOut && 'far-message')}
              >
                {message.role === 'user' ? (
                  <QuestionRow message={message} deeds={deeds} />
                ) : (
                  <AnswerRow
                    message={message}
                    deeds={deeds}
                    onGrade={onGrade}
                    isIntroduced={isIntroduced(list, place)}
                  />
                )}
              </li>
            ))}
          </ol>
          {children}
          {!isLive && (
            <p role="status" className="text-amber text-sm">
              {t('chat.reconnecting')}
            </p>
          )}
          {/* The scroll position of the first paint, before any script runs. */}
          <div className="[scroll-initial-target:nearest]" />
        </div>
      </section>
      {/* It would cover a number to call, and leads to nothing newer. */}
      {away && helping === undefined && <ToFootButton onClick={toFoot}>{t('chat.toNewest')}</ToFootButton>}
    </div>
  );
}

/**
 * One portion per frame: the formulas of a whole page of messages take many times as long as a frame, and
 * scrolling would freeze meanwhile. `keepPlace` keeps the visible messages in place.
 */
const drawOlder =
  (keepPlace: (put: () => void) => void): DrawOlder =>
  async (puts) => {
    // Otherwise they would be rendered twice. The loader reports its own failure; formulas then show their
    // source.
    await loadKatex().catch(() => {});
    for (const put of puts) {
      await framePainted();
      keepPlace(put);
    }
  };

/** Resolves after a frame, not before it: the work that follows has until the next one. */
const framePainted = () =>
  new Promise<void>((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
  });
