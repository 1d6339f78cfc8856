import { useState } from 'react';
import { clockOf, dayOf, formatShortDay, today } from '#shared/hong-kong.ts';
import { TutorNumber } from '#web/domains/interest/tutor-number.tsx';
import { useRemote } from '#web/ground/api/use-remote.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useHydrated } from '#web/ground/page-life.ts';
import { AppLink } from '#web/ground/routing/page-link.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { NameTile, useConversationName } from './conversation-name.tsx';
import type { ConversationRow, Conversations } from './conversation-rows.ts';
import { readConversations, rowsPerPage } from './conversation-rows.ts';
import { useTalkState } from './talk-state.ts';
import { UnreadMark } from './unread.tsx';

/** One row for each application, invitation or match, the latest message first; updated live. */
export function ConversationList({ loaded, current }: { loaded: Conversations; current?: number }) {
  const t = useTranslate();
  const { href } = useShell();
  const { talk, more, busy, failed, showMore } = useConversations(loaded);
  if (talk.rows.length === 0)
    return (
      <div className="grid justify-items-start gap-3 rounded-card border border-line border-dashed p-5 text-ink-2">
        <p>{t('talk.noneText')}</p>
        <ButtonLink to={href('/my-tutoring')}>{t('talk.toTutoring')}</ButtonLink>
      </div>
    );
  return (
    <>
      <ul className="grid grid-cols-1 rounded-card border border-line bg-sheet">
        {talk.rows.map((row) => (
          <Row key={row.id} row={row} isCurrent={row.id === current} />
        ))}
      </ul>
      {more && (
        <>
          {failed && (
            <p role="alert" className="mt-3">
              {t('talk.moreFailed')}
            </p>
          )}
          <Button className="mt-3 w-full" loading={busy} onClick={showMore}>
            {t(failed ? 'ui.retry' : 'talk.more')}
          </Button>
        </>
      )}
    </>
  );
}

function Row({ row, isCurrent }: { row: ConversationRow; isCurrent: boolean }) {
  const t = useTranslate();
  const { href } = useShell();
  const { title, line } = useConversationName()(row);
  const state = useTalkState()(row);
  return (
    <li className="min-w-0 border-line border-t first:border-t-0">
      <AppLink
        to={href(`/message/${row.id}`)}
        aria-current={isCurrent ? 'page' : undefined}
        className="flex min-w-0 items-center gap-3 px-4 py-3 hover:bg-paper-2 aria-[current]:bg-paper-2"
      >
        <NameTile name={title} of={row} className={cx(isCurrent && 'bg-sheet')} />
        <span className="grid min-w-0 grow grid-cols-1">
          <span className="flex items-baseline gap-2">
            <span className="line-clamp-2 min-w-0 break-words">
              <span className="font-semibold">{title}</span>
              {row.my_side === 'family' && <TutorNumber id={row.listing_id} />}
            </span>
            {row.last && <MessageTime iso={row.last.sent_at} />}
          </span>
          <span className="truncate text-ink-2 text-xs">
            {[row.halt ? t(`halt.${row.halt.state}`) : state.short, line].filter(Boolean).join(' ・ ')}
          </span>
          <span className="flex items-center gap-2">
            <span
              className={cx(
                'min-w-0 truncate text-sm',
                row.unread_count > 0 ? 'font-semibold' : 'text-ink-2',
              )}
            >
              <Snippet row={row} />
            </span>
            <UnreadMark count={row.unread_count} className="ml-auto" />
          </span>
        </span>
      </AppLink>
    </li>
  );
}

function Snippet({ row: { last } }: { row: ConversationRow }) {
  const t = useTranslate();
  if (!last) return t('talk.nothingYet');
  const isPdf = last.files[0]?.media_type === 'application/pdf';
  const files = last.files.length > 0 && t(isPdf ? 'talk.sentPdf' : 'talk.sentPicture');
  const text = [files, last.text].filter(Boolean).join(' ') || t('talk.removed');
  return last.is_mine ? t('talk.mine', { text }) : text;
}

/** The time for today, the date otherwise. Only the browser knows the current day for sure. */
function MessageTime({ iso }: { iso: string }) {
  const { locale } = useShell();
  const day = dayOf(iso);
  const words = useHydrated() && day === today() ? clockOf(iso) : formatShortDay(day, locale);
  return (
    <time dateTime={iso} className="ml-auto shrink-0 text-ink-2 text-xs">
      {words}
    </time>
  );
}

/** The live list of conversations: last messages and unread counts. */
function useConversations(loaded: Conversations) {
  const { locale } = useShell();
  const [grown, setGrown] = useState({ of: loaded, pages: 1 });
  const pages = grown.of === loaded ? grown.pages : 1;
  const { value, lastValue, problem, reading, reload } = useRemote({
    key: pages,
    loaded,
    read: (api) => readConversations(api, locale, pages),
    on: ['notice', 'message', 'read'],
  });
  const talk = lastValue ?? loaded;
  return {
    talk,
    more: !value || talk.total > pages * rowsPerPage,
    busy: !value && reading,
    failed: !value && problem !== undefined,
    showMore: () => (value ? setGrown({ of: loaded, pages: pages + 1 }) : reload()),
  };
}
