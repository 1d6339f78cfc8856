import Moon from 'lucide-react/icons/moon';
import Sun from 'lucide-react/icons/sun';
import { useLocation } from 'react-router';
import { localeCookie } from '#shared/locale.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { CachedIcon } from '#web/ground/rendering/cached-part.tsx';
import { localizedPath } from '#web/ground/routing/rules.ts';
import { useShell } from '#web/ground/routing/use-shell.tsx';

/** For keyboard users: skips the navigation. */
export function SkipLink() {
  const t = useTranslate();
  return (
    <a
      href="#main"
      className="absolute left-2 z-[2020] -translate-y-20 rounded-card bg-seal px-4 py-2 text-on-seal focus:translate-y-2"
    >
      {t('nav.skip')}
    </a>
  );
}

const sun = { icon: Sun, className: 'hidden size-5 dark:block' };
const moon = { icon: Moon, className: 'size-5 dark:hidden' };

/** Switches between light and dark; stored in a cookie so that the server renders the right theme. */
export function ThemeSwitch() {
  const t = useTranslate();
  const toggle = () => {
    const { documentElement: root } = document;
    const theme = isDark(root.dataset.theme) ? 'light' : 'dark';
    root.dataset.theme = theme;
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser we serve
    document.cookie = `theme=${theme}; path=/; max-age=${365 * 86_400}; samesite=lax`;
  };
  return (
    <button
      type="button"
      onClick={toggle}
      aria-label={t('nav.theme')}
      className="flex size-11 min-h-[44px] min-w-[44px] cursor-pointer items-center justify-center text-ink-2 hover:text-ink"
    >
      <CachedIcon look={sun} />
      <CachedIcon look={moon} />
    </button>
  );
}

const isDark = (theme: string | undefined) =>
  theme === undefined ? matchMedia('(prefers-color-scheme: dark)').matches : theme === 'dark';

const names = { 'zh-Hant': { short: '繁', full: '繁體中文' }, en: { short: 'EN', full: 'English' } } as const;

/** Links to the same page in the other language; a full page load, so that all text is translated. */
export function LanguageSwitch() {
  const t = useTranslate();
  const { root, locale, path } = useShell();
  const { search } = useLocation();
  const others = (root?.settings.locales ?? []).filter((other) => other !== locale);
  return others.map((other) => (
    <a
      key={other}
      href={localizedPath(path, other) + search}
      hrefLang={other}
      lang={other}
      aria-label={`${names[other].short}, ${t('nav.language')} ${names[other].full}`}
      className="flex min-h-11 min-w-11 items-center justify-center text-ink-2 text-sm hover:text-ink"
      onClick={() => {
        const crossOrigin = root?.settings.localeCookieCrossOrigin ? 'none; secure' : 'lax';
        // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser we serve
        document.cookie = `${localeCookie.name}=${other}; path=/; max-age=${localeCookie.days * 86_400}; samesite=${crossOrigin}`;
      }}
    >
      {names[other].short}
    </a>
  ));
}
