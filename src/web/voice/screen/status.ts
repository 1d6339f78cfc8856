import type { CallPlan, CallState } from '../call/call-state.ts';
import { activityOf } from '../call/talk.ts';

export const statusNames = [
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

/** What a call that is not over is doing, in one word. */
export function statusOf(state: CallState, { hears }: Pick<CallPlan, 'hears'>): StatusName {
  const { phase, talk, isMuted, isHolding, pushToTalk } = state;
  if (phase === 'permission' || phase === 'connecting' || phase === 'reconnecting') return phase;
  const activity = activityOf(talk);
  // The tutor goes on while one is muted, and that is what one hears.
  if (activity === 'speaking' || activity === 'thinking') return activity;
  if (hears === 'typing') return 'typing';
  if (isMuted) return 'muted';
  if (pushToTalk) return isHolding ? 'hearing' : 'hold';
  return activity;
}
