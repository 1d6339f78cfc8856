import type { CallPlan, CallState } from '../call/call-state.ts';
import { activityOf } from '../call/conversation.ts';

const statusNames = [
  'permission',
  'connecting',
  'listening',
  'hold',
  'hearing',
  'thinking',
  'speaking',
  'muted',
  'typing',
  'reconnecting',
] as const;
export type StatusName = (typeof statusNames)[number];

/** State of a running call for display. */
export function statusOf(state: CallState, { recognition }: Pick<CallPlan, 'recognition'>): StatusName {
  const { phase, talk, isMuted, isHolding, pushToTalk } = state;
  if (phase === 'permission' || phase === 'connecting' || phase === 'reconnecting') return phase;
  const activity = activityOf(talk);
  // The tutor goes on speaking while the user is muted, and that is what they hear.
  if (activity === 'speaking' || activity === 'thinking') return activity;
  if (recognition === 'typing') return 'typing';
  if (isMuted) return 'muted';
  if (pushToTalk) return isHolding ? 'hearing' : 'hold';
  return activity;
}

/** Hint for the user. While the tutor speaks, how to interrupt depends on how the user is recognised. */
export function hintOf(state: CallState, plan: Pick<CallPlan, 'recognition'>): `${StatusName}Hint` | 'hold' {
  const status = statusOf(state, plan);
  if (status !== 'speaking') return `${status}Hint`;
  if (plan.recognition !== 'server') return 'typingHint';
  if (state.isMuted) return 'mutedHint';
  return state.pushToTalk ? 'hold' : 'speakingHint';
}
