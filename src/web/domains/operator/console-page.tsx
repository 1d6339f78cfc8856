import { type ReactNode, useEffect, useState } from 'react';
import { useNavigation } from 'react-router';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { AppLink } from '#web/ground/routing/page-link.tsx';
import { splitLocale } from '#web/ground/routing/rules.ts';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { Loading, Skeleton } from '#web/ui/feedback/waiting.tsx';
import type { ConsoleData, ConsolePart } from './console-loader.ts';
import { ConsoleLocked } from './console-locked.tsx';

const parts = [
  ['queue', '/operator'],
  ['users', '/operator/users'],
  ['sms', '/operator/sms'],
  ['jobs', '/operator/jobs'],
  ['assistants', '/operator/assistants'],
  ['weather', '/operator/weather'],
  ['audit', '/operator/audit'],
] as const satisfies readonly (readonly [ConsolePart, string])[];

type DeskProps<T> = {
  loaded: ConsoleData<T>;
  part: ConsolePart;
  /** For a single item; a list has the title and lead of its part. */
  title?: (data: T) => ReactNode;
  /** For pages with numbers in the lead. */
  lead?: (data: T) => ReactNode;
  /** Above the title: a link back to a list. */
  back?: ReactNode;
  /** Stays visible while the rest is being loaded again. */
  tools?: (data: T) => ReactNode;
  children: (data: T) => ReactNode;
};

/** The frame of every console page. */
export function ConsolePage<T>({ loaded, part, title, lead, back, tools, children }: DeskProps<T>) {
  const t = useTranslate();
  const slow = useSlowMove();
  if (loaded.closed) return <ConsoleLocked why={loaded.closed} />;
  const { desk } = loaded;
  return (
    <div className="py-4 lg:py-8">
      <DeskTabs part={part} />
      {back && <div className="mt-3 -mb-2">{back}</div>}
      <h1 className="mt-5 text-2xl">{title ? title(desk) : t(`operator.${part}.title`)}</h1>
      {!title && (
        <p className="mt-1 max-w-[48rem] text-ink-2 text-sm">
          {lead ? lead(desk) : t(`operator.${part}.lead`)}
        </p>
      )}
      {tools && <div className="mt-4">{tools(desk)}</div>}
      <div className="mt-4">{slow ? <DeskSkeleton /> : children(desk)}</div>
      <p className="mt-6 text-ink-2 text-xs">{t('operator.when')}</p>
    </div>
  );
}

function DeskTabs({ part }: { part: ConsolePart }) {
  const t = useTranslate();
  const { href } = useShell();
  return (
    <nav aria-label={t('operator.nav')} className="-mx-4 border-line border-b px-2 lg:mx-0 lg:px-0">
      <ul className="flex overflow-x-auto lg:gap-2">
        {parts.map(([name, to]) => (
          <li key={name} className="flex-1 lg:flex-none">
            <AppLink
              to={href(to)}
              aria-current={name === part ? 'page' : undefined}
              className="-mb-px flex min-h-11 items-center justify-center whitespace-nowrap border-transparent border-b-2 px-2 text-ink-2 hover:text-ink aria-[current]:border-seal aria-[current]:font-bold aria-[current]:text-ink lg:px-4"
            >
              {t(`operator.tabs.${name}`)}
            </AppLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const slowAfterMs = 250;

/** A navigation within the console that takes long enough to be noticed. */
function useSlowMove() {
  const { location } = useNavigation();
  const moving = Boolean(location && splitLocale(location.pathname).path.startsWith('/operator'));
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    if (!moving) return setSlow(false);
    const timer = setTimeout(() => setSlow(true), slowAfterMs);
    return () => clearTimeout(timer);
  }, [moving]);
  return moving && slow;
}

function DeskSkeleton() {
  return (
    <Loading className="grid gap-2">
      {['a', 'b', 'c', 'd', 'e', 'f'].map((row) => (
        <Skeleton key={row} className="h-24 w-full lg:h-12" />
      ))}
    </Loading>
  );
}
