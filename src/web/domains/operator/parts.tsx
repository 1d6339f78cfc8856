import ArrowLeft from 'lucide-react/icons/arrow-left';
import type { ReactNode } from 'react';
import { clockOf, dayOf } from '#shared/hong-kong.ts';
import type { Translate } from '#web/ground/i18n/i18n.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { AppLink } from '#web/ground/routing/page-link.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { cx } from '#web/ui/cx.ts';
import { withQuery } from './format.ts';

/**
 * Text for names from other domains, such as `operator.kinds.appeal`; the name itself without a translation.
 */
export function wordFor(t: Translate, key: string, name: string) {
  const words = t(key as Parameters<Translate>[0]);
  return words === key ? name : words;
}

export function Timestamp({ at }: { at: string }) {
  return (
    <time dateTime={at} className="whitespace-nowrap tabular-nums">
      {dayOf(at)} {clockOf(at)}
    </time>
  );
}

const linkClass = 'inline-flex min-h-11 items-center underline underline-offset-4 hover:text-seal';

export function ConsoleLink({ to, children }: { to: string; children: ReactNode }) {
  const { href } = useShell();
  return (
    <AppLink to={href(to)} className={linkClass}>
      {children}
    </AppLink>
  );
}

export function UserLink({ id }: { id: number | null }) {
  const t = useTranslate();
  return id === null ? (
    '—'
  ) : (
    <ConsoleLink to={`/operator/users/${id}`}>{t('operator.user', { id })}</ConsoleLink>
  );
}

export function BackLink({ to, children }: { to: string; children: ReactNode }) {
  const { href } = useShell();
  return (
    <AppLink
      to={href(to)}
      className="inline-flex min-h-11 items-center gap-1.5 text-ink-2 text-sm hover:text-ink"
    >
      <ArrowLeft size="1rem" />
      {children}
    </AppLink>
  );
}

type Choice = { key: string; label: string; to: string; current: boolean; count?: number };

/** One of several views of a list, each with its own URL. */
export function Choices({ label, choices }: { label: string; choices: readonly Choice[] }) {
  const { href } = useShell();
  return (
    <nav aria-label={label} className="flex flex-wrap gap-2">
      {choices.map((choice) => (
        <AppLink
          key={choice.key}
          to={href(choice.to)}
          aria-current={choice.current ? 'true' : undefined}
          className={cx(
            'flex min-h-11 items-center gap-1.5 rounded-full border px-4 text-sm transition-colors',
            choice.current
              ? 'border-seal bg-seal-soft text-seal'
              : 'border-line bg-sheet text-ink-2 hover:text-ink',
          )}
        >
          {choice.label}
          {choice.count !== undefined && <span className="tabular-nums">{choice.count}</span>}
        </AppLink>
      ))}
    </nav>
  );
}

type PagingProps = { path: string; query?: Record<string, string | number | undefined> } & {
  list: { page: number; page_size: number; total: number };
};

export function Paging({ path, query = {}, list: { page, page_size, total } }: PagingProps) {
  const t = useTranslate();
  const { href } = useShell();
  const pages = Math.max(1, Math.ceil(total / page_size));
  const step = (to: number, label: string) =>
    to >= 1 && to <= pages ? (
      <AppLink
        to={href(withQuery(path, { ...query, page: to === 1 ? undefined : to }))}
        className="inline-flex min-h-11 items-center rounded-card border border-ink/20 bg-sheet px-4 text-sm hover:border-ink/40"
      >
        {label}
      </AppLink>
    ) : null;
  return (
    <nav aria-label={t('operator.paging')} className="mt-3 flex flex-wrap items-center gap-2">
      <span className="mr-auto text-ink-2 text-sm tabular-nums">
        {t('operator.page', { page, pages, total })}
      </span>
      {step(page - 1, t('operator.previous'))}
      {step(page + 1, t('operator.next'))}
    </nav>
  );
}

/** Labels and values of one item. */
export function Facts({
  facts,
}: {
  facts: readonly { label: string; value: ReactNode; numeric?: boolean }[];
}) {
  return (
    <div className="overflow-hidden">
      <dl className="-mb-px grid gap-x-8 text-sm lg:grid-cols-2">
        {facts.map(({ label, value, numeric }) => (
          <div
            key={label}
            className="grid min-h-12 grid-cols-[7.5rem_minmax(0,1fr)] items-center gap-3 border-line border-b py-0.5"
          >
            <dt className="text-ink-2">{label}</dt>
            <dd className={cx('min-w-0', numeric && 'tabular-nums')}>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** The error of an action, beside its button. */
export function Problem({ children }: { children: ReactNode }) {
  return (
    <div
      role="alert"
      className={cx(
        children ? 'rounded-card border border-seal/40 bg-seal-soft px-4 py-2 text-ink text-sm' : 'hidden',
      )}
    >
      {children}
    </div>
  );
}
