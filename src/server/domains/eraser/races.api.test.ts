import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createQueue } from '#server/domains/operator/queue.ts';
import { begunPaper, donePaper, madeRun, quotaOf } from '#tests/eraser/done-paper.ts';
import { eraserOf, type Student } from '#tests/eraser/student.ts';
import { addPerson } from '#tests/people.ts';
import { serve } from '#tests/serve.ts';
import { whileLocked } from '#tests/while-locked.ts';
import { stopSharing } from './publish.ts';
import { lockRecords } from './records.ts';
import { sharedRecordReportKind } from './report-kind.ts';
import { failAttempt, finishAttempt } from './runs.ts';
import { eraserUploads } from './tables.ts';

const eraser = eraserOf(
  await serve({ environment: { QUOTA_FREE: 'paper=300', QUOTA_DAILY_MAX: 'paper=1000' } }),
);
const records = '/api_ai/eraser/erase_trace_record/';
const shared = '/api_ai/eraser/shared_record';
async function sharedPaper(owner: Student) {
  const { record } = await donePaper(eraser, owner);
  expect(await owner.post(`${records}${record}/publish`, { has_right: true })).toMatchObject({ code: 0 });
  return record;
}

test('finishing or failing a page waits for the lock on its paper without holding the page or quota lock', async () => {
  const student = await eraser.student();
  const { transaction } = eraser.database;
  const quota = quotaOf(eraser);
  const [done, failed] = [await begunPaper(eraser, student), await begunPaper(eraser, student)];
  const ends = [
    { of: done, end: () => transaction((tx) => finishAttempt(tx, quota, done.attempt, madeRun)) },
    { of: failed, end: () => transaction((tx) => failAttempt(tx, quota, failed.attempt, 'internal')) },
  ];
  for (const { of, end } of ends)
    await whileLocked<unknown>(
      eraser.database,
      (tx) => lockRecords(tx, student.id, [of.record]),
      [end],
      // The same locks as deleting the paper takes: its pages and the quota of its owner.
      async (tx) => {
        await tx.execute(sql`select from eraser_pages where id = ${of.page} for update nowait`);
        await tx.execute(sql`select from quota_owners where user_id = ${student.id} for update nowait`);
      },
    );
  const [first, second] = await eraser.query(
    'select status from eraser_pages where id = any($1) order by id',
    [[done.page, failed.page]],
  );
  expect([first?.status, second?.status]).toEqual(['done', 'failed']);
  expect((await student.balance()).remaining_count).toBe(300 - 1);
});

test('changing a page locks its paper before the page row', async () => {
  const student = await eraser.student();
  const { record, page } = await begunPaper(eraser, student);
  const answers = await whileLocked(
    eraser.database,
    (tx) => tx.execute(sql`select from eraser_records where id = ${record} for no key update`),
    [() => student.delete(`/api_ai/eraser/image_record/${page}/`)],
    (tx) => tx.execute(sql`select from eraser_pages where id = ${page} for update nowait`),
  );
  expect(answers).toMatchObject([{ code: 0 }]);
});

test('a report sent while the owner stops sharing is refused and leaves no queue item', async () => {
  const [owner, reader] = [await eraser.student(), await eraser.student()];
  const id = await sharedPaper(owner);
  const [answer] = await whileLocked(
    eraser.database,
    async (tx) => {
      await lockRecords(tx, owner.id, [id]);
      await stopSharing(tx, id);
    },
    [() => reader.post(`${shared}/${id}/report`, { reason: 'other', text: '錯字' })],
  );
  expect(answer).toMatchObject({ code: 1005 });
  expect(await eraser.query('select from queue_items where subject_id = $1', [String(id)])).toEqual([]);
});

test('an operator’s decision conflicts instead of waiting for the owner’s lock, which could deadlock', async () => {
  const [owner, reader] = [await eraser.student(), await eraser.student()];
  const id = await sharedPaper(owner);
  await reader.post(`${shared}/${id}/report`, { reason: 'other', text: '錯字' });
  const [item] = await eraser.query('select id::int from queue_items where subject_id = $1', [String(id)]);
  const operator = await addPerson(eraser.database, { operator: true });
  const { transaction } = eraser.database;
  const queue = createQueue([sharedRecordReportKind]);
  const decide = () =>
    transaction((tx) =>
      queue.decide(tx, { id: item?.id, decision: 'keep', note: '', operatorId: operator.id }, 'en'),
    );
  await transaction(async (tx) => {
    await lockRecords(tx, owner.id, [id]);
    await expect(decide()).rejects.toMatchObject({ code: 'conflict' });
    await stopSharing(tx, id);
  });
  expect(await eraser.query('select from queue_items where id = $1', [item?.id])).toEqual([]);
});

test('a chunk that arrives while its upload ends is not stored', async () => {
  const student = await eraser.student();
  const body = { sha256: 'ab'.repeat(32), byte_size: 9, name: '' };
  const { upload_id } = (await student.post('/api_ai/eraser/upload', body)).data;
  const [answer] = await whileLocked(
    eraser.database,
    (tx) => tx.delete(eraserUploads).where(eq(eraserUploads.id, upload_id)),
    [
      () =>
        student.send(`/api_ai/eraser/upload/${upload_id}/chunk`, 'chunk', Buffer.from('123456789'), {
          offset: '0',
        }),
    ],
  );
  expect(answer).toMatchObject({ code: 1005 });
  expect(await eraser.files.size(`eraser/upload-${upload_id}/0`)).toBeUndefined();
});
