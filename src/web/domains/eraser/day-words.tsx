import { useWords } from '#web/ground/i18n/words.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';

type Named = 'eraser.card.goneAt' | 'eraser.practise.on' | 'eraser.paper.sharedAt';

/** A sentence with a day in it, as Hong Kong counts days. */
export function DayWords({ at, words }: { at: string; words: Named }) {
  const t = useWords();
  const { locale } = useShell();
  const date = new Intl.DateTimeFormat(locale === 'en' ? 'en-HK' : 'zh-HK', {
    dateStyle: 'medium',
    timeZone: 'Asia/Hong_Kong',
  }).format(new Date(at));
  return t(words, { date });
}
