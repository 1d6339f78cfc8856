import type { SpokenLanguage, VoiceMode } from './voice.ts';

/** The name of the data channel that the page opens; both sides send one JSON object a message. */
export const eventsChannel = 'oai-events';

/**
 * What the server tells, in the manner of OpenAI's realtime events. `at_ms` counts from the beginning of the call by
 * the server's clock. A page ignores types it does not know: an endpoint upstream sends more of them.
 */
export type ServerEvent =
  | { type: 'session.created'; session: CallFacts }
  | { type: 'input_audio_buffer.speech_started'; item_id: string; at_ms: number }
  | { type: 'input_audio_buffer.speech_stopped'; item_id: string; at_ms: number }
  /** A guess while the student still speaks or pauses; each replaces the one before it. */
  | { type: 'conversation.item.input_audio_transcription.delta'; item_id: string; delta: string }
  | {
      type: 'conversation.item.input_audio_transcription.completed';
      item_id: string;
      transcript: string;
      /** When speech began and ended, and the pauses between, for replay and for judging fluency. */
      began_ms: number;
      ended_ms: number;
      pauses: { began_ms: number; ended_ms: number }[];
    }
  | { type: 'conversation.item.input_audio_transcription.failed'; item_id: string; error: EventError }
  /** `message_id` 0: no message of the thread, but said by the call itself: a warning, a scene's first words. */
  | { type: 'response.created'; response_id: string; message_id: number }
  /** The words of the clause whose sound begins now: captions run with the voice. */
  | { type: 'response.output_audio_transcript.delta'; response_id: string; delta: string }
  | { type: 'response.output_audio_transcript.done'; response_id: string; transcript: string }
  /** `cancelled`: interrupted; the thread then holds what was really heard. */
  | {
      type: 'response.done';
      response_id: string;
      status: 'completed' | 'cancelled' | 'failed';
      heard: string;
    }
  | { type: 'output_audio_buffer.started'; response_id: string; at_ms: number }
  | { type: 'output_audio_buffer.stopped'; response_id: string; at_ms: number }
  | { type: 'output_audio_buffer.cleared'; response_id: string; at_ms: number }
  /** Seconds left; sent each minute, at the warning and at the end. */
  | { type: 'quota'; remaining_seconds: number; is_warning: boolean }
  | { type: 'goal.met'; goal: string; response_id: string }
  | { type: 'assessment.feedback'; item_id: string; feedback: Feedback }
  | { type: 'session.closed'; reason: ClosedReason }
  | { type: 'error'; error: EventError };

/** What the page tells. */
export type ClientEvent =
  /** Push to talk: everything between the two is one turn, whatever silence there is. */
  | { type: 'input_audio_buffer.begin' }
  | { type: 'input_audio_buffer.commit' }
  /** Typed instead of said; also what the browser's own recogniser heard. */
  | { type: 'conversation.item.create'; text: string; client_key: string }
  | { type: 'response.cancel' }
  | { type: 'session.update'; end_silence_ms?: number; push_to_talk?: boolean; is_muted?: boolean }
  /**
   * Spoken practice: the time to prepare is over, the answer begins. It ends with `input_audio_buffer.commit`, or when
   * the task's time to answer is over; `assessment.feedback` follows.
   */
  | { type: 'assessment.begin' }
  /** The call is over: `session.closed` comes, and only what was used until now is charged. */
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

/** `code` is one of the contract's table; `message` is in the language of the page. */
export type EventError = { code: number; message: string };

export type ClosedReason = 'ended' | 'quota' | 'silent' | 'unreachable' | 'closing' | 'failed';

export type Feedback = {
  /** What of the task was spoken about; `is_met` with the student's own words that show it. */
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
