import type { LucideIcon, LucideProps } from 'lucide-react';
import { type ComponentType, createContext, type ReactNode, use } from 'react';
import type { Locale } from '#shared/locale.ts';
import type { Translate } from '../i18n/i18n.ts';
import { useTranslate } from '../i18n/translate-provider.tsx';
import { localizedPath } from '../routing/rules.ts';
import { ShellContext, shellAt, useShell } from '../routing/use-shell.tsx';

/** A component without handlers, state and effects, drawn from one object and the language alone. */
export type Part<Of extends object> = ComponentType<{ of: Of }>;

/** On the server: the HTML of a part, rendered once per object and language. */
export type RenderCached = <Of extends object>(
  part: Part<Of>,
  of: Of,
  look: { t: Translate; locale: Locale },
) => string;

const CacheContext = createContext<RenderCached | undefined>(undefined);
export const PartCacheProvider = CacheContext;

type CachedPartProps<Of extends object> = {
  as?: 'div' | 'li' | 'nav' | 'section' | 'span';
  id?: string | undefined;
  className?: string | undefined;
  'aria-label'?: string | undefined;
  part: Part<Of>;
  /** The server caches the HTML for as long as this very object lives. */
  of: Of;
};

/** For parts that show nothing but translations. */
export const nothing = {};

/**
 * A part that the server renders once and caches as HTML (decision 10). It may depend on its object and the language only, so
 * it is given a shell without a visitor and without a path. The browser hydrates it like any other.
 */
export function CachedPart<Of extends object>({ as: Tag = 'div', part, of, ...rest }: CachedPartProps<Of>) {
  const t = useTranslate();
  const { locale } = useShell();
  const renderCached = use(CacheContext);
  if (renderCached) {
    const html = { __html: renderCached(part, of, { t, locale }) };
    // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by React itself
    return <Tag {...rest} dangerouslySetInnerHTML={html} />;
  }
  const Part = part;
  return (
    <Tag {...rest}>
      <NeutralShell locale={locale}>
        <Part of={of} />
      </NeutralShell>
    </Tag>
  );
}

/** An icon and how it looks; a constant, so that the server renders it once. */
type IconLook = { icon: LucideIcon } & Pick<LucideProps, 'size' | 'className'>;

/** For icons that a page shows again and again: each costs React as much as a card (decision 106). */
export const CachedIcon = ({ look }: { look: IconLook }) => (
  <CachedPart as="span" className="contents" part={Icon} of={look} />
);
const Icon = ({ of: { icon: Svg, ...rest } }: { of: IconLook }) => <Svg {...rest} />;

/** All that a cached part may know of the shell. */
export function NeutralShell({ locale, children }: { locale: Locale; children: ReactNode }) {
  return <ShellContext value={shells[locale]}>{children}</ShellContext>;
}
const neutral = (locale: Locale) => ({
  ...shellAt(localizedPath('/', locale)),
  path: '',
  row: undefined,
});
const shells = { 'zh-Hant': neutral('zh-Hant'), en: neutral('en') };
