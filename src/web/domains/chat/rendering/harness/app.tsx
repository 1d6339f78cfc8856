import { StrictMode, useEffect, useState } from 'react';
import { en, zhHant } from '#web/ground/i18n/all-translations.ts';
import { addTranslations } from '#web/ground/i18n/i18n.ts';
import { TranslateProvider } from '#web/ground/i18n/translate-provider.tsx';
import { ShellContext, shellAt } from '#web/ground/routing/use-shell.tsx';
import { Answer } from '../answer.tsx';
import type { GradeAnswer } from '../grade.ts';
import { samples } from './samples.ts';

declare global {
  interface Window {
    /** Set by the test: replaces the server's grading, and shows an answer as it arrives. */
    harness?: { show: (text: string, streaming: boolean) => void; grade: GradeAnswer; asked: string[] };
  }
}

const translations = { zh: addTranslations('zh-Hant', zhHant), en: addTranslations('en', en) };

/**
 * Everything that an answer may contain, server-rendered and hydrated; `/en` in English, `/live` for one that
 * is being written.
 */
export function Harness({ page }: { page: string }) {
  return (
    <StrictMode>
      <TranslateProvider t={page === '/en' ? translations.en : translations.zh}>
        <ShellContext value={shellAt(page === '/en' ? '/en' : '/')}>
          <main className="mx-auto max-w-[46rem] p-4">
            <h1 className="sr-only">Answers</h1>
            <h2 className="sr-only">Answer</h2>
            {page === '/live' ? <Live /> : <Samples />}
          </main>
        </ShellContext>
      </TranslateProvider>
    </StrictMode>
  );
}

const grade: GradeAnswer = (id, answer) => {
  if (!window.harness) throw new Error('nobody grades');
  return window.harness.grade(id, answer);
};

function Samples() {
  return (
    <div className="grid gap-8">
      {samples.map(({ name, text, parts }) => (
        <article key={name} aria-label={name}>
          <Answer text={text} parts={parts} streaming={false} onGrade={grade} />
        </article>
      ))}
    </div>
  );
}

function Live() {
  const [{ text, streaming }, setShown] = useState({ text: '', streaming: true });
  useEffect(() => {
    window.harness = {
      show: (next, isStreaming) => setShown({ text: next, streaming: isStreaming }),
      grade,
      asked: [],
    };
  }, []);
  return <Answer text={text} parts={[]} streaming={streaming} />;
}
