import { useEffect, useRef } from 'react';
import { useWords } from '#web/ground/i18n/words.tsx';

export type FieldProblems = Partial<Record<string, string>>;

/** All that is wrong, in one place that is read out first; each line leads to its field. Field ids are the names given. */
export function ErrorSummary({ problems, prefix }: { problems: FieldProblems; prefix: string }) {
  const t = useWords();
  const box = useRef<HTMLDivElement>(null);
  const found = Object.entries(problems).filter(([, words]) => words);
  const shown = found.length > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each time the form was refused
  useEffect(() => {
    if (shown) box.current?.focus();
  }, [problems]);
  if (!shown) return null;
  return (
    <div
      ref={box}
      tabIndex={-1}
      role="alert"
      className="rounded-card border border-seal/40 bg-seal-soft p-3 text-sm outline-none"
    >
      <p className="font-semibold">{t('login.correct', { count: found.length })}</p>
      <ul className="mt-1 grid">
        {found.map(([name, words]) => (
          <li key={name}>
            <a
              href={`#${prefix}${name}`}
              className="inline-flex min-h-8 items-center underline underline-offset-4"
              onClick={(event) => {
                event.preventDefault();
                document.getElementById(`${prefix}${name}`)?.focus();
              }}
            >
              {words}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
