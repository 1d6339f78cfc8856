import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { addToMonth, formatMonth, type Month, monthOf, today } from '#shared/hong-kong.ts';
import type { Side } from '#shared/interest.ts';
import { feesPath } from '#shared/rules/tutoring-paths.ts';
import { MeError, MePage } from '#web/domains/accounts/me-page.tsx';
import { useRemote } from '#web/ground/api/use-remote.ts';
import { money } from '#web/ground/i18n/numbers.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { AppLink } from '#web/ground/routing/page-link.tsx';
import { apiOf, ifSignedIn } from '#web/ground/routing/page-loader.ts';
import { pageMeta } from '#web/ground/routing/page-meta.ts';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { SignedOut } from '#web/shell/empty-pages.tsx';
import { changesClasses } from '../ledger/use-ledger.ts';
import { classWords } from '../load-classes.ts';
import { AccountCard } from './account-card.tsx';
import { DownloadButtons } from './download.tsx';
import { FpsCard } from './fps-card.tsx';
import { accountName, feesAsked, type LoadedFees, loadFees, readFees } from './load-fees.ts';
import { YearPart } from './year-part.tsx';

export const meta = pageMeta('meFees');
export const ErrorBoundary = MeError;

export const loader = async (args: LoaderFunctionArgs) => ({
  loaded: await ifSignedIn(loadFees(apiOf(args), feesAsked(args.url.searchParams))),
});

export default function FeesPage() {
  const t = useTranslate();
  const { loaded } = useLoaderData<typeof loader>();
  if (!loaded) return <SignedOut title={t('pages.meFees.title')} />;
  const { side, month } = loaded.shown.fees;
  return <Fees key={`${side} ${month}`} loaded={loaded} />;
}

function Fees({ loaded }: { loaded: LoadedFees }) {
  const t = useTranslate();
  const { side, month } = loaded.shown.fees;
  const { value, reload } = useRemote({
    loaded: loaded.shown,
    read: (api) => readFees(api, side, month),
    on: changesClasses,
  });
  const { fees, year, fps } = value;
  const called = { side, names: loaded.names, classes: loaded.classes, words: classWords(t, 'classes.and') };
  // The account that a notice speaks of stands first.
  const isAsked = (account: (typeof fees.accounts)[number]) =>
    account.class_id === loaded.classId || account.classes.some(({ id }) => id === loaded.classId);
  const accounts = [...fees.accounts].sort((one, other) => Number(isAsked(other)) - Number(isAsked(one)));
  const first = accounts.find(({ open, marked }) => (side === 'tutor' ? marked > 0 : open > 0));
  return (
    <MePage title={t('pages.meFees.title')} lead={t(`fees.lead.${side}`)}>
      {loaded.sides.length > 1 && <Sides side={side} month={month} />}
      <Months side={side} month={month} />
      {accounts.length === 0 ? (
        <p className="rounded-card border border-line bg-sheet px-4 py-8 text-center text-ink-2">
          {t('fees.none')}
        </p>
      ) : (
        <>
          {accounts.length > 1 && <Sums of={fees} />}
          {!fees.is_closed && <p className="-my-2 text-ink-2 text-sm">{t('fees.going')}</p>}
          {accounts.map((account) => (
            <AccountCard
              key={account.class_id}
              account={account}
              month={month}
              side={side}
              name={accountName(account, called)}
              names={loaded.names}
              isMain={account === first}
              onChanged={reload}
            />
          ))}
          <DownloadButtons
            label={t('fees.files')}
            files={(['pdf', 'csv'] as const).map((kind) => ({
              path: `/api/users/fees.${kind}?month=${month}&side=${side}`,
              name: `mingshi-${month}.${kind}`,
            }))}
            month={month}
          />
        </>
      )}
      {year && <YearPart year={year} nameOf={(account) => accountName(account, called)} />}
      {side === 'tutor' && <FpsCard fps={fps} onChanged={reload} />}
    </MePage>
  );
}

const tab =
  'flex min-h-11 items-center rounded-card px-4 text-ink-2 text-sm aria-[current]:bg-paper-2 aria-[current]:font-bold aria-[current]:text-ink';

function Sides({ side, month }: { side: Side; month: Month }) {
  const t = useTranslate();
  const { href } = useShell();
  return (
    <nav
      aria-label={t('fees.sides')}
      className="flex w-fit max-w-full flex-wrap rounded-card border border-line bg-sheet p-0.5"
    >
      {(['family', 'tutor'] as const).map((one) => (
        <AppLink
          key={one}
          to={href(feesPath(month, { side: one }))}
          aria-current={one === side ? 'page' : undefined}
          className={tab}
        >
          {t(one === 'family' ? 'fees.asFamily' : 'fees.asTutor')}
        </AppLink>
      ))}
    </nav>
  );
}

const step =
  'inline-flex size-11 items-center justify-center rounded-card border border-line bg-sheet hover:border-ink-2';

function Months({ side, month }: { side: Side; month: Month }) {
  const t = useTranslate();
  const { href, locale } = useShell();
  const isLast = month >= monthOf(today());
  return (
    <div className="flex items-center justify-between gap-3">
      <AppLink
        to={href(feesPath(addToMonth(month, -1), { side }))}
        aria-label={t('fees.before')}
        className={step}
      >
        <ChevronLeft className="size-5" />
      </AppLink>
      <h2 className="text-xl">{formatMonth(month, locale)}</h2>
      {isLast ? (
        <span className="size-11" />
      ) : (
        <AppLink
          to={href(feesPath(addToMonth(month, 1), { side }))}
          aria-label={t('fees.after')}
          className={step}
        >
          <ChevronRight className="size-5" />
        </AppLink>
      )}
    </div>
  );
}

type SumsProps = { of: Record<'amount' | 'received' | 'marked' | 'open', number> };

/** What the month comes to over all accounts. */
function Sums({ of }: SumsProps) {
  const t = useTranslate();
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-3 rounded-card border border-line bg-sheet px-5 py-4 lg:grid-cols-4">
      {(['amount', 'received', 'marked', 'open'] as const).map((what) => (
        <div key={what}>
          <dt className="text-ink-2 text-sm">{t(`fees.sum.${what}`)}</dt>
          <dd className="font-bold font-serif text-xl tabular-nums">{money(of[what])}</dd>
        </div>
      ))}
    </dl>
  );
}
