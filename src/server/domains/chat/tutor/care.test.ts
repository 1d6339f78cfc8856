import { expect, test } from 'vitest';
import { distressKinds } from '#engine/distress/kinds.ts';
import { needKinds } from '#shared/chat/limits.ts';
import { careOf } from './care.ts';

type Said = Parameters<typeof careOf>[0][number];
const user = (text: string): Said => ({ role: 'user', text, parts: [], files: [] });
const helped: Said = { role: 'assistant', text: '', parts: [{ type: 'data-help' }], files: [] };
const plain: Said = { role: 'assistant', text: '', parts: [], files: [] };

test('the contract names the same needs as the engine', () => expect(needKinds).toEqual(distressKinds));

test('a child is answered in the language it writes in', () => {
  expect(careOf([user('My dad hits me')], 'zh-Hant')).toMatchObject({ kind: 'violence', locale: 'en' });
  expect(careOf([user('爸爸打我')], 'en')).toMatchObject({ kind: 'violence', locale: 'zh-Hant' });
  expect(careOf([user('我daddy成日打我')], 'en')).toMatchObject({ kind: 'violence', locale: 'zh-Hant' });
});

test.each(['好', '唔敢講', '多謝', '...', 'ok', '我唔知', '係', '冇人信我'])(
  'after help was shown, %s is answered kindly',
  (reply) => {
    const care = careOf([user('爸爸打我'), helped, user(reply)], 'zh-Hant');
    expect(care?.words).toMatch(/999|熱線|lines/);
    expect(careOf([user('爸爸打我'), helped, user('好'), plain, user(reply)], 'zh-Hant')).toBeDefined();
  },
);

test('a small answer of fear is met as an answer, and a new need with its lines', () => {
  const after = (text: string) => careOf([user('My dad hits me'), helped, user(text)], 'en');
  expect(after("I don't dare to tell")).toMatchObject({ kind: undefined });
  expect(after('我好驚')).toMatchObject({ kind: undefined });
  expect(after('I want to die')).toMatchObject({ kind: 'self_harm' });
});

test('a school question ends it, and what follows is ordinary again', () => {
  const before = [user('爸爸打我'), helped, user('解方程 2x+5=13')];
  expect(careOf(before, 'zh-Hant')).toBeUndefined();
  expect(careOf([...before, plain, user('好')], 'zh-Hant')).toBeUndefined();
});

test('without help shown before, small answers are ordinary', () =>
  expect(careOf([user('好')], 'zh-Hant')).toBeUndefined());

test('care does not go on for ever', () => {
  const replies = Array.from({ length: 11 }, () => [user('好'), plain]).flat();
  expect(careOf([user('爸爸打我'), helped, ...replies.slice(0, 18), user('好')], 'zh-Hant')).toBeDefined();
  expect(careOf([user('爸爸打我'), helped, ...replies, user('好')], 'zh-Hant')).toBeUndefined();
});

test('a note on a picture counts, a printed passage does not', () => {
  const picture = (text: string): Said => ({ ...user(''), files: [{ text }] });
  expect(careOf([picture('爸爸日日打我，我好驚')], 'zh-Hant')).toMatchObject({ kind: 'violence' });
  expect(careOf([picture('閱讀理解：爸爸打了我一巴掌。（2分）')], 'zh-Hant')).toBeUndefined();
});
