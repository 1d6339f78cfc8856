import type { SpokenLanguage } from '#shared/voice/voice.ts';

type Alternative = { transcript: string };
type Result = { isFinal: boolean; 0: Alternative };
type ResultEvent = { resultIndex: number; results: ArrayLike<Result> };
/** What TypeScript's DOM does not know yet. */
type Recognition = {
  lang: string;
  continuous: boolean;
  interimResults: boolean;
  onresult: ((event: ResultEvent) => void) | null;
  onend: (() => void) | null;
  onerror: ((event: { error: string }) => void) | null;
  start(): void;
  abort(): void;
};
type Scope = { SpeechRecognition?: new () => Recognition; webkitSpeechRecognition?: new () => Recognition };

const recognitionOf = () => {
  const scope = globalThis as Scope;
  return scope.SpeechRecognition ?? scope.webkitSpeechRecognition;
};

export const hasBrowserRecogniser = () => recognitionOf() !== undefined;

const languages: Record<SpokenLanguage, string> = { en: 'en-HK', cmn: 'zh-CN', yue: 'zh-HK' };

/** After these it is begun again; after any other it would only fail again. */
const passing = ['no-speech', 'aborted'];

type Heard = {
  onGuess: (text: string) => void;
  onWords: (text: string) => void;
  onRefused: () => void;
};

/** The browser's own recogniser. It stops by itself after a while, and is begun again as long as it is wanted. */
export function listenByBrowser(language: SpokenLanguage, { onGuess, onWords, onRefused }: Heard) {
  const Recognition = recognitionOf();
  let isWanted = false;
  let isRefused = false;
  let recognition: Recognition | undefined;
  const begin = () => {
    if (!Recognition || recognition || !isWanted || isRefused) return;
    const begun = new Recognition();
    recognition = begun;
    begun.lang = languages[language];
    begun.continuous = true;
    begun.interimResults = true;
    begun.onresult = ({ resultIndex, results }) => {
      for (const result of Array.from(results).slice(resultIndex))
        (result.isFinal ? onWords : onGuess)(result[0].transcript.trim());
    };
    begun.onerror = ({ error }) => {
      if (passing.includes(error)) return;
      isRefused = true;
      onRefused();
    };
    begun.onend = () => {
      recognition = undefined;
      begin();
    };
    begun.start();
  };
  return {
    /** Not while the tutor speaks: it would hear the tutor. */
    listen(on: boolean) {
      isWanted = on;
      if (on) begin();
      else recognition?.abort();
    },
  };
}
