import ArrowLeft from 'lucide-react/icons/arrow-left';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useHydrated } from '#web/ground/page-life.ts';
import { AppLink } from '#web/ground/routing/page-link.tsx';
import { splitLocale } from '#web/ground/routing/rules.ts';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { readFilters } from './filters.ts';

const storageKey = 'mingshi:list';
type LastList = {
  path: string;
  entry: number;
  /** Where a comparison was opened from. */
  before?: LastList | undefined;
};
const isComparison = ({ path }: LastList) => splitLocale(path).path.startsWith('/tutors/compare');

/** The place of a history entry, as the router counts them. */
const entryHere = () => Number(history.state?.idx ?? Number.NaN);

function lastList(): LastList | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

/** The last list that is not a comparison. */
function listBefore() {
  const last = lastList();
  return last && isComparison(last) ? last.before : last;
}

/** Remembers this page as the list that the next tutor or case is opened from. */
export function useRememberedList() {
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the length of the list changes the address, not the entry
  useEffect(() => {
    const remember = () => {
      try {
        const last: LastList = { path: location.pathname + location.search, entry: entryHere() };
        if (isComparison(last)) last.before = listBefore();
        sessionStorage.setItem(storageKey, JSON.stringify(last));
      } catch {
        // Without storage the link leads to the whole list.
      }
    };
    // When a card is pressed, so that the address has the length that the list has grown to.
    remember();
    document.addEventListener('click', remember, true);
    return () => document.removeEventListener('click', remember, true);
  }, [key]);
}

/**
 * The query that a case begins with: what the last list of tutors was searched for, with `subject` where that names
 * none.
 */
export function useSearched(subject: string) {
  const last = useHydrated() ? listBefore() : undefined;
  if (!last) return subject;
  const { pathname, searchParams } = new URL(last.path, location.origin);
  if (splitLocale(pathname).path !== '/tutors') return subject;
  const { grade, region, major_subject, other_subject } = readFilters(searchParams);
  const subjects = {
    ...(major_subject.length > 0 && { major_subject: major_subject.join() }),
    ...(other_subject.length > 0 && { other_subject: other_subject.join() }),
  };
  const query = new URLSearchParams(Object.keys(subjects).length > 0 ? subjects : subject);
  // Of several grades or districts nobody knows which is meant.
  if (grade.length === 1) query.set('grade', grade.join());
  if (region.length === 1) query.set('region', region.join());
  return query.size > 0 ? `?${query}` : '';
}

type BackToListProps = {
  /** All of them. */
  to: '/tutors' | '/cases';
  all: string;
  fromComparison?: boolean;
};

/** The way back to the list that this page was opened from, where it was left; or to all of them. */
export function BackToList({ to, all, fromComparison = false }: BackToListProps) {
  const t = useTranslate();
  const { href } = useShell();
  const navigate = useNavigate();
  const [last, setLast] = useState<LastList>();
  useEffect(() => {
    const found = fromComparison ? listBefore() : lastList();
    const path = found && splitLocale(found.path).path.split('?')[0];
    // A list of tutors is not where a case was found.
    const isOther =
      to === '/tutors' ? path === '/cases' : path === '/tutors' || path?.startsWith('/me/case/');
    if (found && !isOther) setLast(found);
  }, [to, fromComparison]);
  return (
    <AppLink
      to={last?.path ?? href(to)}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey || last?.entry !== entryHere() - 1) return;
        event.preventDefault();
        navigate(-1);
      }}
      className="inline-flex min-h-11 items-center gap-1 text-ink-2 text-sm hover:text-ink"
    >
      <ArrowLeft className="size-4" />
      {last ? t('market.backToList') : all}
    </AppLink>
  );
}
