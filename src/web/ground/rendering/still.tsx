import { type ComponentType, createContext, type ReactNode, use, useEffect, useMemo, useState } from 'react';
import type { Locale } from '#shared/locale.ts';
import type { Translate } from '../i18n/i18n.ts';
import { useWords } from '../i18n/words.tsx';
import { useHydrated } from '../page-life.ts';
import { localizedPath } from '../routing/rules.ts';
import { ShellContext, useShell } from '../routing/use-shell.tsx';

/** What a part without handlers, state and effects is drawn from; the language is known to it as well. */
export type StillPart<Of extends object> = ComponentType<{ of: Of }>;

/** In the server: writes a part as text. */
export type WriteStill = <Of extends object>(part: StillPart<Of>, of: Of, look: StillLook) => string;
export type StillLook = { t: Translate; locale: Locale };

type Hand = { write?: WriteStill; hydrating: boolean };
const HandContext = createContext<Hand>({ hydrating: false });

export const StillWriter = ({ write, children }: { write: WriteStill; children: ReactNode }) => {
  const hand = useMemo(() => ({ write, hydrating: false }), [write]);
  return <HandContext value={hand}>{children}</HandContext>;
};

/** In the browser: knows which parts were in the page when it came. */
export function StillReader({ children }: { children: ReactNode }) {
  const hydrated = useHydrated();
  // Not a state that tells of its changes: what is drawn once stays as it is.
  const [hand] = useState<Hand>({ hydrating: !hydrated });
  useEffect(() => {
    hand.hydrating = false;
  }, [hand]);
  return <HandContext value={hand}>{children}</HandContext>;
}

type StillProps<Of extends object> = {
  as?: 'div' | 'li' | 'section';
  id?: string | undefined;
  className?: string;
  part: StillPart<Of>;
  /** The server keeps the part's text as long as this very object lives. */
  of: Of;
  /** The object is made for one page alone: keeping its text would cost more than it saves. */
  fresh?: boolean;
};

/** For parts that are made of nothing but words. */
export const nothing = {};

/**
 * A part of a page that only shows: links and words. The server writes it once and keeps its text; the browser leaves
 * what came with the page as it is, without making components of it, until it is to show something else. So that it can
 * be kept, such a part is drawn without knowing who looks and where from: see docs/decisions/010.
 */
export function Still<Of extends object>({
  as: Tag = 'div',
  part: Part,
  of,
  fresh = false,
  ...rest
}: StillProps<Of>) {
  const t = useWords();
  const { locale } = useShell();
  const hand = use(HandContext);
  const [sent] = useState(() => (hand.hydrating ? of : undefined));
  if (hand.write && !fresh) {
    const inside = { __html: hand.write(Part, of, { t, locale }) };
    // biome-ignore lint/security/noDangerouslySetInnerHtml: written by React itself
    return <Tag {...rest} dangerouslySetInnerHTML={inside} />;
  }
  // Hydrated, React neither compares nor writes what is inside.
  if (sent && (sent === of || JSON.stringify(sent) === JSON.stringify(of)))
    // biome-ignore lint/security/noDangerouslySetInnerHtml: it is not written
    return <Tag {...rest} suppressHydrationWarning dangerouslySetInnerHTML={asSent} />;
  return (
    <Tag {...rest} key="drawn">
      <StillShell locale={locale}>
        <Part of={of} />
      </StillShell>
    </Tag>
  );
}
const asSent = { __html: '' };

/** All that a still part may know of the shell. */
export function StillShell({ locale, children }: { locale: Locale; children: ReactNode }) {
  return <ShellContext value={shells[locale]}>{children}</ShellContext>;
}
const shellIn = (locale: Locale) => ({
  root: undefined,
  locale,
  path: '',
  row: undefined,
  href: (to: string) => localizedPath(to, locale),
});
const shells = { 'zh-Hant': shellIn('zh-Hant'), en: shellIn('en') };
