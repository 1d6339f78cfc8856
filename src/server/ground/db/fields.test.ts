import { expect, test } from 'vitest';
import { z } from 'zod';
import { fieldsOf } from './fields.ts';

test('fieldsOf returns the schema’s fields for which the row has columns, with dates as text, and nothing else', () => {
  const Answer = z.object({
    id: z.int(),
    made_at: z.string(),
    ended_at: z.string().nullable(),
    side: z.string(),
  });
  const row = {
    id: 7,
    madeAt: new Date('2026-01-02T03:04:05Z'),
    endedAt: null as Date | null,
    phoneHash: 'x',
  };
  expect(fieldsOf(Answer, row)).toEqual({ id: 7, made_at: '2026-01-02T03:04:05.000Z', ended_at: null });
});
