import type { SpokenLanguage } from '#shared/voice/voice.ts';

type Alternative = { transcript: string };
type Result = { isFinal: boolean; 0: Alternative };
type ResultEvent = { resultIndex: number; results: ArrayLike<Result> };
/** Types that the DOM library of TypeScript does not have yet. */
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

/** After these errors recognition is started again; after any other it would only fail again. */
const transientErrors = ['no-speech', 'aborted'];

type Callbacks = {
  onGuess: (text: string) => void;
  onWords: (text: string) => void;
  onRefused: () => void;
};

/**
 * Speech recognition of the browser. It stops by itself after a while and is restarted as long as it is
 * needed.
 */
export function listenByBrowser(language: SpokenLanguage, { onGuess, onWords, onRefused }: Callbacks) {
  const Recognition = recognitionOf();
  let isListening = false;
  let isRefused = false;
  let recognition: Recognition | undefined;
  const begin = () => {
    if (!Recognition || recognition || !isListening || isRefused) return;
    const started = new Recognition();
    recognition = started;
    started.lang = languages[language];
    started.continuous = true;
    started.interimResults = true;
    started.onresult = ({ resultIndex, results }) => {
      for (const result of Array.from(results).slice(resultIndex))
        (result.isFinal ? onWords : onGuess)(result[0].transcript.trim());
    };
    started.onerror = ({ error }) => {
      if (transientErrors.includes(error)) return;
      isRefused = true;
      onRefused();
    };
    started.onend = () => {
      recognition = undefined;
      begin();
    };
    started.start();
  };
  return {
    /** Off while the tutor speaks, whose voice it would recognise. */
    listen(on: boolean) {
      isListening = on;
      if (on) begin();
      else recognition?.abort();
    },
  };
}
