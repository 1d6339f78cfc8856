import { randomUUID } from 'node:crypto';
import type { Heard } from '#engine/speech/listener.ts';
import { isRealWords } from '#engine/speech/real-words.ts';
import type { EventError, ServerEvent } from '#shared/voice/events.ts';
import type { SpokenLanguage } from '#shared/voice/voice.ts';
import type { Recogniser } from '../ports.ts';

/** A turn of the student: what was said, and when. */
export type SaidTurn = {
  itemId: string;
  transcript: string;
  began_ms: number;
  ended_ms: number;
  pauses: { began_ms: number; ended_ms: number }[];
  /** It was cut by its length, or held on: more of the same turn follows. */
  goesOn: boolean;
};

type Options = {
  recogniser: Recogniser | undefined;
  language: SpokenLanguage;
  tell: (event: ServerEvent) => void;
  notUnderstood: () => EventError;
  /** What was recognised of speech over the tutor's voice. */
  recognised: (transcript: string, isFinal: boolean) => void;
  isTutorSpeaking: () => boolean;
  duck: () => void;
  unduck: () => void;
  cancel: () => void;
  said: (turn: SaidTurn) => void;
  failed: (error: unknown) => void;
};

/** A turn of which nothing was guessed, such as one that a button ended, is listened to again for so long. */
const unguessedMs = 300;

type Guess = {
  endedMs: number;
  abort: AbortController;
  hurry: AbortController;
  text: Promise<string | undefined>;
};

/** What becomes of each signal of the turn taking: it is recognised, told to the page, and handed on as a turn. */
export function createHearing(options: Options) {
  const { recogniser, language, tell } = options;
  const closing = new AbortController();
  let itemId = randomUUID();
  let guess: Guess | undefined;
  /** Turns are answered in order, however long each takes to recognise. */
  let before: Promise<void> = Promise.resolve();

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

  /** What is being said sounds like this so far. */
  function guessed(of: string, text: string) {
    if (text !== '')
      tell({ type: 'conversation.item.input_audio_transcription.delta', item_id: of, delta: text });
    options.recognised(text, false);
  }

  function speculate({ samples, endedMs }: Extract<Heard, { type: 'speculate' }>) {
    guess?.abort.abort();
    const [abort, hurry] = [new AbortController(), new AbortController()];
    const of = itemId;
    const text = recognise(samples, abort.signal, hurry.signal);
    guess = { endedMs, abort, hurry, text };
    void text.then((found) => {
      if (abort.signal.aborted || of !== itemId) return;
      if (found !== undefined) guessed(of, found);
      // It failed: the turn is listened to anew.
      else if (guess?.text === text) guess = undefined;
    });
  }

  /** What follows belongs to it: what was recognised so far is not the turn. */
  function forgetGuess() {
    guess?.abort.abort();
    guess = undefined;
  }

  function probe({ samples }: Extract<Heard, { type: 'probe' }>) {
    const of = itemId;
    void recognise(samples, closing.signal).then((found) => {
      if (found !== undefined && of === itemId) guessed(of, found);
    });
  }

  function stopped(signal: Extract<Heard, { type: 'stopped' }>) {
    const { beganMs, endedMs, samples, reason } = signal;
    const of = itemId;
    itemId = randomUUID();
    tell({ type: 'input_audio_buffer.speech_stopped', item_id: of, at_ms: Math.round(endedMs) });
    const known = guess?.endedMs === endedMs ? guess : undefined;
    // Now somebody waits: the longer the silence was to be, the more often it was listened to meanwhile.
    if (known) known.hurry.abort();
    else guess?.abort.abort();
    guess = undefined;
    const text = known?.text ?? recognise(samples, closing.signal, AbortSignal.timeout(unguessedMs));
    const wasSpokenOver = options.isTutorSpeaking();
    const times = {
      began_ms: Math.round(beganMs),
      ended_ms: Math.round(endedMs),
      pauses: signal.pauses.map((pause) => ({
        began_ms: Math.round(pause.beganMs),
        ended_ms: Math.round(pause.endedMs),
      })),
    };
    before = before
      .then(async () => {
        const transcript = (await text) ?? '';
        if (closing.signal.aborted) return;
        options.recognised(transcript, true);
        // 「嗯」 while the tutor speaks is no turn of its own; what a button was held for is meant.
        const isMeant = !wasSpokenOver || reason === 'committed' || isRealWords(transcript, language);
        if (transcript === '' && !wasSpokenOver) fail(of);
        // What is answered by nothing leaves nothing, and nobody waits for it.
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

  /** Nothing more was said: what came before, where a long turn was cut, stands. */
  function dismissed() {
    const of = itemId;
    itemId = randomUUID();
    const nothing = { transcript: '', began_ms: 0, ended_ms: 0, pauses: [], goesOn: false };
    before = before.then(() => options.said({ itemId: of, ...nothing })).catch(options.failed);
  }

  const fail = (item_id: string) =>
    tell({
      type: 'conversation.item.input_audio_transcription.failed',
      item_id,
      error: options.notUnderstood(),
    });

  return {
    /** Once what was said so far has been handed on. */
    settled: () => before,
    take(signals: readonly Heard[]) {
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
