import type { HelpLines } from '../chat/parts.ts';
import type { SpokenLanguage, VoiceMode } from './voice.ts';

/** Name of the data channel that the page opens; each message in either direction is one JSON object. */
export const eventsChannel = 'oai-events';

/**
 * Events sent by the server, modelled on OpenAI's realtime events. `at_ms` counts from the start of the call
 * by the server's clock. The page ignores unknown types, since an upstream endpoint sends more of them.
 */
export type ServerEvent =
  | { type: 'session.created'; session: CallFacts }
  | { type: 'input_audio_buffer.speech_started'; item_id: string; at_ms: number }
  | { type: 'input_audio_buffer.speech_stopped'; item_id: string; at_ms: number }
  /** Interim transcript while the student speaks or pauses; each replaces the one before. */
  | { type: 'conversation.item.input_audio_transcription.delta'; item_id: string; delta: string }
  | {
      type: 'conversation.item.input_audio_transcription.completed';
      item_id: string;
      transcript: string;
      /** When speech began and ended and the pauses between, for replay and for measuring fluency. */
      began_ms: number;
      ended_ms: number;
      pauses: { began_ms: number; ended_ms: number }[];
    }
  | { type: 'conversation.item.input_audio_transcription.failed'; item_id: string; error: EventError }
  /**
   * `message_id` 0: not a message of the thread but spoken by the call itself, such as a quota warning or a
   * scene's opening.
   */
  | { type: 'response.created'; response_id: string; message_id: number }
  /** The student may be in need: the help lines to show, from the beginning of the response on. */
  | { type: 'response.help'; response_id: string; help: HelpLines }
  /** Text of the clause whose audio starts now, so that captions run in step with the voice. */
  | { type: 'response.output_audio_transcript.delta'; response_id: string; delta: string }
  | { type: 'response.output_audio_transcript.done'; response_id: string; transcript: string }
  /** `cancelled`: interrupted; the thread then stores only what was actually played (`heard`). */
  | {
      type: 'response.done';
      response_id: string;
      status: 'completed' | 'cancelled' | 'failed';
      heard: string;
    }
  | { type: 'output_audio_buffer.started'; response_id: string; at_ms: number }
  | { type: 'output_audio_buffer.stopped'; response_id: string; at_ms: number }
  | { type: 'output_audio_buffer.cleared'; response_id: string; at_ms: number }
  /** Seconds left; sent every minute, at the warning and at the end. */
  | { type: 'quota'; remaining_seconds: number; is_warning: boolean }
  | { type: 'goal.met'; goal: string; response_id: string }
  | { type: 'assessment.feedback'; item_id: string; feedback: Feedback }
  | { type: 'session.closed'; reason: ClosedReason }
  | { type: 'error'; error: EventError };

/** Events sent by the page. */
export type ClientEvent =
  /** Push to talk: everything between begin and commit is one turn, whatever the silence. */
  | { type: 'input_audio_buffer.begin' }
  | { type: 'input_audio_buffer.commit' }
  /** Typed text, or text recognised by the browser. */
  | { type: 'conversation.item.create'; text: string; client_key: string }
  | { type: 'response.cancel' }
  | { type: 'session.update'; end_silence_ms?: number; push_to_talk?: boolean; is_muted?: boolean }
  /**
   * Spoken practice: preparation is over and the answer begins. The answer ends with
   * `input_audio_buffer.commit` or when the task's answer time runs out; `assessment.feedback` follows.
   */
  | { type: 'assessment.begin' }
  /** Ends the call: `session.closed` follows, and only the time used so far is charged. */
  | { type: 'session.end' };

export type CallFacts = {
  call_id: string;
  thread_id: number;
  mode: VoiceMode;
  language: SpokenLanguage;
  voice: string;
  scene: string;
  is_recognised: boolean;
  remaining_seconds: number;
};

/** `code` is an error code of the API contract; `message` is in the language of the page. */
export type EventError = { code: number; message: string };

export type ClosedReason = 'ended' | 'quota' | 'silent' | 'unreachable' | 'closing' | 'failed';

export type Feedback = {
  /** Points of the task; `evidence` quotes the words of the student that cover a met point. */
  content: { point: string; is_met: boolean; evidence: string }[];
  fluency: Fluency;
  /** Short advice in the page's language, the most useful first. */
  advice: string[];
};

export type Fluency = {
  words: number;
  words_per_minute: number;
  /** Pauses of 0.5 s or longer between the first and the last word. */
  pauses: number;
  longest_pause_ms: number;
  speaking_share: number;
  fillers: { word: string; count: number }[];
};
