import Moon from 'lucide-react/icons/moon';
import Sun from 'lucide-react/icons/sun';
import { useWords } from '#web/ground/i18n/words.tsx';

/** Light or dark, kept in a cookie so that the server draws the right one at once. */
export function ThemeSwitch() {
  const t = useWords();
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
      <Sun className="hidden size-5 dark:block" strokeWidth={1.5} aria-hidden />
      <Moon className="size-5 dark:hidden" strokeWidth={1.5} aria-hidden />
    </button>
  );
}

const isDark = (theme: string | undefined) =>
  theme === undefined ? matchMedia('(prefers-color-scheme: dark)').matches : theme === 'dark';
