import type { LessonPage } from '#shared/classes.ts';
import { clockOf } from '#web/ground/i18n/days.ts';
import type { Translate } from '#web/ground/i18n/i18n.ts';
import { momentWords } from '#web/ground/i18n/moment-words.ts';
import { useWords } from '#web/ground/i18n/words.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { Card } from '#web/ui/card.tsx';

type Entry = LessonPage['history'][number];

const known = ['started', 'ended', 'corrected', 'disputed', 'confirmed', 'void'] as const;
type Known = (typeof known)[number];

/** Who did what, and when: kept by the database, and never rewritten. */
export function RecordHistory({ history }: { history: LessonPage['history'] }) {
  const t = useWords();
  const { locale } = useShell();
  return (
    <Card as="section" className="grid gap-3">
      <h2 className="text-lg">{t('classes.history.title')}</h2>
      <ol className="grid">
        {history.map((entry) => (
          <li
            key={`${entry.at} ${entry.what}`}
            className="relative grid gap-0.5 border-line border-l pb-4 pl-4 text-sm last:pb-0"
          >
            <span
              aria-hidden
              className="absolute top-2 -left-[0.3125rem] size-2.5 rounded-full border border-ink-2 bg-sheet"
            />
            <span className="font-semibold">{whatWords(t, entry)}</span>
            <span className="text-ink-2 text-xs">
              {t(`classes.actor.${entry.actor}`)} ・{' '}
              <time dateTime={entry.at}>{momentWords(entry.at, locale)}</time>
            </span>
          </li>
        ))}
      </ol>
      <p className="text-ink-2 text-xs">{t('classes.history.text')}</p>
    </Card>
  );
}

function whatWords(t: Translate, { what, facts }: Entry) {
  // A newer server may keep more than this page knows of.
  const name: Known | undefined = known.find((one) => one === what);
  if (!name) return what;
  const time = (fact: unknown) => (typeof fact === 'string' ? clockOf(fact) : '');
  if (name === 'started') return t('classes.history.started', { time: time(facts.started_at) });
  if (name === 'ended' && facts.ended_how === 'forgotten')
    return t('classes.history.forgotten', { time: time(facts.ended_at) });
  if (name === 'ended' || name === 'corrected')
    return t(`classes.history.${name}`, { time: time(facts.ended_at) });
  return t(`classes.history.${name}`);
}
