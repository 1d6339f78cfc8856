import { useEffect, useState } from 'react';
import type { Locale } from '#shared/locale.ts';
import { speakable } from '../rendering/plain-text.ts';

const voices = { 'zh-Hant': 'zh-HK', en: 'en-GB' } satisfies Record<Locale, string>;

/** Han beside letters: what is mostly Chinese is read by a Chinese voice, whatever language the page is in. */
const languageOf = (text: string, locale: Locale): Locale => {
  const han = text.match(/\p{Script=Han}/gu)?.length ?? 0;
  const letters = text.match(/[a-z]+/gi)?.length ?? 0;
  if (han === 0 && letters === 0) return locale;
  return han >= letters ? 'zh-Hant' : 'en';
};

/** Reads an answer aloud; again, and it stops. One at a time in the whole page. */
export function useSpeech(locale: Locale) {
  const [speaking, setSpeaking] = useState(false);
  useEffect(() => {
    if (speaking) return () => speechSynthesis.cancel();
  }, [speaking]);

  return {
    speaking,
    toggle(text: string) {
      if (speaking) return setSpeaking(false);
      // Whatever is being read elsewhere on the page ends, and says so there.
      speechSynthesis.cancel();
      const language = languageOf(text, locale);
      const utterance = new SpeechSynthesisUtterance(speakable(text, language));
      utterance.lang = voices[language];
      utterance.onend = () => setSpeaking(false);
      utterance.onerror = () => setSpeaking(false);
      speechSynthesis.speak(utterance);
      setSpeaking(true);
    },
  };
}
