import { expect, it } from 'vitest';
import { type CallPlan, type CallState, firstState } from '../call/call-state.ts';
import { hintOf, statusOf } from './status.ts';

const plan: CallPlan = {
  ...{ mode: 'talk', threadId: undefined, assistantId: undefined, language: 'en', voice: '', scene: '' },
  ...{ recognition: 'server', isUpstream: false, endSilenceMs: 800, pushToTalk: false },
  ...{ microphoneId: '', speakerId: '' },
};
const first = firstState(plan);
const speaking: CallState = { ...first, phase: 'live', talk: { ...first.talk, speaking: 'r1' } };

it('while the tutor speaks, the hint says how to interrupt: by speaking, unmuting, holding the button or typing', () => {
  expect(statusOf(speaking, plan)).toBe('speaking');
  expect(hintOf(speaking, plan)).toBe('speakingHint');
  expect(hintOf({ ...speaking, isMuted: true }, plan)).toBe('mutedHint');
  expect(hintOf({ ...speaking, pushToTalk: true }, plan)).toBe('hold');
  expect(hintOf(speaking, { recognition: 'typing' })).toBe('typingHint');
  expect(hintOf({ ...first, phase: 'live' }, plan)).toBe('listeningHint');
});
