import { describe, expect, it } from 'vitest';
import { frameMs } from './sample-rates.ts';
import { createTurns, type TurnSettings, type TurnSignal } from './turns.ts';

/** Plays one frame per character: speech `s`, silence `.`, unsure `?`. Returns the signals with their frame numbers. */
function play(turns: ReturnType<typeof createTurns>, frames: string, from = 0) {
  const probabilities: Record<string, number> = { s: 0.9, '.': 0.02, '?': 0.42 };
  const all: (TurnSignal & { frame: number })[] = [];
  for (const [i, sign] of [...frames].entries())
    for (const signal of turns.frame(probabilities[sign] as number, (from + i) * frameMs))
      all.push({ ...signal, frame: from + i });
  return all;
}
const types = (signals: readonly TurnSignal[]) => signals.map(({ type }) => type);
const withSilence = (endSilenceMs: number, more: Partial<TurnSettings> = {}) =>
  createTurns({ endSilenceMs, ...more });

describe('a turn', () => {
  it('begins at the first frame of speech and ends, after the silence, at the last frame of speech', () => {
    const signals = play(withSilence(320), '..ssssssssss..........');
    expect(signals).toEqual([
      { type: 'started', beganMs: 2 * frameMs, frame: 4 },
      { type: 'speculate', endedMs: 12 * frameMs, frame: 16 },
      {
        type: 'stopped',
        beganMs: 2 * frameMs,
        endedMs: 12 * frameMs,
        pauses: [],
        reason: 'silence',
        frame: 21,
      },
    ]);
  });

  it('does not begin with clicks, however many', () => {
    expect(play(withSilence(320), '..ss..s...ss.ss.....')).toEqual([]);
    expect(types(play(withSilence(320), '..ss?s..'))).toEqual(['started']);
  });

  it('ends after 800 ms of silence by default, and a changed setting applies within the turn', () => {
    const usual = createTurns();
    expect(types(play(usual, `sssss${'.'.repeat(24)}`))).toEqual(['started', 'speculate']);
    expect(types(play(usual, '.', 29))).toEqual(['stopped']);
    const shortened = createTurns();
    play(shortened, 'sssss......');
    shortened.update({ endSilenceMs: 200 });
    expect(types(play(shortened, '.', 11))).toEqual(['stopped']);
  });

  it('signals speculate after each silence and resumed when speech continues', () => {
    const signals = play(createTurns(), 'sssss......ssss......');
    expect(types(signals)).toEqual(['started', 'speculate', 'resumed', 'speculate']);
  });

  it('a short noise does not restart the silence timeout; pauses are recorded, breaths are not', () => {
    // A single frame of noise ends neither the silence nor the speculation.
    expect(types(play(withSilence(480), 'sssss.......s.......'))).toEqual([
      'started',
      'speculate',
      'stopped',
    ]);
    const end = play(withSilence(480), `sssss${'.'.repeat(10)}sssss...ssss${'.'.repeat(15)}`).at(-1);
    expect(end).toMatchObject({
      type: 'stopped',
      pauses: [{ beganMs: 5 * frameMs, endedMs: 15 * frameMs }],
      endedMs: 27 * frameMs,
    });
  });

  it('ends at its maximum length, and the next turn begins at once', () => {
    const signals = play(withSilence(320, { longestTurnMs: 640 }), 's'.repeat(30));
    expect(types(signals)).toEqual(['started', 'stopped', 'started']);
    expect(signals[1]).toMatchObject({ reason: 'longest', endedMs: 640 });
    expect(signals[2]).toMatchObject({ beganMs: 640 });
  });
});

describe('push to talk', () => {
  it('ignores speech without the button and includes everything between press and release', () => {
    const turns = withSilence(320);
    turns.update({ isPushToTalk: true });
    expect(play(turns, 'ssssssss')).toEqual([]);
    expect(turns.begin(8 * frameMs)).toEqual([{ type: 'started', beganMs: 8 * frameMs }]);
    const held = play(turns, `..sss${'.'.repeat(20)}ssss`, 8);
    expect(types(held)).toEqual(['speculate', 'resumed']);
    expect(turns.commit()).toEqual([
      {
        type: 'stopped',
        beganMs: 10 * frameMs,
        endedMs: 37 * frameMs,
        pauses: [{ beganMs: 13 * frameMs, endedMs: 33 * frameMs }],
        reason: 'committed',
      },
    ]);
    expect(play(turns, 'sssss', 40)).toEqual([]);
  });

  it('signals dismissed when the button was held and nothing was said', () => {
    const turns = createTurns();
    turns.begin(0);
    expect(play(turns, '..s...s.')).toEqual([]);
    expect(turns.commit()).toEqual([{ type: 'dismissed' }]);
    expect(turns.commit()).toEqual([]);
  });

  it('loses no speech when the button is held beyond the maximum length', () => {
    const turns = withSilence(320, { longestTurnMs: 640 });
    turns.begin(0);
    expect(types(play(turns, 's'.repeat(25)))).toEqual(['stopped', 'started']);
    expect(turns.commit()).toMatchObject([{ type: 'stopped', beganMs: 640 }]);
  });

  it('ends the turn in progress when it is switched on', () => {
    const turns = createTurns();
    play(turns, 'ssssss');
    expect(turns.update({ isPushToTalk: true })).toMatchObject([{ type: 'stopped', reason: 'committed' }]);
  });
});

describe('speaking over the tutor', () => {
  it('lowers the tutor’s voice at once and stops it only for words', () => {
    const turns = createTurns();
    turns.tutor(true);
    expect(types(play(turns, 'sssss'))).toEqual(['started', 'duck']);
    expect(types(play(turns, 'ssss', 5))).toEqual(['probe']);
    expect(turns.transcribed('Um,', 'en', false)).toEqual([]);
    expect(turns.transcribed('Um, wait', 'en', false)).toEqual([{ type: 'cancel' }]);
    expect(turns.transcribed('Um, wait a moment', 'en', true)).toEqual([]);
  });

  it('restores the tutor’s voice after a cough or 嗯', () => {
    const turns = createTurns();
    turns.tutor(true);
    play(turns, 'sssss');
    expect(turns.transcribed('嗯', 'yue', false)).toEqual([]);
    expect(turns.transcribed('嗯。', 'yue', true)).toEqual([{ type: 'unduck' }]);
    expect(turns.transcribed('等等', 'yue', true)).toEqual([]);
  });

  it('requests recognition repeatedly, but at most six times', () => {
    const turns = createTurns();
    turns.tutor(true);
    const signals = play(turns, 's'.repeat(200)).filter(({ type }) => type === 'probe');
    expect(signals.map(({ frame }) => frame)).toEqual([8, 17, 26, 35, 44, 53]);
  });

  it('has no effect while the tutor is silent, and the voice is restored when the answer ends', () => {
    const turns = createTurns();
    expect(types(play(turns, 's'.repeat(20)))).toEqual(['started']);
    expect(turns.tutor(true)).toEqual([{ type: 'duck' }]);
    expect(turns.tutor(false)).toEqual([{ type: 'unduck' }]);
    expect(turns.transcribed('stop', 'en', true)).toEqual([]);
  });
});
