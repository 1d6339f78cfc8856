import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { endSessionsOf } from '#server/domains/accounts/sessions.ts';
import { samplePerson } from '#tests/people.ts';
import { serve } from '#tests/serve.ts';
import { openBank } from './bank.ts';
import { masteryAfter } from './mastery.ts';
import { practiceData } from './personal-data.ts';

const world = await serve();
const bank = openBank();
const typed = bank.find({ kind: 'linear equation' }).filter(({ choices }) => choices.length === 0);
const [first, second, third] = typed as [(typeof typed)[0], (typeof typed)[0], (typeof typed)[0]];
const idiom = bank.find({ kind: 'idiom' })[0] as (typeof typed)[0];

async function newUser() {
  const { browser, id } = await world.registered();
  const headers = { authorization: `Bearer ${browser.tokens.ai}` };
  const call = async (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object, more = {}) => {
    const answer = await world.app.inject({
      method,
      url: `/api_ai/practice/${path}`,
      headers: { 'accept-language': 'zh-Hant', ...headers, ...more },
      ...(body && { payload: body }),
    });
    return { status: answer.statusCode, ...answer.json() };
  };
  const answer = (question: { id: number }, text: string, clientKey = randomUUID()) =>
    call('POST', 'attempts', { question_id: question.id, answer: text, client_key: clientKey });
  const mastery = async (kind: string) =>
    (await call('GET', 'mastery')).data.list.find((one: { kind: string }) => one.kind === kind);
  /** As if 400 days had passed. */
  const later = async () => {
    await world.run(sql`update practice_cards set due_at = due_at - interval '400 days',
      last_review_at = last_review_at - interval '400 days' where user_id = ${id}`);
    await world.run(
      sql`update practice_attempts set next_due_at = next_due_at - interval '400 days' where user_id = ${id}`,
    );
  };
  return { id, call, answer, mastery, later, browser };
}

describe('an answer', () => {
  test('that is right is marked, creates a card and raises the mastery of its kind', async () => {
    const me = await newUser();
    const { data } = await me.answer(first, first.answer.replace('x = ', ''));
    expect(data).toMatchObject({
      is_correct: true,
      is_readable: true,
      is_counted: true,
      expected: first.answer,
    });
    expect(data.steps.length).toBeGreaterThan(0);
    expect(data.steps.some((step: { checked: boolean }) => step.checked)).toBe(true);
    expect(new Date(data.next_due_at).getTime()).toBeGreaterThan(Date.now() + 24 * 3600_000);
    expect(data.mastery).toMatchObject({ kind: 'linear equation', mastery: 20, attempts: 1, correct: 1 });
    expect((await me.call('GET', 'due')).data).toMatchObject({
      total: 0,
      cards: 1,
      next_due_at: data.next_due_at,
    });
  });

  test('that is wrong is due again within the hour; an empty answer counts as wrong', async () => {
    const me = await newUser();
    const { data } = await me.answer(first, 'x = 99999');
    expect(data).toMatchObject({ is_correct: false, is_readable: true, is_counted: true });
    expect(new Date(data.next_due_at).getTime()).toBeLessThan(Date.now() + 3600_000);
    const unknown = await me.answer(second, '');
    expect(unknown.data).toMatchObject({ is_correct: false, is_counted: true, expected: second.answer });
    await me.later();
    const { data: due } = await me.call('GET', 'due');
    expect(due.total).toBe(2);
    expect(due.list[0]).toMatchObject({ question: { question_id: first.id }, last_answer_correct: false });
    expect(JSON.stringify(due)).not.toContain('answer_latex');
  });

  test('that is unreadable reveals nothing and counts nothing', async () => {
    const me = await newUser();
    for (const text of ['???', 'x = = 2', '((((', '1+'.repeat(200)]) {
      const { code, data } = await me.answer(first, text);
      expect(code).toBe(0);
      expect(data).toMatchObject({
        is_readable: false,
        is_counted: false,
        expected: '',
        steps: [],
        next_due_at: null,
      });
      expect(data.remark).not.toBe('');
    }
    expect(await me.mastery('linear equation')).toBeUndefined();
    expect((await me.call('GET', 'due')).data.cards).toBe(0);
  });

  test('sent several times with one client key, also concurrently, counts once', async () => {
    const me = await newUser();
    const key = randomUUID();
    const once = await me.answer(first, 'x = 99999', key);
    expect((await me.answer(first, 'x = 99999', key)).data).toEqual(once.data);
    // The first answer stands, whatever is sent with its key afterwards.
    expect((await me.answer(first, first.answer, key)).data).toMatchObject({
      is_correct: false,
      is_counted: true,
    });
    expect((await me.answer(second, second.answer, key)).status).toBe(409);
    expect(await me.mastery('linear equation')).toMatchObject({ attempts: 1, correct: 0 });

    const other = randomUUID();
    const all = await Promise.all(Array.from({ length: 6 }, () => me.answer(second, second.answer, other)));
    expect(all.map(({ data }) => data.is_counted)).toEqual(Array.from({ length: 6 }, () => true));
    expect(await me.mastery('linear equation')).toMatchObject({ attempts: 2, correct: 1 });
  });

  test('given on several devices at once counts once per question', async () => {
    const me = await newUser();
    const same = await Promise.all(Array.from({ length: 5 }, () => me.answer(first, first.answer)));
    expect(same.filter(({ data }) => data.is_counted)).toHaveLength(1);
    const questions = typed.slice(0, 8);
    await Promise.all(questions.map((question) => me.answer(question, question.answer)));
    let expected = 0;
    for (const _ of questions) expected = masteryAfter(expected, true);
    expect(await me.mastery('linear equation')).toMatchObject({
      attempts: questions.length,
      correct: questions.length,
      mastery: Math.round(expected * 100),
    });
  });

  test('repeated before it is due does not count; once due it counts, also after its card was removed', async () => {
    const me = await newUser();
    await me.answer(first, 'x = 99999');
    const repeated = await me.answer(first, first.answer);
    expect(repeated.data).toMatchObject({
      is_correct: true,
      is_counted: false,
      mastery: { mastery: 0, attempts: 1 },
    });
    const card = repeated.data.card_id;
    expect(await me.call('DELETE', `cards/${card}`)).toMatchObject({ code: 0 });
    expect((await me.answer(first, first.answer)).data.is_counted).toBe(false);
    await me.later();
    expect((await me.answer(first, first.answer)).data).toMatchObject({
      is_counted: true,
      mastery: { mastery: 20, attempts: 2, correct: 1 },
    });
  });

  test('to a multiple-choice question must be one of the choices, in either language', async () => {
    const me = await newUser();
    expect((await me.answer(idiom, '隨便')).data).toMatchObject({ is_readable: false, expected: '' });
    expect((await me.answer(idiom, idiom.answer)).data).toMatchObject({
      is_correct: true,
      mastery: { kind_name: '成語' },
    });
    const choice = bank.find({ kind: 'inequality' }).find(({ choices }) => choices.length > 0);
    if (choice?.kindOf !== 'mathematics') throw new Error('no such question');
    expect((await me.answer(choice, `\\(${choice.latex}\\)`)).data).toMatchObject({ is_correct: true });
  });

  test('without login is marked and not stored; an expired session is refused', async () => {
    const answer = (headers: Record<string, string> = {}) =>
      world.app.inject({
        method: 'POST',
        url: '/api_ai/practice/attempts',
        headers,
        payload: { question_id: first.id, answer: first.answer, client_key: randomUUID() },
      });
    const { data } = (await answer()).json();
    expect(data).toMatchObject({
      is_correct: true,
      is_counted: false,
      card_id: null,
      next_due_at: null,
      mastery: null,
    });
    const gone = await newUser();
    await world.database.transaction((tx) => endSessionsOf(tx, gone.id, 'logout'));
    expect((await gone.answer(first, first.answer)).status).toBe(401);
    for (const path of ['due', 'mastery'])
      expect((await world.app.inject({ url: `/api_ai/practice/${path}` })).statusCode).toBe(401);
  });
});

describe('reading', () => {
  test('does not change the mastery: questions, due cards, search, next, kinds', async () => {
    const me = await newUser();
    await me.answer(first, first.answer);
    const before = await world.run(sql`select * from practice_mastery where user_id = ${me.id}`);
    for (const path of [
      'due',
      'mastery',
      'kinds',
      'questions?search=方程',
      `questions/${first.id}`,
      'next?count=10',
    ])
      expect((await me.call('GET', path)).code, path).toBe(0);
    await me.call('POST', 'cards', { question_id: second.id });
    expect((await world.run(sql`select * from practice_mastery where user_id = ${me.id}`)).rows).toEqual(
      before.rows,
    );
  });

  test('never reveals an answer before one is given', async () => {
    const me = await newUser();
    const { data } = await me.call('GET', 'questions?subject=mathematics&page_size=50');
    expect(data).toMatchObject({ total: bank.find({ subject: 'mathematics' }).length, page: 1 });
    for (const question of data.list)
      expect(Object.keys(question).toSorted()).toEqual(
        ['choices', 'kind', 'kind_name', 'level', 'question_id', 'subject', 'text'].toSorted(),
      );
    expect((await me.call('GET', 'questions/999999')).status).toBe(404);
    const english = await me.call('GET', `questions/${first.id}`, undefined, { 'accept-language': 'en' });
    expect(english.data).toMatchObject({ kind_name: 'Linear equations' });
  });

  test('returns questions that were never answered first', async () => {
    const me = await newUser();
    const all = bank.find({ kind: 'discriminant' });
    const seen = all.slice(0, all.length - 2);
    for (const question of seen) await me.answer(question, '');
    const { data } = await me.call('GET', 'next?kind=discriminant&count=2');
    expect(data.list.map((one: { question_id: number }) => one.question_id).toSorted()).toEqual(
      all
        .slice(-2)
        .map(({ id }) => id)
        .toSorted(),
    );
  });
});

describe('cards', () => {
  test('removed after an answer and added again are due when an answer counts again', async () => {
    const me = await newUser();
    const { data } = await me.answer(first, first.answer);
    await me.call('DELETE', `cards/${data.card_id}`);
    const again = await me.call('POST', 'cards', { question_id: first.id });
    expect(again.data.due_at).toBe(data.next_due_at);
    expect((await me.call('GET', 'due')).data).toMatchObject({ total: 0, cards: 1 });
    await me.later();
    expect((await me.call('GET', 'due')).data.total).toBe(1);
    expect((await me.answer(first, first.answer)).data.is_counted).toBe(true);
    expect((await me.call('GET', 'due')).data.total).toBe(0);
  });

  test('belong to their owner, and are added, postponed and removed', async () => {
    const [me, other] = [await newUser(), await newUser()];
    const { data: card } = await me.call('POST', 'cards', { question_id: third.id });
    expect(card).toMatchObject({ reps: 0, last_answer_correct: null });
    expect((await me.call('POST', 'cards', { question_id: third.id })).data.id).toBe(card.id);
    expect((await me.call('GET', 'due')).data.total).toBe(1);
    for (const [method, path] of [
      ['POST', 'postpone'],
      ['DELETE', ''],
    ] as const)
      expect((await other.call(method, `cards/${card.id}/${path}`.replace(/\/$/, ''))).status).toBe(404);
    const { data: postponed } = await me.call('POST', `cards/${card.id}/postpone`);
    expect(new Date(postponed.due_at).getTime()).toBeGreaterThan(Date.now());
    expect(new Date(postponed.due_at).getTime()).toBeLessThanOrEqual(Date.now() + 24 * 3600_000);
    expect((await me.call('GET', 'due')).data.total).toBe(0);
    expect((await me.call('DELETE', `cards/${card.id}`)).code).toBe(0);
    expect((await me.call('DELETE', `cards/${card.id}`)).status).toBe(404);
    expect((await me.call('POST', 'cards', { question_id: 999_999 })).status).toBe(404);
  });

  test('of a question that the bank no longer has are neither listed nor counted', async () => {
    const me = await newUser();
    await world.run(sql`insert into practice_cards (user_id, question_id, kind, due_at)
      values (${me.id}, 3, 'gone', now() - interval '1 day')`);
    await me.call('POST', 'cards', { question_id: third.id });
    const { code, data } = await me.call('GET', 'due');
    expect(code).toBe(0);
    expect(data).toMatchObject({ total: 1, cards: 1, list: [{ question: { question_id: third.id } }] });
  });
});

test('the practice data of a user is exported and deleted', async () => {
  const me = await newUser();
  await me.answer(first, 'x = 123456789');
  const person = samplePerson(me.id);
  const rows = await practiceData.exportRows(world.database.db, person);
  expect(rows.practice_attempts).toMatchObject([{ answer: 'x = 123456789', is_correct: false }]);
  expect(rows.practice_cards).toHaveLength(1);
  expect(rows.practice_mastery).toMatchObject([{ kind: 'linear equation' }]);
  await world.database.transaction((tx) => practiceData.forget(tx, person));
  for (const table of practiceData.tables) {
    const { rows: left } = await world.run(
      sql`select from ${sql.identifier(table)} where user_id = ${me.id}`,
    );
    expect(left, table).toEqual([]);
  }
});
