import ArrowDown from 'lucide-react/icons/arrow-down';
import { type ReactNode, useEffect, useRef } from 'react';
import { useWords } from '#web/words.tsx';
import { Button } from '../../ui/button.tsx';
import { AnswerRow } from '../message/answer-row.tsx';
import type { ThreadDeeds } from '../message/deeds.ts';
import { QuestionRow } from '../message/question-row.tsx';
import type { GradeAnswer } from '../rendering/grade.ts';
import type { Shown, ThreadStore } from './thread-store.ts';
import { useFoot } from './use-foot.ts';

type MessageListProps = {
  shown: Shown;
  store: ThreadStore;
  deeds: ThreadDeeds;
  busy: boolean;
  onGrade: GradeAnswer | undefined;
  /** After the last message. */
  children: ReactNode;
};

/** The last ones are always laid out: they are what a reader at the end sees, and what grows. */
const alwaysLaidOut = 6;

export function MessageList({ shown, store, deeds, busy, onGrade, children }: MessageListProps) {
  const t = useWords();
  const box = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const { away, toFoot, keepPlace, hold } = useFoot(box, content);
  const { list, hasMore, older, unsent, isLive } = shown;
  const sentinel = useInView(box, hasMore && older === 'still', () => void store.readOlder(keepPlace));

  // Whoever sends something wants to see it.
  const sent = unsent?.key;
  useEffect(() => {
    if (sent) toFoot();
  }, [sent, toFoot]);

  // Help lines come first and matter most: the words that follow do not push them out of view.
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
            <div ref={sentinel} className="grid justify-items-center gap-1 print:hidden">
              {older === 'failed' && (
                <p role="alert" className="text-ink-2 text-sm">
                  {t('chat.olderFailed')}
                </p>
              )}
              <Button size="compact" loading={older === 'reading'} onClick={() => store.readOlder(keepPlace)}>
                {t(older === 'failed' ? 'ui.retry' : 'chat.older')}
              </Button>
            </div>
          )}
          {isEmpty && <p className="py-12 text-center text-ink-2">{t('chat.emptyThread')}</p>}
          <ol className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4">
            {list.map((message, place) => (
              <li
                key={message.id}
                data-message={message.id}
                className={place < list.length - alwaysLaidOut ? 'far-message' : undefined}
              >
                {message.role === 'user' ? (
                  <QuestionRow message={message} deeds={deeds} busy={busy} />
                ) : (
                  <AnswerRow message={message} deeds={deeds} busy={busy} onGrade={onGrade} />
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
          {/* Where the box stands when it is first painted, before any script. */}
          <div className="[scroll-initial-target:nearest]" />
        </div>
      </section>
      {away && (
        <button
          type="button"
          onClick={toFoot}
          className="absolute right-4 bottom-3 inline-flex min-h-11 cursor-pointer items-center gap-1.5 rounded-full border border-line bg-sheet px-4 text-sm shadow-float print:hidden"
        >
          <ArrowDown aria-hidden size="1rem" strokeWidth={1.5} />
          {t('chat.toNewest')}
        </button>
      )}
    </div>
  );
}

/** Does the work when its place comes into view; the button there does the same. */
function useInView(box: { current: HTMLElement | null }, ready: boolean, work: () => void) {
  const sentinel = useRef<HTMLDivElement>(null);
  const latest = useRef(work);
  useEffect(() => {
    latest.current = work;
  });
  useEffect(() => {
    if (!ready || !sentinel.current) return;
    const watch = new IntersectionObserver(([entry]) => entry?.isIntersecting && latest.current(), {
      root: box.current,
      rootMargin: '400px 0px 0px 0px',
    });
    watch.observe(sentinel.current);
    return () => watch.disconnect();
  }, [ready, box]);
  return sentinel;
}
