import type { Speaker } from '../ports.ts';
import type { EspeakOptions } from './espeak.ts';
import type { SpeechProblem } from './speech-error.ts';

/** What the thread is started with. */
export type SpeakerSettings = EspeakOptions;

export type AskedOfSpeaker =
  | { id: number; text: string; voice: string }
  | { id: number; cancel: true }
  | { close: true };

/** First its voices, undefined where there is no espeak-ng. */
export type Opened = { voices: Speaker['voices'] | undefined } | { unopened: string };

export type Said =
  | { id: number; samples: Float32Array<ArrayBuffer> }
  | { id: number; ended: true }
  | { id: number; failed: SpeechProblem; message: string };
