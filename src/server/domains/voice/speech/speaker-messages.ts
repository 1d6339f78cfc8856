import type { Speaker } from '../ports.ts';
import type { EspeakOptions } from './espeak.ts';
import type { SpeechProblem } from './speech-error.ts';

/** Options with which the thread is started. */
export type SpeakerSettings = EspeakOptions;

export type SpeakerRequest =
  | { id: number; text: string; voice: string }
  | { id: number; cancel: true }
  | { close: true };

/** First message: the voices, undefined without espeak-ng. */
export type Opened = { voices: Speaker['voices'] | undefined } | { unopened: string };

export type Said =
  | { id: number; samples: Float32Array<ArrayBuffer> }
  | { id: number; ended: true }
  | { id: number; failed: SpeechProblem; message: string };
