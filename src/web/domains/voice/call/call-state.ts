import type { SpokenLanguage, VoiceMode } from '#shared/voice/voice.ts';
import type { ProblemName } from './call-problem.ts';
import { type Conversation, emptyConversation } from './conversation.ts';
import type { Quality } from './network-quality.ts';

/** How the student is understood: recognition on the server, in the browser, or typing. */
export type Hears = 'server' | 'browser' | 'typing';

/** Settings of a call. */
export type CallPlan = {
  mode: VoiceMode;
  threadId: number | undefined;
  assistantId: number | undefined;
  language: SpokenLanguage;
  voice: string;
  scene: string;
  recognition: Hears;
  /** A realtime endpoint handles the call and needs its own event format. */
  isUpstream: boolean;
  endSilenceMs: number;
  pushToTalk: boolean;
  microphoneId: string;
  speakerId: string;
};

type Phase = 'permission' | 'connecting' | 'live' | 'reconnecting' | 'ended' | 'failed';

/** A problem known to the page, or an error message of the server. */
export type Failure = { name: ProblemName | 'quota' | 'server'; words: string };

export type CallState = {
  phase: Phase;
  talk: Conversation;
  isMuted: boolean;
  isHolding: boolean;
  pushToTalk: boolean;
  endSilenceMs: number;
  /** The browser blocks audio until the user interacts with the page. */
  isSoundBlocked: boolean;
  quality: Quality;
  failure: Failure | undefined;
  /** Microphone problem while the call continues. */
  microphoneProblem: ProblemName | undefined;
  microphone: MediaStream | undefined;
  microphoneId: string;
  speakerId: string;
  /** On the clock of the page: when the student could first speak, and when the call ended. */
  liveSince: number | undefined;
  endedAt: number | undefined;
};

export const firstState = (plan: CallPlan): CallState => ({
  phase: plan.recognition === 'server' ? 'permission' : 'connecting',
  talk: emptyConversation,
  isMuted: false,
  isHolding: false,
  pushToTalk: plan.pushToTalk,
  endSilenceMs: plan.endSilenceMs,
  isSoundBlocked: false,
  quality: 'good',
  failure: undefined,
  microphoneProblem: undefined,
  microphone: undefined,
  microphoneId: plan.microphoneId,
  speakerId: plan.speakerId,
  liveSince: undefined,
  endedAt: undefined,
});

/** Whether audio of the microphone is sent. */
export const isSending = ({ isMuted, pushToTalk, isHolding }: CallState) =>
  !isMuted && (!pushToTalk || isHolding);
