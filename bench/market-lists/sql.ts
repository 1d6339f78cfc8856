import type { Database } from '../../src/server/ground/db/db.ts';
import { type CaseQuery, countedTotal } from '../../src/shared/market.ts';

const genders = { U: '{U,M,F}', M: '{U,M}', F: '{U,F}' } as const;
const orders = {
  newest: 'cases.created_at desc',
  price_high: 'price desc nulls last',
  price_low: 'price asc nulls last',
} as const;

/** The same query as plain SQL: the ids of the first page, and the total up to the cap. */
export async function askPostgres({ pool }: Database, query: CaseQuery) {
  const values: unknown[] = [];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const conditions = ['cases.status = 1'];
  const { region, grade, major_subject, tutoring_type, weekday, gender, price_min, price_max } = query;
  if (region) conditions.push(`tutoring_region_id = any(${parameter(region)}::int[])`);
  if (tutoring_type) conditions.push(`tutoring_type_id = any(${parameter(tutoring_type)}::int[])`);
  if (weekday) conditions.push(`weekdays::int[] && ${parameter(weekday)}::int[]`);
  if (gender) conditions.push(`teacher_gender = any(${parameter(genders[gender])}::text[])`);
  if (price_min !== undefined) conditions.push(`price >= ${parameter(price_min)}`);
  if (price_max !== undefined) conditions.push(`price <= ${parameter(price_max)}`);
  if (grade) conditions.push(`grade_id = any(${parameter(grade)}::int[])`);
  if (major_subject) conditions.push(`major_subject_ids && ${parameter(major_subject)}::int[]`);
  const from = `from cases join case_children on case_id = cases.id join children on children.id = child_id
    where ${conditions.join(' and ')}`;
  const { rows } = await pool.query(
    `select cases.id::int ${from} order by ${orders[query.sort]}, cases.id desc limit ${query.page_size}`,
    values,
  );
  const counted = await pool.query(
    `select count(*)::int from (select ${from} limit ${countedTotal + 1}) as found`,
    values,
  );
  const count: number = counted.rows[0].count;
  return {
    ids: rows.map(({ id }) => id as number),
    total: Math.min(count, countedTotal),
    total_is_capped: count > countedTotal,
  };
}
