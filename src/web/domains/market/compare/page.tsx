import X from 'lucide-react/icons/x';
import { useState } from 'react';
import { useLoaderData } from 'react-router';
import { AskOpener } from '#web/domains/interest/ask-opener.tsx';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { AppLink } from '#web/ground/routing/page-link.tsx';
import { pageMeta } from '#web/ground/routing/page-meta.ts';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { pageError } from '#web/shell/error-view.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { chipClass } from '#web/ui/card-style.ts';
import { cx, target } from '#web/ui/cx.ts';
import { FindDrawing } from '#web/ui/drawings.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Portrait } from '#web/ui/portrait.tsx';
import { BackToList, useRememberedList } from '../back-to-list.tsx';
import { listPath } from '../filters.ts';
import { HeartButton, useHearts } from '../saved/heart-button.tsx';
import { ShareButton } from '../tutor/share-button.tsx';
import type { TutorView } from '../tutor-view.ts';
import { loadCompared } from './load.ts';
import { comparePath, mostCompared, removeCompared } from './store.ts';

export const loader = loadCompared;

/** Every choice of tutors is an address of its own; none of them is for search engines. */
export const meta = (args: Parameters<ReturnType<typeof pageMeta>>[0]) => [
  ...pageMeta('compare')(args),
  { name: 'robots', content: 'noindex' },
];
export const ErrorBoundary = pageError('pages.compare.title');

export default function ComparePage() {
  const t = useTranslate();
  const { href } = useShell();
  const { tutors, rows, isMissing, saved, ownCase } = useLoaderData<typeof loader>();
  const [onlyDifferent, setOnlyDifferent] = useState(false);
  const hasSame = tutors.length > 1 && rows.some(({ isSame }) => isSame);
  const shown = onlyDifferent ? rows.filter(({ isSame }) => !isSame) : rows;
  return (
    <div className="py-4 lg:py-8">
      <BackToList to="/tutors" all={t('market.backToTutors')} fromComparison />
      <h1 className="text-2xl lg:text-3xl">{t('compare.title')}</h1>
      {isMissing && <Notice className="mt-3">{t('compare.missing')}</Notice>}
      {tutors.length === 0 ? (
        <EmptyState
          drawing={<FindDrawing />}
          title={t('compare.noneTitle')}
          text={t('compare.noneText', { most: mostCompared })}
          action={
            <ButtonLink variant="primary" to={href(listPath('tutors'))}>
              {t('compare.toTutors')}
            </ButtonLink>
          }
        />
      ) : (
        <>
          <div className="flex flex-wrap items-center justify-between gap-x-4">
            <p className="text-ink-2 text-sm">{t('compare.lead')}</p>
            <div className="flex flex-wrap items-center gap-x-4">
              <ShareButton path={comparePath(tutors.map(({ id }) => id))} title={t('compare.title')} />
              {hasSame && (
                <label className="inline-flex min-h-11 cursor-pointer items-center gap-2 text-sm">
                  <input
                    type="checkbox"
                    checked={onlyDifferent}
                    onChange={() => setOnlyDifferent(!onlyDifferent)}
                    className="size-4.5 accent-seal"
                  />
                  {t('compare.onlyDifferent')}
                </label>
              )}
            </div>
          </div>
          <ComparedTable tutors={tutors} rows={shown} saved={saved} ownCase={ownCase} />
          {tutors.length < mostCompared && (
            <p className="mt-4">
              <ButtonLink to={href(listPath('tutors'))}>{t('compare.addOne')}</ButtonLink>
            </p>
          )}
        </>
      )}
    </div>
  );
}

type Loaded = Awaited<ReturnType<typeof loader>>;
type One = Loaded['tutors'][number];
type ComparedTableProps = Pick<Loaded, 'tutors' | 'rows' | 'saved' | 'ownCase'>;

/** What is compared stands above its values, so that three tutors fit side by side on a phone. */
function ComparedTable({ tutors, rows, saved, ownCase }: ComparedTableProps) {
  const t = useTranslate();
  const hearts = useHearts(saved);
  useRememberedList();
  return (
    <table className="mt-2 w-full table-fixed text-left text-sm">
      <caption className="sr-only">{t('compare.title')}</caption>
      <thead>
        <tr>
          {tutors.map((one) => (
            <th
              key={one.id}
              scope="col"
              className="sticky top-14 z-10 border-line border-b bg-paper px-1.5 py-2 align-top font-normal lg:top-[4.25rem] lg:px-4"
            >
              <Head of={one} others={tutors.filter(({ id }) => id !== one.id)} caseId={ownCase?.id} />
            </th>
          ))}
        </tr>
      </thead>
      {rows.map(({ label, values, isSame }) => (
        <tbody key={label}>
          <tr>
            <th
              scope="rowgroup"
              colSpan={tutors.length}
              className={cx(
                'rounded-card bg-paper-2 px-1.5 py-1.5 text-xs lg:px-4',
                isSame && tutors.length > 1 ? 'font-normal text-ink-2' : 'font-semibold',
              )}
            >
              {label}
              {isSame && tutors.length > 1 && <span className="ml-2">{t('compare.same')}</span>}
            </th>
          </tr>
          <tr>
            {values.map((lines, place) => (
              <td
                key={tutors[place]?.id}
                className={cx(
                  'break-keep wrap-anywhere px-1.5 py-2.5 align-top lg:px-4',
                  isSame && tutors.length > 1 && 'text-ink-2',
                )}
              >
                {lines.length > 0
                  ? lines.map((line) => (
                      <span key={line} className="block not-first:mt-1 first-letter:uppercase">
                        {line}
                      </span>
                    ))
                  : '—'}
              </td>
            ))}
          </tr>
        </tbody>
      ))}
      <tfoot>
        <tr>
          {tutors.map((one) => (
            <td key={one.id} className="border-line border-t px-0.5 py-2 align-top lg:px-3">
              <HeartButton of={{ about: 'tutor', id: one.id, name: one.name }} hearts={hearts} labelled />
            </td>
          ))}
        </tr>
        <tr>
          {tutors.map((one) => (
            <td
              key={one.id}
              className="sticky bottom-[calc(3.5rem+env(safe-area-inset-bottom))] border-line border-t bg-paper px-1 py-2 lg:bottom-0 lg:px-3"
            >
              <InviteHere of={one} ownCase={ownCase} />
            </td>
          ))}
        </tr>
      </tfoot>
    </table>
  );
}

/** The invitation for the family's own case, or how far it has come; without a case the tutor's page leads on. */
function InviteHere({ of: one, ownCase }: { of: One } & Pick<Loaded, 'ownCase'>) {
  const t = useTranslate();
  const { href } = useShell();
  const { interest, over } = one;
  const wide = 'w-full px-1';
  if (interest && (interest.status === 'pending' || interest.status === 'accepted'))
    return (
      <ButtonLink to={href(`/message/${interest.id}`)} className={wide}>
        {t('compare.toTalk')}
      </ButtonLink>
    );
  if (over) return <p className="px-1 py-2 text-ink-2 text-xs">{over}</p>;
  if (!ownCase?.isOnline)
    return (
      <ButtonLink to={href(`/tutor/${one.id}`)} className={wide}>
        {t('compare.view')}
      </ButtonLink>
    );
  return (
    <AskOpener
      as="family"
      caseId={ownCase.id}
      listingId={one.id}
      name={one.name}
      className={wide}
      aria-label={t('market.inviteNamed', { name: one.name })}
    >
      {t('market.inviteShort')}
    </AskOpener>
  );
}

type HeadProps = { of: TutorView; others: readonly TutorView[]; caseId: number | undefined };

function Head({ of: one, others, caseId }: HeadProps) {
  const t = useTranslate();
  const { href } = useShell();
  return (
    <div className="grid gap-1 lg:flex lg:items-center lg:gap-3">
      <div className="flex items-start justify-between lg:order-last lg:ml-auto">
        <Portrait portrait={one.portrait} surname={one.surname} className="size-10 text-lg lg:hidden" />
        {others.length > 0 && (
          <AppLink
            to={href(
              comparePath(
                others.map(({ id }) => id),
                caseId,
              ),
            )}
            onClick={() => removeCompared(one.id)}
            aria-label={t('compare.remove', { name: one.name })}
            className={`${target} -mt-1.5 -mr-1.5 grid place-items-center rounded-full text-ink-2 hover:bg-paper-2 hover:text-ink`}
          >
            <X size="1.125rem" />
          </AppLink>
        )}
      </div>
      <Portrait portrait={one.portrait} surname={one.surname} className="size-12 text-2xl max-lg:hidden" />
      <span className="min-w-0">
        <AppLink
          to={href(`/tutor/${one.id}${caseId === undefined ? '' : `?case=${caseId}`}`)}
          className="inline-flex min-h-11 items-center break-words font-semibold text-base underline decoration-line underline-offset-4 hover:text-seal"
        >
          {one.name}
        </AppLink>
        {one.sample && (
          <span className={`${chipClass.amber} max-lg:block max-lg:w-fit lg:ml-2`}>{t('demo.badge')}</span>
        )}
      </span>
    </div>
  );
}
