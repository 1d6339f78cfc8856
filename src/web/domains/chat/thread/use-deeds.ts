import { useEffect, useMemo, useRef } from 'react';
import { useProblemWords } from '#web/ground/api/use-problem.ts';
import { useToast } from '#web/ui/overlays/toast.tsx';
import type { ThreadDeeds } from '../message/deeds.ts';
import type { ThreadStore } from './thread-store.ts';

/** The same object for as long as the page lives, so that a message is drawn anew only when it changes. */
export function useDeeds(store: ThreadStore): ThreadDeeds & { stop: (id: number) => void } {
  const toast = useToast();
  const problemWords = useProblemWords();
  const latest = useRef(problemWords);
  useEffect(() => {
    latest.current = problemWords;
  });
  return useMemo(() => {
    const told = (work: Promise<unknown>) => void work.catch((error) => toast.error(latest.current(error)));
    return {
      regenerate: (id) => told(store.regenerate(id)),
      continueAnswer: (id) => told(store.continueAnswer(id)),
      showVersion: (id) => told(store.showVersion(id)),
      giveFeedback: (id, feedback) => told(store.giveFeedback(id, feedback)),
      edit: (id, text) => store.send({ text, files: [], edits: id }),
      stop: (id) => told(store.stop(id)),
    };
  }, [store, toast]);
}
