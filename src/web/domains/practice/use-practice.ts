import { useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import type { AttemptResult, PracticeLevel, PracticeQuestion, PracticeSubject } from '#shared/practice.ts';
import { useApi } from '#web/ground/api/api-provider.tsx';
import { useAction } from '#web/ground/api/use-action.ts';
import { newKey } from '#web/ground/drafts.ts';

export type PracticeFilter = { subject?: PracticeSubject; kind?: string; level?: PracticeLevel };
export type PracticeItem = { question: PracticeQuestion; cardId: number | null };
type Mode = { of: 'due' } | { of: 'kind'; wanted: PracticeFilter };

const ahead = 5;

/** One question at a time: the cards that are due, or any number of questions of a kind. */
export function usePractice(due: readonly PracticeItem[]) {
  const api = useApi();
  const { revalidate } = useRevalidator();
  const { busy, problem, run } = useAction();
  const [mode, setMode] = useState<Mode>({ of: 'due' });
  const [queue, setQueue] = useState<readonly PracticeItem[]>(due);
  const [result, setResult] = useState<AttemptResult>();
  const [doing, setDoing] = useState<'answer' | 'next' | 'postpone'>();
  const [done, setDone] = useState(0);
  /** One key for each question that is shown: an answer that is sent again is the same attempt. */
  const key = useRef('');
  const [current] = queue;

  const working = (what: NonNullable<typeof doing>, work: () => Promise<void>) => {
    setDoing(what);
    return run(work);
  };

  const show = (rest: readonly PracticeItem[]) => {
    key.current = '';
    setResult(undefined);
    setQueue(rest);
  };

  const more = async (wanted: PracticeFilter) => {
    const { list } = await api('GET /api_ai/practice/next', { query: { ...wanted, count: ahead } });
    show(list.map((question) => ({ question, cardId: null })));
  };

  return {
    mode,
    current,
    left: queue.length,
    result,
    busy: busy ? doing : undefined,
    problem,
    done,

    answer: (text: string) =>
      current &&
      working('answer', async () => {
        key.current ||= newKey();
        const marked = await api('POST /api_ai/practice/attempts', {
          body: { question_id: current.question.question_id, answer: text, client_key: key.current },
        });
        // An unreadable answer does not count: the next one is another attempt.
        if (!marked.is_readable) key.current = '';
        else setDone((count) => count + 1);
        setResult(marked);
      }),

    next: () =>
      working('next', async () => {
        const rest = queue.slice(1);
        if (rest.length > 0 || mode.of === 'due') {
          show(rest);
          if (rest.length === 0) await revalidate();
        } else await more(mode.wanted);
      }),

    postpone: () =>
      current?.cardId &&
      working('postpone', async () => {
        await api('POST /api_ai/practice/cards/{id}/postpone', { params: { id: current.cardId as number } });
        show(queue.slice(1));
        if (queue.length === 1) await revalidate();
      }),

    practise: (wanted: PracticeFilter) =>
      working('next', async () => {
        setMode({ of: 'kind', wanted });
        await more(wanted);
      }),

    /** Back to the due cards, which the page loads again. */
    stop: () => {
      setMode({ of: 'due' });
      show([]);
      void revalidate();
    },
    refill: (fresh: readonly PracticeItem[]) => show(fresh),
  };
}
export type Practice = ReturnType<typeof usePractice>;
