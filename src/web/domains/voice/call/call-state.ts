import type { SpokenLanguage, VoiceMode } from '#shared/voice/voice.ts';
import type { ProblemName } from './call-problem.ts';
import type { Quality } from './network-quality.ts';
import { firstTalk, type Talk } from './talk.ts';

/** Who turns the student's speech into text: the server, the browser, or nobody. */
export type Hears = 'server' | 'browser' | 'typing';

/** What a call is begun with. */
export type CallPlan = {
  mode: VoiceMode;
  threadId: number | undefined;
  assistantId: number | undefined;
  language: SpokenLanguage;
  voice: string;
  scene: string;
  hears: Hears;
  /** A realtime endpoint has the call, and is told in its own words. */
  isUpstream: boolean;
  endSilenceMs: number;
  pushToTalk: boolean;
  microphoneId: string;
  speakerId: string;
};

type Phase = 'permission' | 'connecting' | 'live' | 'reconnecting' | 'ended' | 'failed';

/** A problem the page knows by itself, or one that the server put into words. */
export type Failure = { name: ProblemName | 'quota' | 'server'; words: string };

export type CallState = {
  phase: Phase;
  talk: Talk;
  isMuted: boolean;
  isHolding: boolean;
  pushToTalk: boolean;
  endSilenceMs: number;
  /** The browser waits for a touch before it makes a sound. */
  isSoundBlocked: boolean;
  quality: Quality;
  failure: Failure | undefined;
  /** Of the microphone, while the call itself goes on. */
  microphoneTrouble: ProblemName | undefined;
  microphone: MediaStream | undefined;
  microphoneId: string;
  speakerId: string;
  /** By the page's clock: when the student could first speak, and when it was over. */
  liveSince: number | undefined;
  endedAt: number | undefined;
};

export const firstState = (plan: CallPlan): CallState => ({
  phase: plan.hears === 'server' ? 'permission' : 'connecting',
  talk: firstTalk,
  isMuted: false,
  isHolding: false,
  pushToTalk: plan.pushToTalk,
  endSilenceMs: plan.endSilenceMs,
  isSoundBlocked: false,
  quality: 'good',
  failure: undefined,
  microphoneTrouble: undefined,
  microphone: undefined,
  microphoneId: plan.microphoneId,
  speakerId: plan.speakerId,
  liveSince: undefined,
  endedAt: undefined,
});

/** Whether what the microphone hears leaves the page. */
export const isSending = ({ isMuted, pushToTalk, isHolding }: CallState) =>
  !isMuted && (!pushToTalk || isHolding);
