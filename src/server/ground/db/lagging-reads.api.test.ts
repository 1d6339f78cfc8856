import { afterAll, expect, test } from 'vitest';
import { seedDemo } from '#server/domains/demo/demo.ts';
import { signedIn } from '#tests/callers.ts';
import { createTestDatabase } from '#tests/database.ts';
import { serve } from '#tests/serve.ts';

const noFiles = { put: async () => undefined };

/** Plays the replica, with different data so that answers show which database was read. */
const behind = await createTestDatabase();
await seedDemo(behind.database, noFiles);
await behind.database.pool.query(`
    update tutor_listings set display_name = '副本老師';
    update cases set price = 4321;
    update schools set aliases = aliases || ' laggard' where id = (select min(id) from schools);
    update chat_examples set text_zh_hant = '副本';
    insert into eraser_records (user_id, title, shared_at) select min(id), '副本', now() from users`);
const { database, drop } = await createTestDatabase();
await seedDemo(database, noFiles);
afterAll(async () => {
  await drop();
  await behind.drop();
});
const { app, people } = await serve({
  over: { ...database, readFromReplica: (read) => read(behind.database.db) },
});

async function request(url: string, headers: Record<string, string> = {}) {
  const response = await app.inject({ url, headers: { 'accept-language': 'zh-Hant', ...headers } });
  return response.json();
}
const listOf = async (url: string, headers?: Record<string, string>) =>
  (await request(url, headers)).data.list;

test('public lists that are not cached are read from the replica', async () => {
  const tutors = await listOf('/api/common_info/teacher_case?page=2');
  expect(tutors.map(({ surname }: { surname: string }) => surname)).toContain('副');
  const cases = await listOf('/api/common_info/parent_case?page=2');
  expect(new Set(cases.map(({ price }: { price: number }) => price))).toEqual(new Set([4321]));
  const children = await listOf('/api/common_info/child_case');
  expect(new Set(children.map(({ price }: { price: number }) => price))).toEqual(new Set([4321]));
  expect(await listOf('/api/common_info/school?search=laggard')).toHaveLength(1);
  const examples = await listOf('/api_ai/chat_ai/ai_question_examples');
  expect(examples[0]).toMatchObject({ text: '副本' });
});

test('cached lists and single cases are read from the primary', async () => {
  const [tutor] = await listOf('/api/common_info/teacher_case');
  expect(tutor.surname).not.toBe('副');
  const [online] = await listOf('/api/common_info/parent_case');
  expect(online.price).not.toBe(4321);
  expect((await request(`/api/common_info/parent_case/${online.id}`)).data.price).not.toBe(4321);
});

test('the shared paper library is read from the replica for visitors and from the primary for signed-in users', async () => {
  expect(await listOf('/api_ai/eraser/shared_record')).toMatchObject([{ title: '副本' }]);
  const person = await people.parent();
  expect(await listOf('/api_ai/eraser/shared_record', signedIn(person))).toEqual([]);
});
