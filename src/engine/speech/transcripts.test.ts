import { describe, expect, it } from 'vitest';
import { fillersIn, measureFluency } from './fluency.ts';
import { endOfLoop } from './moonshine.ts';
import { isRealWords } from './real-words.ts';
import { countErrors, errorRate, units } from './word-error-rate.ts';

describe('interrupting the tutor', () => {
  it.each([
    '嗯',
    '唔。',
    '嗯嗯',
    '呃…',
    '哦',
    '哈哈',
    '(coughs)',
    '[noise]',
    '咳咳',
    '',
    '...',
    '好',
    '係呀',
    '明白',
    '嗯，okay，明白',
  ])('in Cantonese, “%s” does not interrupt', (said) => expect(isRealWords(said, 'yue')).toBe(false));
  it.each([
    'uh',
    'Um,',
    'Mm-hmm.',
    'Uh-huh',
    'Hmm',
    'Ah!',
    'Oh.',
    '*cough*',
    'Okay.',
    'yeah',
    'I see.',
    'haha',
    'T',
    'Then,',
    'And',
    'Um, the.',
    'Okay, I see.',
    'Yeah, got it.',
    'Oh, all right, okay.',
    'Right, uh-huh.',
  ])('in English, “%s” does not interrupt', (said) => expect(isRealWords(said, 'en')).toBe(false));
  it.each(['等等', '唔明', '唔係', '停', '嗯，點解？', '好難', 'wait', '係咪 x'])(
    'in Cantonese, “%s” interrupts',
    (said) => expect(isRealWords(said, 'yue')).toBe(true),
  );
  it.each([
    'Wait',
    'um, stop',
    'No.',
    'okay but why',
    '5',
    'what',
    'yes',
    'hold on',
    'then stop',
    'in class',
    'Okay, I see a problem',
    'Got it wrong',
  ])('in English, “%s” interrupts', (said) => expect(isRealWords(said, 'en')).toBe(true));
});

describe('word error rate', () => {
  const rate = (said: string, transcript: string) => errorRate(countErrors(said, transcript));

  it('ignores capitals, punctuation and different spellings of numbers and words', () => {
    for (const [said, transcript] of [
      ['Twenty-one percent, please!', '21% please'],
      ['one thousand two hundred and four', '1,204'],
      ['three point one four', '3.14'],
      ['the third of May', 'The 3rd of May'],
      ['Two x plus five equals thirteen', '2x + 5 = 13'],
      ["It's my favourite colour", 'its my favorite color'],
      ['Please factorise forty metres', 'please factorize 40 meters'],
      ['a hundred and five', 'one hundred five'],
      ['it costs five dollars', 'It costs $5'],
    ] as const)
      expect(rate(said, transcript)).toBe(0);
  });

  it('counts substituted, deleted and inserted words', () => {
    expect(countErrors('one two three four five', 'one too four five six')).toEqual({
      substituted: 1,
      deleted: 1,
      inserted: 1,
      spoken: 5,
    });
    expect(rate('', 'something')).toBe(1);
    expect(rate('a b', '')).toBe(1);
    expect(countErrors('我們看書', '我看看書', 'cmn')).toMatchObject({ substituted: 1, spoken: 4 });
    expect(units('答案係 x = 12', 'yue')).toEqual(['答', '案', '係', 'x', '1', '2']);
  });
});

describe('fluency', () => {
  it('is computed from the timings of turns and pauses', () => {
    const turns = [
      {
        transcript: 'Well, um, I think it is, um, very good.',
        began_ms: 1000,
        ended_ms: 5000,
        pauses: [
          { began_ms: 2000, ended_ms: 2300 },
          { began_ms: 3000, ended_ms: 3700 },
        ],
      },
      { transcript: 'Because it helps.', began_ms: 6500, ended_ms: 7000, pauses: [] },
    ];
    expect(measureFluency(turns, 'en')).toEqual({
      words: 12,
      words_per_minute: 120,
      pauses: 2,
      longest_pause_ms: 1500,
      speaking_share: 0.58,
      fillers: [{ word: 'um', count: 2 }],
    });
  });

  it('counts Chinese by characters', () => {
    const turn = { transcript: '嗯，我覺得，即係，好好。', began_ms: 0, ended_ms: 3000, pauses: [] };
    expect(measureFluency([turn], 'yue')).toMatchObject({
      words: 8,
      words_per_minute: 160,
      fillers: [
        { word: '嗯', count: 1 },
        { word: '即係', count: 1 },
      ],
    });
  });

  it('is zero when nothing was said', () => {
    expect(measureFluency([], 'en')).toMatchObject({ words: 0, words_per_minute: 0, speaking_share: 0 });
    const empty = { transcript: '', began_ms: 5, ended_ms: 5, pauses: [] };
    expect(measureFluency([empty], 'cmn')).toMatchObject({ words: 0, words_per_minute: 0 });
  });

  it('counts an ambiguous word as a filler only in the position of a filler', () => {
    expect(fillersIn('I like it, you know the answer.', 'en')).toEqual([]);
    expect(fillersIn('It is, like, big, you know.', 'en')).toEqual([
      { word: 'you know', count: 1 },
      { word: 'like', count: 1 },
    ]);
    expect(fillersIn('那個學生就是說，那個，很好', 'cmn')).toEqual([
      { word: '那個', count: 1 },
      { word: '就是說', count: 1 },
    ]);
  });
});

describe('endOfLoop', () => {
  it('cuts a loop of the recogniser to its first run; natural repetition stays', () => {
    expect(endOfLoop([5, 6, 7, 8, 9])).toBeUndefined();
    expect(endOfLoop([1, ...Array(9).fill(7)])).toBe(2);
    expect(endOfLoop([1, 2, 3, 4, 2, 3, 4, 2, 3, 4, 2, 3, 4])).toBe(4);
    expect(endOfLoop([4, 4, 4, 4, 4])).toBeUndefined();
  });
});
