import ChevronDown from 'lucide-react/icons/chevron-down';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { addDays, clockOf, type Day, formatLongDay, formatShortTime, today } from '#shared/hong-kong.ts';
import type { Notice, NoticeGroup } from '#shared/messages.ts';
import { useApi } from '#web/ground/api/api-provider.tsx';
import { useAction } from '#web/ground/api/use-action.ts';
import { useRemote } from '#web/ground/api/use-remote.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useHydrated } from '#web/ground/page-life.ts';
import { PageLink } from '#web/ground/routing/page-link.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { cx } from '#web/ui/cx.ts';
import { LetterDrawing } from '#web/ui/drawings.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { ProblemNotice } from '#web/ui/feedback/notice.tsx';

export type NoticePage = {
  list: NoticeGroup[];
  page: number;
  page_size: number;
  total: number;
  unread_count: number;
};

/** The user's notices by day, and by lesson, class or case; new ones are added live. */
export function Notices({ loaded }: { loaded: NoticePage }) {
  const t = useTranslate();
  const { href } = useShell();
  const {
    value: notices,
    problem,
    reading,
    reload,
  } = useRemote({
    loaded,
    read: (api) => api('GET /api/users/notice_groups', { query: { page: loaded.page } }),
    on: ['notice'],
  });
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const place = useRef<HTMLDivElement>(null);
  const shown = notices.list.flatMap(({ key, notices: all }) => (opened.has(key) ? all : all.slice(0, 1)));
  const seen = useMarkRead(shown, place);
  if (notices.total === 0)
    return (
      <EmptyState
        drawing={<LetterDrawing />}
        title={t('rooms.message.emptyTitle')}
        text={t('rooms.message.emptyText')}
        level={3}
        action={
          <ButtonLink to={href('/')} variant="secondary">
            {t('rooms.home')}
          </ButtonLink>
        }
      />
    );
  const toggle = (key: string) =>
    setOpened((now) => new Set(now.has(key) ? [...now].filter((one) => one !== key) : [...now, key]));
  const days = [...new Set(notices.list.map(({ day }) => day))];
  return (
    <div ref={place} className="grid grid-cols-[minmax(0,1fr)] gap-5">
      {problem !== undefined && (
        <div role="alert" className="flex flex-wrap items-center justify-between gap-2">
          <p>{t('me.notices.stale')}</p>
          <Button size="compact" loading={reading} onClick={reload}>
            {t('ui.retry')}
          </Button>
        </div>
      )}
      <MarkAll notices={notices} />
      {days.map((day) => (
        <DayOfNotices key={day} day={day}>
          {notices.list
            .filter((group) => group.day === day)
            .map((group) => (
              <Group
                key={group.key}
                group={group}
                isOpen={opened.has(group.key)}
                isNew={({ id, is_read }) => !is_read || seen.has(id)}
                onToggle={() => toggle(group.key)}
              />
            ))}
        </DayOfNotices>
      ))}
      <Pages {...notices} />
    </div>
  );
}

/**
 * Marks the notices that are on the screen as read; on a phone the list may be behind the other tab, where it does
 * not count. Those that this page has marked still look new until it is left.
 */
function useMarkRead(shown: readonly Notice[], element: { current: HTMLElement | null }) {
  const api = useApi();
  const seen = useRef(new Set<number>());
  const unread = shown.filter(({ is_read }) => !is_read).map(({ id }) => id);
  const key = unread.join();
  useEffect(() => {
    if (key === '') return;
    const ids = key.split(',').map(Number);
    const mark = () => {
      if (document.visibilityState !== 'visible' || !element.current?.checkVisibility()) return;
      for (const id of ids) seen.current.add(id);
      // The API layer has logged a failure; unmarked notices will be marked at the next visit.
      api('PUT /api/users/notices/read', { body: { ids } }).catch(() => {});
    };
    mark();
    document.addEventListener('visibilitychange', mark);
    return () => document.removeEventListener('visibilitychange', mark);
  }, [api, key, element]);
  return seen.current;
}

/** For what stands in closed groups and on older pages. */
function MarkAll({ notices: { list, page, unread_count } }: { notices: NoticePage }) {
  const t = useTranslate();
  const { busy, problem, run } = useAction();
  const newest = Math.max(0, ...list.flatMap(({ notices }) => notices.map(({ id }) => id)));
  if (page > 1 || unread_count === 0 || newest === 0) return null;
  const markAll = () => run((api) => api('PUT /api/users/notices/read', { body: { up_to: newest } }));
  return (
    <div className="grid gap-2">
      <ProblemNotice>{problem}</ProblemNotice>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-ink-2 text-sm">{t('me.notices.unread', { count: unread_count })}</p>
        <Button size="compact" loading={busy} onClick={markAll}>
          {t('me.notices.markAll')}
        </Button>
      </div>
    </div>
  );
}

function DayOfNotices({ day, children }: { day: Day; children: ReactNode }) {
  const t = useTranslate();
  const { locale } = useShell();
  // Only the browser knows the current day for sure.
  const now = useHydrated() ? today() : undefined;
  const words =
    day === now
      ? t('talk.today')
      : now !== undefined && day === addDays(now, -1)
        ? t('talk.yesterday')
        : formatLongDay(day, locale);
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h3 className="text-ink-2 text-sm">{words}</h3>
      <ul
        aria-label={`${t('me.notices.list')} ${words}`}
        className="grid grid-cols-[minmax(0,1fr)] rounded-card border border-line bg-sheet"
      >
        {children}
      </ul>
    </section>
  );
}

type GroupProps = {
  group: NoticeGroup;
  isOpen: boolean;
  isNew: (notice: Notice) => boolean;
  onToggle: () => void;
};

/** The latest of a group; the others come out on request. */
function Group({ group: { notices }, isOpen, isNew, onToggle }: GroupProps) {
  const t = useTranslate();
  const restId = useId();
  const factsOf = useFacts();
  const [newest, ...rest] = notices;
  if (!newest) return null;
  const unread = rest.filter(({ is_read }) => !is_read).length;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-1 border-line border-t px-5 py-4 first:border-t-0">
      <Line notice={newest} facts={factsOf(newest)} isNew={isNew(newest)} />
      {rest.length > 0 && (
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={isOpen ? restId : undefined}
          onClick={onToggle}
          className="-mb-2 inline-flex min-h-11 cursor-pointer items-center gap-1.5 justify-self-start text-ink-2 text-sm underline decoration-ink-2/50 underline-offset-4"
        >
          <ChevronDown className={cx('size-4 shrink-0', isOpen && 'rotate-180')} />
          {isOpen
            ? t('me.notices.fewer')
            : unread > 0
              ? t('me.notices.moreUnread', { count: rest.length, unread })
              : t('me.notices.more', { count: rest.length })}
        </button>
      )}
      {isOpen && (
        <ul id={restId} className="mt-2 grid grid-cols-[minmax(0,1fr)] gap-4 border-line border-l-2 pl-4">
          {rest.map((notice) => (
            <li key={notice.id} className="grid grid-cols-[minmax(0,1fr)] gap-1">
              <Line
                notice={notice}
                facts={isAboutSame(notice, newest) ? '' : factsOf(notice)}
                isNew={isNew(notice)}
              />
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

const isAboutSame = (one: Notice, other: Notice) => one.person === other.person && one.about === other.about;

/** Who, which child and which lesson; a time that the words name is not said twice. */
function useFacts() {
  const t = useTranslate();
  const { locale } = useShell();
  return ({ person, about, lesson_at, text }: Notice) => {
    const time = lesson_at && formatShortTime(lesson_at, locale);
    const lesson = time && !text.includes(time) && t('me.notices.lesson', { time });
    return [person, about, lesson].filter(Boolean).join(' ・ ');
  };
}

function Line({ notice, facts, isNew }: { notice: Notice; facts: string; isNew: boolean }) {
  const t = useTranslate();
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        {notice.path === null ? (
          <span className="font-semibold">{notice.title}</span>
        ) : (
          <PageLink
            to={notice.path}
            className="-my-2 inline-flex min-h-11 items-center font-semibold underline decoration-ink-2/50 underline-offset-4"
          >
            {notice.title}
          </PageLink>
        )}
        {isNew && <Chip tone="seal">{t('me.notices.new')}</Chip>}
        <time dateTime={notice.told_at} className="ml-auto text-ink-2 text-xs">
          {clockOf(notice.told_at)}
        </time>
      </p>
      {facts && <p className="break-words text-ink-2 text-sm">{facts}</p>}
      <p>{notice.text}</p>
      {notice.reason && (
        <p className="whitespace-pre-line break-words border-line border-l-2 pl-3 text-sm">
          {t('me.notices.reason', { reason: notice.reason })}
        </p>
      )}
    </>
  );
}

function Pages({ page, page_size, total }: NoticePage) {
  const t = useTranslate();
  const { href } = useShell();
  if (total <= page_size) return null;
  const last = Math.ceil(total / page_size);
  const to = (other: number) => href(`/message?show=notices&page=${other}`);
  return (
    <nav aria-label={t('me.notices.pages')} className="flex flex-wrap justify-between gap-2">
      {page > 1 && <ButtonLink to={to(Math.min(page - 1, last))}>{t('me.notices.newer')}</ButtonLink>}
      {page < last && (
        <ButtonLink to={to(page + 1)} className="ml-auto">
          {t('me.notices.older')}
        </ButtonLink>
      )}
    </nav>
  );
}
