import { useEffect, useState } from 'react';

/** Text that outlives a reload of this tab, until it was used. */
export function useDraft(name: string) {
  const key = `operator draft ${name}`;
  const [text, setText] = useState('');
  useEffect(() => setText(sessionStorage.getItem(key) ?? ''), [key]);
  return {
    text,
    write(words: string) {
      setText(words);
      sessionStorage.setItem(key, words);
    },
    clear() {
      setText('');
      sessionStorage.removeItem(key);
    },
  };
}
