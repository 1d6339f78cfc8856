import { useLocation } from 'react-router';
import { localeCookie } from '#shared/locale.ts';
import { useWords } from '#web/ground/i18n/words.tsx';
import { localizedPath } from '#web/ground/routing/rules.ts';
import { useShell } from '#web/ground/routing/use-shell.tsx';

const names = { 'zh-Hant': { short: '繁', full: '繁體中文' }, en: { short: 'EN', full: 'English' } } as const;

/** The same page in the other language. It is a full load, so that every word comes from that language. */
export function LanguageSwitch() {
  const t = useWords();
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
