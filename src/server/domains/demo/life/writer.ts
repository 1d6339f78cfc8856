import { randomUUID } from 'node:crypto';
import { type SQL, sql } from 'drizzle-orm';
import { createCase } from '#server/domains/cases/cases.ts';
import { beginWeekly, lockClassOf } from '#server/domains/classes/class-of-match.ts';
import { settleLater } from '#server/domains/classes/lesson-due.ts';
import { reviewsOver } from '#server/domains/classes/review-occasions.ts';
import { tellStatementLater } from '#server/domains/classes/statements/notice.ts';
import { lessons } from '#server/domains/classes/tables.ts';
import type { Tx } from '#server/ground/db/db.ts';
import { addJob } from '#server/ground/jobs/jobs.ts';
import type { CaseForm, CaseStatus } from '#shared/cases.ts';
import { addToMonth, dayOf, firstDayOf, type Month, monthOf } from '#shared/hong-kong.ts';
import type { InterestStatus, MatchStatus, Side } from '#shared/interest.ts';
import { type NoticeContent, noticeKinds } from '#shared/messages.ts';

/** What was said in a conversation, the oldest first. */
export type Said = { by: Side; text: string; at: Date };
export type Listed = { listingId: number; userId: number };

export type Asked = {
  caseId: number;
  family: number;
  tutor: Listed;
  askedBy: Side;
  status: InterestStatus;
  price: number;
  slots?: number[];
  message?: string;
  askedAt: Date;
  decidedAt?: Date;
  talk?: Said[];
  /** The side that has not read the last message yet. */
  unreadBy?: Side;
};

export type Matched = {
  status: MatchStatus;
  madeAt: Date;
  beginsOn: string;
  trialAt?: Date;
  weeklyFrom?: Date;
  stopped?: { at: Date; by: Side; reason: string };
  contactsSharedAt?: Date;
};

export type Taught = {
  plannedAt: Date;
  startedAt: Date;
  endedAt: Date;
  isTrial: boolean;
  state: 'awaiting' | 'confirmed' | 'disputed';
  settledHow?: 'family' | 'silence';
  settledAt?: Date;
  disputedAt?: Date;
};

/** Whoever asked, answered or wrote was here that day. */
async function noteVisits(tx: Tx, pairs: readonly Pair[]) {
  const visits = pairs.flatMap(({ family, tutor, askedBy, status, askedAt, decidedAt, talk = [] }) => {
    const [asker, other] = askedBy === 'family' ? [family, tutor.userId] : [tutor.userId, family];
    return [
      { person: asker, day: dayOf(askedAt) },
      ...(decidedAt ? [{ person: status === 'withdrawn' ? asker : other, day: dayOf(decidedAt) }] : []),
      ...talk.map(({ by, at }) => ({ person: by === 'family' ? family : tutor.userId, day: dayOf(at) })),
    ];
  });
  await tx.execute(sql`
    update users set active_on = greatest(active_on, latest)
    from (select person, max(day) as latest
          from jsonb_to_recordset(${JSON.stringify(visits)}::jsonb) as row (person bigint, day date) group by person)
      as visits
    where users.id = person`);
}

export type Writer = ReturnType<typeof createWriter>;
export type Pair = Asked & { interestId: number };
export type ClassMade = Pair & { matchId: number; classId: number };

const hourMs = 3600_000;
const confirmMs = 72 * hourMs;

/** Writes what has happened to sample people, each thing at its own time in the past. */
export function createWriter(tx: Tx, now: number) {
  const pairs: Pair[] = [];
  const said: (Said & { pair: Pair })[] = [];
  const told: ({ userId: number; at: Date; isRead: boolean } & NoticeContent)[] = [];

  async function idOf(query: SQL) {
    const { rows } = await tx.execute<{ id: string }>(query);
    const [row] = rows;
    if (!row) throw new Error('a sample row came back empty');
    return Number(row.id);
  }

  /** What the database notes by itself would bear today's date. */
  const note = (
    classId: number,
    lessonId: number | null,
    at: Date,
    actor: string,
    what: string,
    facts: object,
  ) =>
    tx.execute(sql`
      insert into class_history (class_id, lesson_id, at, actor, what, facts)
      values (${classId}, ${lessonId}, ${at.toISOString()}, ${actor}, ${what}, ${JSON.stringify(facts)}::jsonb)`);

  /** The months before this one were paid by the fourth day of the next, and received on the day after. */
  const settleFees = (classId: number, before: Month) =>
    tx.execute(sql`
      insert into fee_payments (family_user_id, tutor_user_id, class_id, month, amount, made_by, key, made_at, received_at)
      select family_user_id, tutor_user_id, id, month, amount, 'family', gen_random_uuid(), paid_at,
        paid_at + interval '1 day'
      from (
        select classes.*, month, sum((price * charged_minutes(lessons.fee_rule,
            (extract(epoch from ended_at - started_at) / 60)::int, agreed_minutes) + 30) / 60)::int as amount,
          (month + interval '1 month 3 days 20 hours') at time zone 'Asia/Hong_Kong' as paid_at
        from classes join lessons on lessons.class_id = classes.id cross join lateral (
          select date_trunc('month', started_at at time zone 'Asia/Hong_Kong')::date) as begun (month)
        where classes.id = ${classId} and lessons.state = 'confirmed' and month < ${firstDayOf(before)}::date
        group by classes.id, month) as paid`);

  return {
    async addCase(userId: number, form: CaseForm, createdAt: Date, status: CaseStatus = 1) {
      const made = await createCase(tx, userId, form, { maxChildren: 20, locale: 'zh-Hant' });
      await tx.execute(sql`
        update cases set is_sample = true, status = ${status}, created_at = ${createdAt.toISOString()},
          updated_at = ${createdAt.toISOString()}, matched_at = ${status === 1 ? null : createdAt.toISOString()}
        where id = ${made.id}`);
      return made;
    },

    async ask(asked: Asked): Promise<Pair> {
      const { caseId, family, tutor, askedBy, status, price, slots = [], message = '', askedAt } = asked;
      const interestId = await idOf(sql`
        insert into interests (case_id, listing_id, family_user_id, tutor_user_id, asked_by, status, price, slots,
          message, asked_at, decided_at)
        values (${caseId}, ${tutor.listingId}, ${family}, ${tutor.userId}, ${askedBy}, ${status}, ${price},
          ${sql.param(slots)}::integer[], ${message}, ${askedAt.toISOString()},
          ${asked.decidedAt?.toISOString() ?? null})
        returning id`);
      // Nobody offers a time at which their own page says they are not free.
      await tx.execute(sql`
        update tutor_listings
        set match_slots = array(select distinct unnest(match_slots || ${sql.param(slots)}::integer[]) order by 1)
        where id = ${tutor.listingId}`);
      const pair = { ...asked, interestId };
      pairs.push(pair);
      said.push(...(asked.talk ?? []).map((each) => ({ ...each, pair })));
      return pair;
    },

    /** The match and the class of an accepted interest. */
    async match(pair: Pair, matched: Matched): Promise<ClassMade> {
      const { interestId, caseId, family, tutor, price, slots = [] } = pair;
      const { status, madeAt, beginsOn, trialAt, weeklyFrom, stopped, contactsSharedAt } = matched;
      const shared = contactsSharedAt?.toISOString() ?? null;
      const matchId = await idOf(sql`
        insert into matches (interest_id, case_id, listing_id, family_user_id, tutor_user_id, status, price, slots,
          made_at, ended_at, family_agreed_at, tutor_agreed_at)
        values (${interestId}, ${caseId}, ${tutor.listingId}, ${family}, ${tutor.userId}, ${status}, ${price},
          ${sql.param(slots)}::integer[], ${madeAt.toISOString()}, ${stopped?.at.toISOString() ?? null}, ${shared},
          ${shared})
        returning id`);
      if (!stopped)
        await tx.execute(sql`
          insert into match_slots (listing_id, slot, match_id)
          select ${tutor.listingId}, slot, ${matchId} from unnest(${sql.param(slots)}::integer[]) as slot`);
      const classId = await idOf(sql`
        insert into classes (match_id, family_user_id, tutor_user_id, price, slots, tutoring_type_id, region_id,
          lesson_minutes, begins_on, trial_at, weekly_from, made_at, finish_status, stopped_at, stopped_by, stop_reason,
          judged_until)
        select ${matchId}, ${family}, ${tutor.userId}, ${price}, ${sql.param(slots)}::integer[], tutoring_type_id,
          tutoring_region_id, (hours * 60)::int, ${beginsOn}, ${trialAt?.toISOString() ?? null},
          ${weeklyFrom?.toISOString() ?? null}, ${madeAt.toISOString()}, ${stopped ? 2 : 1},
          ${stopped?.at.toISOString() ?? null}, ${stopped?.by ?? null}, ${stopped?.reason ?? ''},
          ${new Date(now).toISOString()}
        from cases join tutoring_times_per_class times on times.id = tutoring_time_per_class_id
        where cases.id = ${caseId}
        returning id`);
      await note(classId, null, madeAt, 'family', 'made', { price, slots });
      if (stopped)
        await note(classId, null, stopped.at, stopped.by, 'stopped', {
          stopped_at: stopped.at,
          stopped_by: stopped.by,
        });
      if (status === 'going') await beginWeekly(tx, await lockClassOf(tx, matchId));
      return { ...pair, matchId, classId };
    },

    async teach({ classId, tutor }: ClassMade, taught: readonly Taught[]): Promise<number[]> {
      const rows = await tx
        .insert(lessons)
        .values(
          taught.map(({ plannedAt, startedAt, endedAt, isTrial, state, settledHow, settledAt }) => ({
            classId,
            tutorUserId: tutor.userId,
            plannedAt,
            startedAt,
            endedAt,
            endedHow: 'tutor' as const,
            startDeviceAt: startedAt,
            startReceivedAt: startedAt,
            endDeviceAt: endedAt,
            endReceivedAt: endedAt,
            isTrial,
            state,
            confirmBy: new Date(endedAt.getTime() + confirmMs),
            settledHow: settledHow ?? null,
            settledAt: settledAt ?? null,
          })),
        )
        .returning({ id: lessons.id });
      for (const [at, lesson] of taught.entries()) {
        const id = rows[at]?.id ?? 0;
        const { startedAt, endedAt, settledHow, settledAt, disputedAt } = lesson;
        const facts = {
          started_at: startedAt,
          ended_at: null as Date | null,
          ended_how: null as string | null,
        };
        await note(classId, id, startedAt, 'tutor', 'started', facts);
        await note(classId, id, endedAt, 'tutor', 'ended', {
          ...facts,
          ended_at: endedAt,
          ended_how: 'tutor',
        });
        if (disputedAt)
          await note(classId, id, disputedAt, 'family', 'disputed', { ...facts, ended_at: endedAt });
        if (settledAt)
          await note(
            classId,
            id,
            settledAt,
            settledHow === 'family' ? 'family' : 'system',
            'confirmed',
            facts,
          );
      }
      await tx.execute(sql`
        insert into lesson_outcomes (class_id, tutor_user_id, planned_at, outcome)
        select class_id, tutor_user_id, planned_at, 'kept' from lessons where class_id = ${classId}`);
      for (const [at, { state, endedAt }] of taught.entries())
        if (state === 'awaiting')
          await settleLater(tx, rows[at]?.id ?? 0, new Date(endedAt.getTime() + confirmMs));
      const thisMonth = monthOf(dayOf(now));
      const latest = taught.findLast(({ startedAt }) => monthOf(dayOf(startedAt)) === thisMonth);
      if (latest) await tellStatementLater(tx, classId, latest.startedAt);
      await settleFees(classId, addToMonth(thisMonth, -1));
      return rows.map(({ id }) => id);
    },

    /** A published review cannot be written, so it is published afterwards, and its reply comes after that. */
    async review(
      { classId, family, tutor }: ClassMade,
      occasion: 'third' | 'end',
      openedAt: Date,
      given?: { stars: number; text: string; reply?: string },
    ) {
      const closesAt = new Date(openedAt.getTime() + 14 * 24 * hourMs);
      const id = await idOf(sql`
        insert into review_occasions (class_id, occasion, opened_at, closes_at)
        values (${classId}, ${occasion}, ${openedAt.toISOString()},
          ${given ? sql`now() + interval '1 hour'` : sql`${closesAt.toISOString()}`})
        returning id`);
      if (!given) {
        await addJob(tx, reviewsOver, { occasion: id }, { key: `reviews:${id}`, runAt: closesAt });
        return;
      }
      const writtenAt = new Date(openedAt.getTime() + 26 * hourMs).toISOString();
      const reviewId = await idOf(sql`
        insert into reviews (occasion_id, author_side, author_user_id, about_user_id, stars, text, written_at)
        values (${id}, 'family', ${family}, ${tutor.userId}, ${given.stars}, ${given.text}, ${writtenAt})
        returning id`);
      await tx.execute(sql`
        update review_occasions set closes_at = ${closesAt.toISOString()}, published_at = ${closesAt.toISOString()}
        where id = ${id}`);
      if (given.reply)
        await tx.execute(sql`
          update reviews set reply = ${given.reply}, replied_at = ${closesAt.toISOString()}::timestamptz + interval '1 day'
          where id = ${reviewId}`);
    },

    /** A notice; the newest ones are still unread. */
    tell(userId: number, at: Date, content: NoticeContent, isRead = true) {
      told.push({ userId, at, isRead, ...content });
    },

    /** Messages and notices are listed by their ids, so they are written in the order of time. */
    async finish() {
      const inTime = (one: { at: Date }, other: { at: Date }) => one.at.getTime() - other.at.getTime();
      const messages = said.toSorted(inTime).map(({ pair, by, text, at }, place) => ({
        place,
        interest: pair.interestId,
        author: by === 'family' ? pair.family : pair.tutor.userId,
        key: randomUUID(),
        text,
        at,
      }));
      await tx.execute(sql`
        insert into conversation_messages (interest_id, user_id, client_key, text, sent_at)
        select interest, author, key, text, at
        from jsonb_to_recordset(${JSON.stringify(messages)}::jsonb)
          as row (place integer, interest bigint, author bigint, key uuid, text text, at timestamptz)
        order by place`);
      await noteVisits(tx, pairs);
      const waiting = [...new Set(said.map(({ pair }) => pair))].flatMap((pair) =>
        pair.unreadBy
          ? {
              interest: pair.interestId,
              person: pair.unreadBy === 'family' ? pair.family : pair.tutor.userId,
            }
          : [],
      );
      await tx.execute(sql`
        insert into conversation_reads (interest_id, user_id, read_up_to)
        select interests.id, people.person,
          (select max(id) from conversation_messages where interest_id = interests.id)
            - case when waiting.person is null then 0 else 1 end
        from interests cross join lateral unnest(array[family_user_id, tutor_user_id]) as people (person)
        left join jsonb_to_recordset(${JSON.stringify(waiting)}::jsonb) as waiting (interest bigint, person bigint)
          on waiting.interest = interests.id and waiting.person = people.person
        where interests.id = any(${sql.param([...new Set(messages.map(({ interest }) => interest))])}::bigint[])`);
      const notices = told.toSorted(inTime).map(({ userId, at, isRead, kind, params }, place) => ({
        place,
        person: userId,
        at,
        is_read: isRead,
        kind,
        params: noticeKinds[kind].params.parse(params),
      }));
      await tx.execute(sql`
        insert into notices (user_id, kind, params, told_at, read_at)
        select person, kind, params, at, case when is_read then at + interval '20 minutes' end
        from jsonb_to_recordset(${JSON.stringify(notices)}::jsonb)
          as row (place integer, person bigint, at timestamptz, is_read boolean, kind text, params jsonb)
        order by place`);
    },
  };
}
