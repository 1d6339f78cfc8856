import { expect, test } from 'vitest';
import { sceneOf, scenes } from '#shared/voice/scenes.ts';
import { tasks } from '#shared/voice/tasks.ts';
import { judge } from './assessment.ts';
import { createPartner } from './modes.ts';
import { evidenceFor, findSign, parseTranscript } from './signs.ts';

const has = (text: string, ...signs: string[]) => findSign(parseTranscript(text), signs) !== undefined;
const metIn = (scene: string, said: string) =>
  createPartner(sceneOf(scene) ?? (scenes[0] as (typeof scenes)[number])).react(said).met;

test('a goal is met by its words, also in contracted forms such as I’m', () => {
  expect(has('How much are these?', 'how much')).toBe(true);
  expect(has('How often should I take it?', 'how take')).toBe(true);
  expect(has('Two SUITCASES, please.', 'suitcase*')).toBe(true);
  expect(has('I’m Peter.', 'i am')).toBe(true);
  expect(has("Where's the museum?", 'where is')).toBe(true);
  expect(has("I'd like some tea", 'i would like')).toBe(true);
  expect(has("I can't eat nuts", 'cannot eat')).toBe(true);
  expect(metIn('interview', "Hello, I'm Mary and I'm twelve.")).toEqual(['about']);
});

test('words spread over sentences or in another order do not match a sign', () => {
  expect(has('How are you? I like it very much.', 'how much')).toBe(false);
  expect(has('Am I late?', 'i am')).toBe(false);
  expect(has('It is how it always was, and they cost me very much', 'how much')).toBe(false);
  expect(has('I want to sit this way', 'way to')).toBe(false);
  expect(metIn('shop', 'How are you today? Thank you very much!')).toEqual([]);
});

test('Chinese signs match whole words, not characters that happen to appear', () => {
  expect(has('這個蘋果多少錢？', '多少錢')).toBe(true);
  expect(has('海邊很安靜', '海邊安靜')).toBe(true);
  // The character appears twice; only the second is part of the word.
  expect(has('老師說過，那裡有位老人在散步', '老人散步')).toBe(true);
  expect(has('我在學校開會', '學會')).toBe(false);
  expect(has('帶著弟弟一起來', '帶來')).toBe(false);
  expect(has('太陽下山。月亮升起', '太陽升起')).toBe(false);
});

test('the evidence for a point is the sentence that contains its sign', () => {
  expect(evidenceFor('I like it. It is good because it is near. Bye.', ['because'])).toBe(
    'It is good because it is near.',
  );
  expect(evidenceFor('How are you? I like it much.', ['how much'])).toBeUndefined();
});

test('reading a passage aloud meets all points of the task', () => {
  for (const task of tasks) {
    if (!task.passage) continue;
    const turn = { transcript: task.passage, began_ms: 0, ended_ms: 60_000, pauses: [] };
    expect(judge(task, [turn], 'en').content.filter(({ is_met }) => !is_met)).toEqual([]);
  }
});
