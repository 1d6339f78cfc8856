import { expect, it } from 'vitest';
import { countedOf, qualityOf } from './network-quality.ts';

const still = { received: 0, lost: 0, jitterMs: 0, roundTripMs: 0 };

it('reads the counts of the voice and of the way in use out of the statistics', () => {
  const stats = [
    { type: 'inbound-rtp', kind: 'video', packetsReceived: 9, packetsLost: 9 },
    { type: 'inbound-rtp', kind: 'audio', packetsReceived: 100, packetsLost: 2, jitter: 0.012 },
    { type: 'candidate-pair', nominated: false, currentRoundTripTime: 2 },
    { type: 'candidate-pair', nominated: true, currentRoundTripTime: 0.08 },
  ];
  expect(countedOf(stats)).toEqual({ received: 100, lost: 2, jitterMs: 12, roundTripMs: 80 });
  expect(countedOf([])).toEqual(still);
});

it('judges what came since it last looked, not the whole call', () => {
  const early = { ...still, received: 100, lost: 100 };
  expect(qualityOf(early, { ...early, received: 250 })).toBe('good');
  expect(qualityOf(early, { ...early, received: 250, lost: 106 })).toBe('fair');
  expect(qualityOf(early, { ...early, received: 250, lost: 150 })).toBe('poor');
  expect(qualityOf(still, { ...still, received: 150, jitterMs: 60 })).toBe('fair');
  expect(qualityOf(still, { ...still, received: 150, roundTripMs: 900 })).toBe('poor');
  // Nothing came because nobody spoke.
  expect(qualityOf(still, still)).toBe('good');
});
