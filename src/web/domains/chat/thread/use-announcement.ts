import { useEffect, useRef, useState } from 'react';
import type { TutorMessage } from '#shared/chat/chat.ts';
import { useWords } from '#web/ground/i18n/words.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { speakable } from '../rendering/plain-text.ts';
import { runningIn } from './thread-state.ts';

const mostLetters = 600;

/** For who listens: that an answer is being written, and then the answer as a whole rather than letter by letter. */
export function useAnnouncement(list: readonly TutorMessage[]) {
  const t = useWords();
  const { locale } = useShell();
  const [said, setSaid] = useState('');
  const running = runningIn(list);
  const before = useRef<number>(undefined);
  const ended = before.current === undefined ? undefined : list.find(({ id }) => id === before.current);

  useEffect(() => {
    if (running) {
      if (before.current !== running.id) setSaid(t('chat.said.writing'));
      before.current = running.id;
      return;
    }
    if (!ended || ended.state === 'running') return;
    before.current = undefined;
    const words = speakable(ended.text, locale).slice(0, mostLetters);
    setSaid(ended.state === 'done' ? t('chat.said.done', { text: words }) : t(`chat.${ended.state}`));
  }, [running, ended, locale, t]);
  return said;
}
