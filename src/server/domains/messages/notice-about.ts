import { sql } from 'drizzle-orm';
import type { Db } from '#server/ground/db/db.ts';
import type { Locale } from '#shared/locale.ts';
import { isNamed } from '#shared/rules/unnamed-child.ts';

type Params = Record<string, unknown>;
type ChildRow = {
  case_id: string;
  own: boolean;
  nickname: string;
  grade: string;
  subjects: string[];
};

const names = { 'zh-Hant': sql.raw('name_zh_hant'), en: sql.raw('name_en') } satisfies Record<
  Locale,
  unknown
>;
const and = { 'zh-Hant': '、', en: ', ' } satisfies Record<Locale, string>;

/**
 * The name of the thing that each notice is about: grade and subjects of the case, for its owner with the child's
 * nickname. It is read with the notice and not stored in it, so that a deleted child is not named.
 */
export async function aboutNotices(
  db: Db,
  userId: number,
  rows: readonly { params: Params }[],
  locale: Locale,
) {
  const idsIn = (name: string) =>
    rows.flatMap(({ params }) => (typeof params[name] === 'number' ? params[name] : []));
  const classCases = await casesOfClasses(db, idsIn('class'));
  const caseOf = ({ case: id, class: cls }: Params) =>
    typeof id === 'number' ? id : typeof cls === 'number' ? classCases.get(cls) : undefined;
  const ids = [...new Set(rows.flatMap(({ params }) => caseOf(params) ?? []))];
  const children = ids.length > 0 ? await childrenOf(db, userId, ids, locale) : [];
  return ({ params }: { params: Params }) => {
    const own = children.filter(({ case_id }) => Number(case_id) === caseOf(params));
    return own.length > 0 ? [...new Set(own.map((child) => wordsOf(child, locale)))].join(and[locale]) : null;
  };
}

function wordsOf({ own, nickname, grade, subjects }: ChildRow, locale: Locale) {
  const what = [grade, subjects.join(and[locale])].filter(Boolean).join(' ');
  return own && isNamed(nickname) ? `${nickname} ・ ${what}` : what;
}

async function casesOfClasses(db: Db, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, number>();
  const { rows } = await db.execute<{ id: string; case_id: string }>(sql`
    select classes.id, case_id from classes join matches on matches.id = match_id
    where classes.id = any(${sql.param([...ids])}::bigint[])`);
  return new Map(rows.map((row) => [Number(row.id), Number(row.case_id)]));
}

async function childrenOf(db: Db, userId: number, ids: readonly number[], locale: Locale) {
  const name = names[locale];
  const { rows } = await db.execute<ChildRow>(sql`
    select case_id, cases.user_id = ${userId} as own, nickname,
      (select ${name} from grades where id = grade_id) as grade,
      array(select ${name} from major_subjects where id = any(major_subject_ids) order by sort) ||
        array(select ${name} from other_subjects where id = any(other_subject_ids) order by sort) as subjects
    from case_children join children on children.id = child_id join cases on cases.id = case_id
    where case_id = any(${sql.param([...ids])}::bigint[]) order by case_id, position`);
  return rows;
}
