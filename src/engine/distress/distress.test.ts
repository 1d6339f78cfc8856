import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { readCorpus } from './corpus.ts';
import { distressIn, distressInPicture, isSchoolTalk } from './detect.ts';
import { fold } from './fold.ts';
import { distressKinds } from './kinds.ts';

const corpus = readCorpus(fileURLToPath(new URL('../../../tests/corpora/distress', import.meta.url)));
const all = [...corpus.values()].flat();
const inNeed = all.filter(({ kind }) => kind !== undefined);
const ordinary = all.filter(({ kind }) => kind === undefined);

test('the corpora have at least 400 texts of children in need in five languages and 2,000 ordinary ones', () => {
  expect(inNeed.length).toBeGreaterThanOrEqual(400);
  expect(ordinary.length).toBeGreaterThanOrEqual(2000);
  for (const kind of distressKinds)
    for (const lang of ['yue', 'zh-Hant', 'zh-Hans', 'en', 'mixed'])
      expect(inNeed.filter((line) => line.kind === kind && line.lang === lang).length).toBeGreaterThan(2);
});

describe('plain phrases are recognised', () => {
  test.each(
    [
      '我想死、唔想活了、想自殺、成日鎅手、割腕、𠝹手、結束自己的生命、想跳樓、燒炭自盡、寧願死、不如死咗去、死咗好過、生無可戀',
      // As written in mainland China.
      '想自杀、我想轻生、自残、我伤害自己、结束生命、想跳楼、烧炭、宁愿死、生无可恋、想离开这个世界、被强奸',
      '讀書讀到想死、我要去死、唔想做人、唔想喺度、活不下去、吊頸、跳軌、想瓜、我想消失、食咗成樽安眠藥、自 殺',
      '老師非禮我、俾人非禮、爸爸虐打我、家暴、叔叔性騷擾我',
    ].flatMap((line) => line.split('、')),
  )('%s', (text) => expect(distressIn(text)).toBeDefined());
  test.each([
    'I want to die',
    'i wanna die',
    'thinking about suicide',
    'I don’t want to live anymore',
    'I want to kms',
    'going to end it all',
    'I have been cutting myself',
    'there is no reason to live',
    'he molested me',
  ])('%s', (text) => expect(distressIn(text)).toBeDefined());
});

test.each(
  [
    '笑死我、笑到想死、這題難死了、累死我了、嚇死我、好想死你啊、跳樓價大減價、要死記硬背嗎、要死背公式嗎、死亡率是多少、死線係幾時',
    '切割手工紙、減輕生活負擔、年輕生命、非禮勿視、侵犯版權、某城市自殺率由 10% 升至 12%，求百分變化、解方程',
    'the answer is dead simple、a fair die is rolled、I want to divide、cut the cake、a suicide rate of 3%',
  ].flatMap((line) => line.split('、')),
)('%s only sounds like it', (text) => expect(distressIn(text)).toBeUndefined());

test.each([
  ['爸爸打我', 'violence'],
  ['我俾同學欺凌', 'bullying'],
  ['有人摸我身體', 'touching'],
  ['我唔想返學，成日喊', 'fear'],
  ['My dad hits me', 'violence'],
])('%s is found as %s', (text, kind) => expect(distressIn(text)).toBe(kind));

test('what a child says of itself beside school work is found, and what it quotes is not', () => {
  expect(distressIn('Q7: 3/4 + 1/8 = 7/8. I want to die.')).toBe('self_harm');
  expect(distressIn('改寫句子。「爸爸打我！」小明說。')).toBeUndefined();
  expect(distressIn('好想死呀又要默書 lol')).toBeUndefined();
});

test('a sentence of need is found among others, also in a long text', () => {
  expect(distressIn('今日上堂好悶。爸爸尋晚又打我。聽日見。')).toBe('violence');
  expect(distressIn(`${'I like reading books about space. '.repeat(40)}My dad hits me every night.`)).toBe(
    'violence',
  );
});

test('both scripts and the spellings of one word are one text', () => {
  expect(fold('爸爸打媽媽，我很害怕')).toBe(fold('爸爸打妈妈，我很害怕'));
  expect(fold('我畀同學蝦')).toBe(fold('我俾同學蝦'));
  expect(fold('我 好 驚')).toBe(fold('我好驚'));
});

describe('a text read off a picture', () => {
  test('is found when it is a short note of the child', () => {
    expect(distressInPicture('老師，爸爸日日打我，我好驚')).toBe('violence');
    expect(distressInPicture('I want to die')).toBe('self_harm');
  });
  test.each([
    '閱讀理解\n爸爸打了我一巴掌，我哭了。',
    '1. 爸爸打了我一巴掌，我哭了，不敢回家。（3分）',
    'Section B\nMy father hit me and I ran away from home.',
    `${'我記得那一年，爸爸打了我一巴掌，我哭着跑出了家門。'.repeat(12)}`,
    '小明的爸爸打了他一巴掌，他哭了。',
  ])('is not when it is printed: %s', (text) => expect(distressInPicture(text)).toBeUndefined());
});

test.each(['好', '唔敢講', '多謝', 'ok', 'thank you', '我唔想講'])('%s is no school talk', (text) =>
  expect(isSchoolTalk(text)).toBe(false),
);
test.each(['解方程 2x+5=13', '教我做功課', 'what is photosynthesis', '3 + 4'])('%s is school talk', (text) =>
  expect(isSchoolTalk(text)).toBe(true),
);

test('a huge text is judged in time', { timeout: 60_000 }, () => {
  const began = performance.now();
  distressIn('我好驚'.repeat(30_000));
  distressIn('a'.repeat(100_000));
  distressIn(`${'我唔'.repeat(2000)}。`.repeat(5));
  // A second when the machine is quiet; work that grew with the square of the length would take minutes.
  expect(performance.now() - began).toBeLessThan(20_000);
});
