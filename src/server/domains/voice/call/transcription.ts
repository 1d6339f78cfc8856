import { randomUUID } from 'node:crypto';
import type { ListenerSignal } from '#engine/speech/listener.ts';
import { isRealWords } from '#engine/speech/real-words.ts';
import type { EventError, ServerEvent } from '#shared/voice/events.ts';
import type { SpokenLanguage } from '#shared/voice/voice.ts';
import type { Recogniser } from '../ports.ts';

/** A turn of the student: its transcript and timing. */
export type SaidTurn = {
  itemId: string;
  transcript: string;
  began_ms: number;
  ended_ms: number;
  pauses: { began_ms: number; ended_ms: number }[];
  /** The turn was cut at its maximum length: more of it follows. */
  goesOn: boolean;
};

type Options = {
  recogniser: Recogniser | undefined;
  language: SpokenLanguage;
  tell: (event: ServerEvent) => void;
  notUnderstood: () => EventError;
  /** Text recognised while the tutor speaks. */
  recognised: (transcript: string, isFinal: boolean) => void;
  isTutorSpeaking: () => boolean;
  duck: () => void;
  unduck: () => void;
  cancel: () => void;
  said: (turn: SaidTurn) => void;
  failed: (error: unknown) => void;
};

/** Time for recognising a turn without an interim result, such as one ended by the button. */
const withoutGuessMs = 300;

type Guess = {
  endedMs: number;
  abort: AbortController;
  hurry: AbortController;
  text: Promise<string | undefined>;
};

/**
 * Handles the signals of turn detection: recognises the speech, sends transcripts to the page and passes
 * turns on.
 */
export function createTranscription(options: Options) {
  const { recogniser, language, tell } = options;
  const closing = new AbortController();
  let itemId = randomUUID();
  let guess: Guess | undefined;
  /** Turns are passed on in order, however long each takes to recognise. */
  let queue: Promise<void> = Promise.resolve();

  async function recognise(
    samples: Float32Array,
    signal: AbortSignal,
    hurry?: AbortSignal,
  ): Promise<string | undefined> {
    if (!recogniser?.languages.includes(language)) return undefined;
    try {
      const text = await recogniser.recognise(
        samples,
        language,
        AbortSignal.any([signal, closing.signal]),
        hurry,
      );
      return text.trim();
    } catch (error) {
      if (!signal.aborted && !closing.signal.aborted) options.failed(error);
      return undefined;
    }
  }

  /** Sends an interim transcript. */
  function sendInterim(of: string, text: string) {
    if (text !== '')
      tell({ type: 'conversation.item.input_audio_transcription.delta', item_id: of, delta: text });
    options.recognised(text, false);
  }

  function speculate({ samples, endedMs }: Extract<ListenerSignal, { type: 'speculate' }>) {
    guess?.abort.abort();
    const [abort, hurry] = [new AbortController(), new AbortController()];
    const of = itemId;
    const text = recognise(samples, abort.signal, hurry.signal);
    guess = { endedMs, abort, hurry, text };
    void text.then((found) => {
      if (abort.signal.aborted || of !== itemId) return;
      if (found !== undefined) sendInterim(of, found);
      // Recognition failed: the turn is recognised anew.
      else if (guess?.text === text) guess = undefined;
    });
  }

  /** The student goes on speaking: the interim result is not the whole turn. */
  function forgetGuess() {
    guess?.abort.abort();
    guess = undefined;
  }

  function probe({ samples }: Extract<ListenerSignal, { type: 'probe' }>) {
    const of = itemId;
    void recognise(samples, closing.signal).then((found) => {
      if (found !== undefined && of === itemId) sendInterim(of, found);
    });
  }

  function stopped(signal: Extract<ListenerSignal, { type: 'stopped' }>) {
    const { beganMs, endedMs, samples, reason } = signal;
    const of = itemId;
    itemId = randomUUID();
    tell({ type: 'input_audio_buffer.speech_stopped', item_id: of, at_ms: Math.round(endedMs) });
    const matching = guess?.endedMs === endedMs ? guess : undefined;
    // The student now waits: with a longer end silence, recognition has had more time already.
    if (matching) matching.hurry.abort();
    else guess?.abort.abort();
    guess = undefined;
    const text = matching?.text ?? recognise(samples, closing.signal, AbortSignal.timeout(withoutGuessMs));
    const wasSpokenOver = options.isTutorSpeaking();
    const times = {
      began_ms: Math.round(beganMs),
      ended_ms: Math.round(endedMs),
      pauses: signal.pauses.map((pause) => ({
        began_ms: Math.round(pause.beganMs),
        ended_ms: Math.round(pause.endedMs),
      })),
    };
    queue = queue
      .then(async () => {
        const transcript = (await text) ?? '';
        if (closing.signal.aborted) return;
        options.recognised(transcript, true);
        // 「嗯」 while the tutor speaks is not a turn; speech with the button held always is.
        const isMeant = !wasSpokenOver || reason === 'committed' || isRealWords(transcript, language);
        if (transcript === '' && !wasSpokenOver) fail(of);
        // Speech that gets no answer is completed with an empty transcript, so that the page does not wait.
        else
          tell({
            type: 'conversation.item.input_audio_transcription.completed',
            item_id: of,
            transcript: isMeant ? transcript : '',
            ...times,
          });
        if (!isMeant || (transcript === '' && reason === 'silence')) return;
        options.said({ itemId: of, transcript, ...times, goesOn: reason === 'longest' });
      })
      .catch(options.failed);
  }

  /** Nothing more was said: the part before, where a long turn was cut, is final. */
  function dismissed() {
    const of = itemId;
    itemId = randomUUID();
    const empty = { transcript: '', began_ms: 0, ended_ms: 0, pauses: [], goesOn: false };
    queue = queue.then(() => options.said({ itemId: of, ...empty })).catch(options.failed);
  }

  const fail = (item_id: string) =>
    tell({
      type: 'conversation.item.input_audio_transcription.failed',
      item_id,
      error: options.notUnderstood(),
    });

  return {
    /** Resolves when all turns so far have been passed on. */
    settled: () => queue,
    take(signals: readonly ListenerSignal[]) {
      for (const signal of signals) {
        if (signal.type === 'started')
          tell({
            type: 'input_audio_buffer.speech_started',
            item_id: itemId,
            at_ms: Math.round(signal.beganMs),
          });
        else if (signal.type === 'speculate') speculate(signal);
        else if (signal.type === 'resumed') forgetGuess();
        else if (signal.type === 'probe') probe(signal);
        else if (signal.type === 'stopped') stopped(signal);
        else if (signal.type === 'dismissed') dismissed();
        else if (signal.type === 'duck') options.duck();
        else if (signal.type === 'unduck') options.unduck();
        else options.cancel();
      }
    },
    close: () => closing.abort(new Error('closed')),
  };
}
