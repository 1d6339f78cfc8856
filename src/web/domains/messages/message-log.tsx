import { Fragment, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ChatMessage, TrialStep } from '#shared/conversations.ts';
import { addDays, dayOf, formatLongDay, formatShortTime, today } from '#shared/hong-kong.ts';
import type { Side } from '#shared/interest.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useHydrated } from '#web/ground/page-life.ts';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { ReadOlder, ToFootButton } from '#web/ui/feedback/log-ends.tsx';
import { Bubble, UnsentBubble } from './bubble.tsx';
import type { useMessages } from './use-messages.ts';
import type { useOutbox } from './use-outbox.ts';

type MessageLogProps = Pick<
  ReturnType<typeof useMessages>,
  'row' | 'list' | 'hasMore' | 'older' | 'readOlder'
> & {
  outbox: ReturnType<typeof useOutbox>;
  name: string;
  /** Takes a message that cannot be sent back to the writing box. */
  onTakeBack: (key: string) => void;
  /** Stands above the first message. */
  head: ReactNode;
};

/**
 * The messages, latest at the bottom. The box is column-reverse: it is scrolled to the bottom from the first
 * paint, without JavaScript, and messages added at the top move nothing.
 */
export function MessageLog(props: MessageLogProps) {
  const { row, list, hasMore, older, readOlder, outbox, name, onTakeBack, head } = props;
  const t = useTranslate();
  const box = useRef<HTMLDivElement>(null);
  const newest = list.at(-1);
  const { isScrolledUp, toFoot } = useStickToBottom(box, newest, outbox.waiting.length);
  const unseen = useUnseen(list, isScrolledUp);
  const read = list.findLast(({ id, is_mine }) => is_mine && id <= row.read_by_other)?.id;
  const lines = withSteps(list, row.trial_steps, hasMore);
  const empty = lines.length === 0 && outbox.waiting.length === 0;
  return (
    <div className="relative min-h-16 flex-1">
      <div
        ref={box}
        role="log"
        // Older messages are not announced to screen readers.
        aria-live={older === 'reading' ? 'off' : 'polite'}
        aria-label={t('talk.log', { name })}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls can be reached by keyboard
        tabIndex={0}
        className="flex h-full flex-col-reverse overflow-y-auto overscroll-contain px-4 py-3 [overflow-anchor:none] focus-visible:outline-offset-[-2px]"
      >
        {empty ? (
          <div className="mb-auto grid grid-cols-[minmax(0,1fr)] gap-6">
            {head}
            {row.can_write && (
              <p className="mx-auto max-w-80 text-balance text-center text-ink-2">
                {t(row.my_side === 'family' ? 'talk.emptyText' : 'talk.emptyTextTutor')}
              </p>
            )}
          </div>
        ) : (
          <div className="mb-auto grid grid-cols-[minmax(0,1fr)] gap-1.5">
            {!hasMore && head}
            {hasMore && (
              <ReadOlder
                box={box}
                state={older}
                onRead={readOlder}
                words={{ older: t('talk.older'), failed: t('talk.olderFailed') }}
                className="pb-2"
              />
            )}
            <ol className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
              {lines.map((line, place) => (
                <Fragment key={line.key}>
                  {startsDay(line, lines[place - 1]) && <Day iso={line.at} />}
                  {line.message ? (
                    <Bubble
                      message={line.message}
                      isRead={line.message.id === read}
                      covers={!row.contact_shared}
                    />
                  ) : (
                    <Step of={line.step} side={row.my_side} />
                  )}
                </Fragment>
              ))}
              {outbox.waiting.map((unsent) => (
                <UnsentBubble
                  key={unsent.key}
                  unsent={unsent}
                  queued={unsent !== outbox.waiting[0]}
                  contentOf={outbox.contentOf}
                  onRetry={() => outbox.retry(unsent.key)}
                  onTakeBack={() => onTakeBack(unsent.key)}
                  onDiscard={() => outbox.discard(unsent.key)}
                />
              ))}
            </ol>
          </div>
        )}
      </div>
      {isScrolledUp && (
        <ToFootButton onClick={toFoot}>
          {unseen > 0 ? t('talk.newMessages', { count: unseen }) : t('talk.toLatest')}
        </ToFootButton>
      )}
    </div>
  );
}

/** How many of the other side's messages came while the reader was further up. */
function useUnseen(list: readonly ChatMessage[], isScrolledUp: boolean) {
  const seen = useRef(list.at(-1)?.id ?? 0);
  if (!isScrolledUp) seen.current = list.at(-1)?.id ?? 0;
  return list.filter(({ id, is_mine }) => !is_mine && id > seen.current).length;
}

type Line = { key: string; at: string } & (
  | { message: ChatMessage; step?: undefined }
  | { message?: undefined; step: TrialStep }
);

/** The messages and what was agreed between them, in the order of time; not what happened before the first one shown. */
function withSteps(list: readonly ChatMessage[], steps: readonly TrialStep[], hasMore: boolean): Line[] {
  const from = hasMore ? Date.parse(list[0]?.sent_at ?? '') : 0;
  return [
    ...list.map((message): Line => ({ key: String(message.id), at: message.sent_at, message })),
    ...steps
      .filter(({ at }) => Date.parse(at) >= from)
      .map((step): Line => ({ key: `${step.what} ${step.at}`, at: step.at, step })),
  ].sort((one, other) => Date.parse(one.at) - Date.parse(other.at));
}

/** What happened beside the words: nobody has to ask what became of a proposal. */
function Step({ of: { what, by, starts_at }, side }: { of: TrialStep; side: Side }) {
  const t = useTranslate();
  const { locale } = useShell();
  const when = formatShortTime(starts_at, locale);
  return (
    <li className="mx-auto max-w-80 text-balance rounded-card bg-paper-2 px-3 py-1.5 text-center text-xs">
      {what === 'proposed'
        ? t(by === side ? 'talk.trial.proposed.mine' : 'talk.trial.proposed.theirs', { when })
        : t(`talk.trial.${what}`, { when })}
    </li>
  );
}

const startsDay = (line: Line, before: Line | undefined) =>
  before === undefined || dayOf(before.at) !== dayOf(line.at);

/** Only the browser knows the current day for sure. */
function Day({ iso }: { iso: string }) {
  const t = useTranslate();
  const { locale } = useShell();
  const hydrated = useHydrated();
  const day = dayOf(iso);
  const words =
    hydrated && day === today()
      ? t('talk.today')
      : hydrated && day === addDays(today(), -1)
        ? t('talk.yesterday')
        : formatLongDay(day, locale);
  return (
    <li className="py-2 text-center text-ink-2 text-xs">
      <time dateTime={day}>{words}</time>
    </li>
  );
}

/** Close enough to the bottom to count as there. */
const nearPx = 80;

/**
 * Stays at the bottom for a user who is there; for a user who reads further up, new messages move nothing.
 */
function useStickToBottom(
  box: { current: HTMLDivElement | null },
  newest: ChatMessage | undefined,
  unsent: number,
) {
  const [isScrolledUp, setScrolledUp] = useState(false);
  const now = { newest: newest?.id ?? 0, unsent };
  const before = useRef({ ...now, height: 0 });

  useEffect(() => {
    const element = box.current;
    // In a column-reverse box the bottom is 0, and scrollTop is negative above it.
    const onScroll = () => setScrolledUp(distanceFromBottom(element) > nearPx);
    element?.addEventListener('scroll', onScroll, { passive: true });
    return () => element?.removeEventListener('scroll', onScroll);
  }, [box]);

  // After every render: only the growth since the previous one was added by this one.
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const { newest: last, unsent: waited, height } = before.current;
    const hasSent = now.unsent > waited;
    const hasNew = now.newest !== last || now.unsent !== waited;
    if (hasSent) element.scrollTop = 0;
    else if (hasNew && distanceFromBottom(element) > nearPx)
      element.scrollTop -= element.scrollHeight - height;
    before.current = { ...now, height: element.scrollHeight };
  });

  return {
    isScrolledUp,
    toFoot: () => {
      if (box.current) box.current.scrollTop = 0;
    },
  };
}

const distanceFromBottom = (element: HTMLElement | null) => -(element?.scrollTop ?? 0);
