import { expect, it } from 'vitest';
import { countedOf, qualityOf } from './network-quality.ts';

const zeroCounts = { received: 0, lost: 0, jitterMs: 0, roundTripMs: 0 };

it('packet counts of the audio and the round trip of the used route are read from the statistics', () => {
  const stats = [
    { type: 'inbound-rtp', kind: 'video', packetsReceived: 9, packetsLost: 9 },
    { type: 'inbound-rtp', kind: 'audio', packetsReceived: 100, packetsLost: 2, jitter: 0.012 },
    { type: 'candidate-pair', nominated: false, currentRoundTripTime: 2 },
    { type: 'candidate-pair', nominated: true, currentRoundTripTime: 0.08 },
  ];
  expect(countedOf(stats)).toEqual({ received: 100, lost: 2, jitterMs: 12, roundTripMs: 80 });
  expect(countedOf([])).toEqual(zeroCounts);
});

it('the quality is judged by the packets since the last check, not by the whole call', () => {
  const early = { ...zeroCounts, received: 100, lost: 100 };
  expect(qualityOf(early, { ...early, received: 250 })).toBe('good');
  expect(qualityOf(early, { ...early, received: 250, lost: 106 })).toBe('fair');
  expect(qualityOf(early, { ...early, received: 250, lost: 150 })).toBe('poor');
  expect(qualityOf(zeroCounts, { ...zeroCounts, received: 150, jitterMs: 60 })).toBe('fair');
  expect(qualityOf(zeroCounts, { ...zeroCounts, received: 150, roundTripMs: 900 })).toBe('poor');
  // No packets arrived because nobody spoke.
  expect(qualityOf(zeroCounts, zeroCounts)).toBe('good');
});
