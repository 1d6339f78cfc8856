import { sql } from 'drizzle-orm';
import { haltsOf } from '#server/domains/accounts/standing.ts';
import type { Db, Tx } from '#server/ground/db/db.ts';
import { type InterestStatus, isLive, type MatchStatus } from '#shared/interest.ts';
import type { Locale } from '#shared/locale.ts';
import type { NoticeLinks } from '#shared/notices/notice-kind.ts';
import { isNamed } from '#shared/rules/unnamed-child.ts';
import { nameShown, tutorBySurname, tutorCalled } from '#shared/tutor-name.ts';
import { interestsWithMatches, isOpen, isSide } from './talk-access.ts';

type Params = Record<string, unknown>;
/** Of a notice: its reader, and what it is about. */
type Row = { userId: number; params: Params };
type ChildRow = {
  case_id: string;
  owner_id: string;
  nickname: string;
  grade: string;
  subjects: string[];
};
type PairRow = {
  reader_id: string;
  id: string;
  family_user_id: string;
  tutor_user_id: string;
  interest_status: InterestStatus;
  match_id: string | null;
  status: MatchStatus | null;
  closed_for: 'ban' | 'child_safety' | null;
  class_id: string | null;
  agreed: boolean;
  tutor_name: string | null;
  family_name: string | null;
};

const names = { 'zh-Hant': sql.raw('name_zh_hant'), en: sql.raw('name_en') } satisfies Record<
  Locale,
  unknown
>;
const and = { 'zh-Hant': '、', en: ', ' } satisfies Record<Locale, string>;

/** What is read together with a notice and not stored in it, so that nobody is named who may not be named any more. */
export type NoticeAbout = {
  /** Grade and subjects of the case, for its owner with the child's nickname; or the title of the own paper. */
  about: string | null;
  /** The other side, as far as the reader may know. */
  person: string | null;
  /** When the lesson begins or began. */
  lessonAt: string | null;
  links: NoticeLinks;
};

const numberIn = (params: Params, name: string) =>
  typeof params[name] === 'number' ? params[name] : undefined;
const textIn = (params: Params, name: string) =>
  typeof params[name] === 'string' ? params[name] : undefined;

/** Of notices of many readers at once. */
export async function aboutNotices(
  db: Db | Tx,
  rows: readonly Row[],
  localeOf: LocaleOf,
): Promise<(row: Row) => NoticeAbout> {
  const readers = [...new Set(rows.map(({ userId }) => userId))];
  const idsIn = (name: string) => [...new Set(rows.flatMap(({ params }) => numberIn(params, name) ?? []))];
  const lessons = await lessonsOf(db, idsIn('lesson'));
  const classes = idsIn('class');
  const classCases = await casesOfClasses(db, classes);
  const papers = await papersOf(db, idsIn('record'));
  const ofPairs = { interests: idsIn('interest'), matches: idsIn('match'), classes };
  const pairs = await pairsOf(db, readers, ofPairs, localeOf);
  const caseOf = (params: Params) =>
    numberIn(params, 'case') ?? classCases.get(numberIn(params, 'class') ?? 0);
  const cases = [...new Set(rows.flatMap(({ params }) => caseOf(params) ?? []))];
  const children = new Map<Locale, ChildRow[]>();
  for (const locale of new Set(readers.map(localeOf)))
    children.set(locale, await childrenOf(db, cases, locale));
  return ({ userId, params }) => {
    const locale = localeOf(userId);
    const ofCase = (children.get(locale) ?? []).filter(({ case_id }) => Number(case_id) === caseOf(params));
    const pair = pairs.find(
      ({ readerId, interestId, matchId, classId }) =>
        readerId === userId &&
        (interestId === numberIn(params, 'interest') ||
          matchId === numberIn(params, 'match') ||
          classId === numberIn(params, 'class')),
    );
    const paper = papers.get(numberIn(params, 'record') ?? 0);
    return {
      about:
        ofCase.length > 0
          ? [...new Set(ofCase.map((child) => wordsOf(child, userId, locale)))].join(and[locale])
          : paper?.userId === userId
            ? paper.title
            : null,
      person: pair?.person ?? null,
      lessonAt:
        lessons.get(numberIn(params, 'lesson') ?? 0) ??
        textIn(params, 'starts_at') ??
        textIn(params, 'planned_at') ??
        null,
      links: { talk: pair?.interestId ?? null, class: pair?.classId ?? null },
    };
  };
}

/** The same links without names, for many readers at once. */
export async function linksOf(
  db: Db | Tx,
  rows: readonly Pick<Row, 'params'>[],
): Promise<(row: Pick<Row, 'params'>) => NoticeLinks> {
  const matches = rows.flatMap(({ params }) => numberIn(params, 'match') ?? []);
  const { rows: found } =
    matches.length === 0
      ? { rows: [] }
      : await db.execute<{ id: string; interest_id: string; class_id: string | null }>(sql`
          select matches.id, interest_id, classes.id as class_id
          from matches left join classes on classes.match_id = matches.id
          where matches.id = any(${sql.param(matches)}::bigint[])`);
  const byMatch = new Map(found.map((row) => [Number(row.id), row]));
  return ({ params }) => {
    const match = byMatch.get(numberIn(params, 'match') ?? 0);
    const talk = numberIn(params, 'interest') ?? match?.interest_id ?? null;
    return {
      talk: talk === null ? null : Number(talk),
      class: match?.class_id ? Number(match.class_id) : null,
    };
  };
}

function wordsOf({ owner_id, nickname, grade, subjects }: ChildRow, reader: number, locale: Locale) {
  const what = [grade, subjects.join(and[locale])].filter(Boolean).join(' ');
  return Number(owner_id) === reader && isNamed(nickname) ? `${nickname} ・ ${what}` : what;
}

async function casesOfClasses(db: Db | Tx, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, number>();
  const { rows } = await db.execute<{ id: string; case_id: string }>(sql`
    select classes.id, case_id from classes join matches on matches.id = match_id
    where classes.id = any(${sql.param([...ids])}::bigint[])`);
  return new Map(rows.map((row) => [Number(row.id), Number(row.case_id)]));
}

async function lessonsOf(db: Db | Tx, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, string>();
  const { rows } = await db.execute<{ id: string; started_at: string }>(
    sql`select id, started_at from lessons where id = any(${sql.param([...ids])}::bigint[])`,
  );
  return new Map(rows.map((row) => [Number(row.id), new Date(row.started_at).toISOString()]));
}

async function papersOf(db: Db | Tx, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, { userId: number; title: string }>();
  const { rows } = await db.execute<{ id: string; user_id: string; title: string }>(sql`
    select id, user_id, title from eraser_records
    where id = any(${sql.param([...ids])}::bigint[]) and deleted_at is null`);
  return new Map(rows.map((row) => [Number(row.id), { userId: Number(row.user_id), title: row.title }]));
}

type Wanted = Record<'interests' | 'matches' | 'classes', readonly number[]>;
type LocaleOf = (userId: number) => Locale;

/**
 * The pairs that notices are about, for each reader of it with the other side as its conversation names it: a tutor by
 * the surname until both share their contacts, a family not before that.
 */
async function pairsOf(
  db: Db | Tx,
  readers: readonly number[],
  { interests, matches, classes }: Wanted,
  localeOf: LocaleOf,
) {
  if (interests.length + matches.length + classes.length === 0) return [];
  const { rows } = await db.execute<PairRow>(sql`
    select readers.id as reader_id, interests.id, interests.family_user_id, interests.tutor_user_id,
      interests.status as interest_status, matches.id as match_id, matches.status, closed_for,
      classes.id as class_id,
      coalesce(family_agreed_at is not null and tutor_agreed_at is not null, false) as agreed,
      (select display_name from tutor_listings where id = interests.listing_id) as tutor_name,
      (select name from users where id = interests.family_user_id) as family_name
    from ${interestsWithMatches} left join classes on classes.match_id = matches.id
      join unnest(${sql.param([...readers])}::bigint[]) as readers (id) on ${isSide(sql`readers.id`)}
    where interests.id in (
      select unnest(${sql.param([...interests])}::bigint[])
      union select interest_id from matches where id = any(${sql.param([...matches])}::bigint[])
      union select interest_id from matches join classes on classes.match_id = matches.id
        where classes.id = any(${sql.param([...classes])}::bigint[]))`);
  const halts = await haltsOf(
    db,
    rows.map((row) => ({
      familyUserId: Number(row.family_user_id),
      tutorUserId: Number(row.tutor_user_id),
      isLive: isOpen({ interest: row.interest_status, match: row.status }),
      closedFor: row.closed_for,
    })),
  );
  return rows.map((row, at) => ({
    readerId: Number(row.reader_id),
    interestId: Number(row.id),
    matchId: row.match_id === null ? null : Number(row.match_id),
    classId: row.class_id === null ? null : Number(row.class_id),
    person:
      personOf(row, {
        isFamily: row.family_user_id === row.reader_id,
        isShared: row.agreed && (halts[at] ?? null) === null,
        locale: localeOf(Number(row.reader_id)),
      }) || null,
  }));
}

type Viewed = { isFamily: boolean; isShared: boolean; locale: Locale };

function personOf({ tutor_name, family_name, status }: PairRow, { isFamily, isShared, locale }: Viewed) {
  if (isFamily) return tutorCalled(nameShown(tutor_name ?? '', isShared), tutorBySurname[locale]);
  return isShared && status !== null && isLive(status) ? family_name : null;
}

async function childrenOf(db: Db | Tx, ids: readonly number[], locale: Locale) {
  if (ids.length === 0) return [];
  const name = names[locale];
  const { rows } = await db.execute<ChildRow>(sql`
    select case_id, cases.user_id as owner_id, nickname,
      (select ${name} from grades where id = grade_id) as grade,
      array(select ${name} from major_subjects where id = any(major_subject_ids) order by sort) ||
        array(select ${name} from other_subjects where id = any(other_subject_ids) order by sort) as subjects
    from case_children join children on children.id = child_id join cases on cases.id = case_id
    where case_id = any(${sql.param([...ids])}::bigint[]) order by case_id, position`);
  return rows;
}
