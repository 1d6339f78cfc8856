import { useWords } from '#web/ground/i18n/words.tsx';

/** For the keyboard: past the navigation, to what the page is about. */
export function SkipLink() {
  const t = useWords();
  return (
    <a
      href="#main"
      className="absolute left-2 z-[2020] -translate-y-20 rounded-card bg-seal px-4 py-2 text-on-seal focus:translate-y-2"
    >
      {t('nav.skip')}
    </a>
  );
}
