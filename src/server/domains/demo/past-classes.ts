import { sql } from 'drizzle-orm';
import { addSampleCases } from '#server/domains/cases/sample-cases.ts';
import type { Tx } from '#server/ground/db/db.ts';
import type { CaseForm } from '#shared/cases.ts';
import { addDays, dayOf, isoTimeAt, mondayOf } from '#shared/hong-kong.ts';
import { slotAt, slotIndex } from '#shared/rules/half-hours.ts';
import type { TutorForm } from '#shared/tutors.ts';
import { addAccounts } from './accounts.ts';
import { caseFormOf } from './case-form.ts';
import type { Random } from './random.ts';

/** A sample tutor whose account and listing are in the database. */
export type ListedSample = { userId: number; listingId: number; form: TutorForm; createdAt: Date };

const lessonSlots = 3;
const minutes = lessonSlots * 30;
const weekMs = 7 * 24 * 3600_000;
const shareOfTutors = 0.5;
const fewestLessons = 4;
/** From joining to the first lesson: a family finds the tutor, asks and agrees. */
const weeksToBegin = 3;
const nicknames = ['希希', '子悠', '阿Ken', '小晴', '嘉嘉', '阿Yan', '信仔', '小嵐'];

const praise = [
  [5, '老師很有耐性，孩子由怕到肯自己試做，測驗由 50 多分升到 78 分。'],
  [5, '準時，每堂之後都會簡單交代進度和下一堂的重點。'],
  [5, '講解清楚，會用學校的工作紙，小朋友話終於聽得明。'],
  [5, '會先問學生想法再講答案，兒子多了自信。'],
  [4, '教得細心，功課量適中。偶然要改期，但都會提早通知。'],
  [5, '操卷有系統，錯題會隔星期再做一次。'],
  [4, '很盡責，進度略快，提出之後有放慢。'],
  [5, '小朋友喜歡上堂，默書成績穩定了。'],
  [4, '價錢合理，教學實際，考試前加了一堂溫習。'],
  [5, '訊息回覆快，功課上的問題當晚已有答覆。'],
  [3, '教得不錯，但孩子同老師的步伐未算配合，最後改為自己溫習。'],
  [5, '有方法，作文由不知寫甚麼到可以寫足一頁。'],
] as const;
const replies = {
  praised: ['多謝家長的信任，祝學業進步！', '很高興見到進步，繼續努力。', '多謝評價，很開心可以一起學習。'],
  advised: ['謝謝意見，之後會更留意進度。', '多謝提出，之後會早些商量步伐。', '謝謝意見，祝學業進步！'],
};

type PastClass = {
  tutor: ListedSample;
  form: CaseForm;
  price: number;
  slots: number[];
  /** Days of the lessons, the first one first. */
  days: string[];
};

/**
 * Classes that have ended, with their lessons and the families' reviews, so that tutors' pages have a past. A
 * tutor's classes follow each other after the day of joining, and each lesson is at the same time of the week.
 */
export async function addPastClasses(tx: Tx, random: Random, tutors: readonly ListedSample[], now: number) {
  const past = tutors
    .filter(({ form }) => form.experience > 1 && random.chance(shareOfTutors))
    .flatMap((tutor) => pastClassesOf(random, tutor, now));
  const families = await addAccounts(tx, past.length, 1);
  await addSampleCases(
    tx,
    past.map(({ form, days }, at) => ({
      userId: families[at] ?? 0,
      form,
      createdAt: new Date(isoTimeAt(addDays(days[0] ?? '', -9), '20:15')),
      status: 4,
    })),
  );
  const rows = past.map(({ tutor, price, slots, days }, at) => {
    const startsAt = slotAt(slots[0] ?? 0).start;
    const first = days[0] ?? '';
    return {
      family: families[at],
      tutor: tutor.userId,
      listing: tutor.listingId,
      price,
      slots,
      asked: isoTimeAt(addDays(first, -8), '21:05'),
      agreed: isoTimeAt(addDays(first, -6), '19:40'),
      begins: first,
      stopped: isoTimeAt(addDays(days.at(-1) ?? '', 2), '18:00'),
      lessons: days.map((day, lesson) => ({
        starts: isoTimeAt(day, startsAt),
        is_trial: lesson === 0,
        // A few minutes early, or now and then late.
        offset: random.chance(0.03) ? random.between(17, 25) : random.between(-4, 5),
        settled_how: random.chance(0.7) ? 'family' : 'silence',
      })),
      ...(random.chance(0.85) && reviewOf(random)),
    };
  });
  await writeClasses(tx, rows);
}

/** The reply suits the stars: nobody answers praise with an apology. */
function reviewOf(random: Random) {
  const review = random.one(praise);
  const fitting = review[0] === 5 ? replies.praised : replies.advised;
  return { review, reply: random.chance(0.3) ? random.one(fitting) : '' };
}

function pastClassesOf(random: Random, tutor: ListedSample, now: number): PastClass[] {
  const start = startOf(tutor.form);
  const [teaches] = tutor.form.subject_grades;
  if (start === undefined || !teaches) return [];
  const slots = Array.from({ length: lessonSlots }, (_, at) => start + at);
  let weeksAgo = random.between(2, 6);
  const weeksHere = Math.floor((now - tutor.createdAt.getTime()) / weekMs) - weeksToBegin;
  return Array.from({ length: random.between(1, 3) }, () => {
    const lessons = Math.min(random.between(fewestLessons, 12), weeksHere - weeksAgo);
    const last = addDays(mondayOf(dayOf(now)), -7 * weeksAgo);
    weeksAgo += lessons + random.between(1, 5);
    const days = Array.from({ length: Math.max(0, lessons) }, (_, lesson) =>
      addDays(last, slotAt(start).weekday - 1 - 7 * (lessons - 1 - lesson)),
    );
    return { tutor, form: caseOf(random, tutor.form, slots), price: tutor.form.price_min, slots, days };
  }).filter(({ days }) => days.length >= fewestLessons);
}

/** The first time of the week at which the tutor is free for a whole lesson. */
function startOf(form: TutorForm) {
  const free = form.match_time.map(slotIndex);
  return free.find((slot) =>
    Array.from({ length: lessonSlots }, (_, at) => slot + at).every((one) => free.includes(one)),
  );
}

/** What the family had asked for: this tutor's first subject and place, at this time. */
function caseOf(random: Random, tutor: TutorForm, slots: readonly number[]): CaseForm {
  const [teaches] = tutor.subject_grades;
  const times = slots.map(slotAt);
  return caseFormOf({
    child_info: [
      {
        nickname: random.one(nicknames),
        gender: random.one(['M', 'F']),
        grade: random.one(teaches?.grade ?? []),
        school: null,
        major_subject: teaches?.major_subject ? [teaches.major_subject] : [],
        other_subject: teaches?.other_subject ? [teaches.other_subject] : [],
      },
    ],
    tutoring_region: tutor.tutoring_region[0] ?? null,
    tutoring_days_per_week: 1,
    price: tutor.price_min,
    weekday: [times[0]?.weekday ?? 1],
    match_time: times,
  });
}

/** Interest, match, class, lessons and reviews, in a few statements. */
async function writeClasses(tx: Tx, rows: readonly object[]) {
  await tx.execute(sql`
    create temporary table past_classes on commit drop as
    select row.*, cases.id as case_id, null::bigint as class_id
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (
      family bigint, tutor bigint, listing bigint, price integer, slots jsonb, asked timestamptz, agreed timestamptz,
      begins date, stopped timestamptz, lessons jsonb, review jsonb, reply text)
    join cases on cases.user_id = row.family`);
  await tx.execute(sql`
    insert into interests (case_id, listing_id, family_user_id, tutor_user_id, asked_by, status, price, slots,
      asked_at, decided_at)
    select case_id, listing, family, tutor, 'family', 'accepted', price,
      array(select jsonb_array_elements_text(slots)::integer), asked, agreed
    from past_classes`);
  await tx.execute(sql`
    insert into matches (interest_id, case_id, listing_id, family_user_id, tutor_user_id, status, price, slots, made_at,
      ended_at, family_agreed_at, tutor_agreed_at)
    select id, case_id, listing_id, family_user_id, tutor_user_id, 'ended', interests.price, interests.slots, agreed,
      stopped, agreed, agreed
    from interests join past_classes using (case_id)`);
  await tx.execute(sql`
    with made as (
      insert into classes (match_id, family_user_id, tutor_user_id, price, slots, tutoring_type_id, region_id,
        lesson_minutes, begins_on, made_at, finish_status, stopped_at, stopped_by)
      select matches.id, family, tutor, matches.price, matches.slots, tutoring_type_id, tutoring_region_id, ${minutes},
        begins, agreed, 2, stopped, 'family'
      from past_classes join matches using (case_id) join cases on cases.id = case_id
      returning id, family_user_id)
    update past_classes set class_id = made.id from made where made.family_user_id = family`);
  await tx.execute(sql`
    insert into lessons (class_id, tutor_user_id, started_at, ended_at, ended_how, start_device_at, start_received_at,
      end_device_at, end_received_at, planned_at, is_trial, state, confirm_by, settled_how, settled_at, taken)
    select class_id, tutor, began, ended, 'tutor', began, began, ended, ended, starts, is_trial, 'confirmed',
      ended + interval '72 hours', settled_how,
      ended + case settled_how when 'family' then interval '3 hours' else interval '72 hours' end,
      tstzrange(began, ended)
    from past_classes,
      jsonb_to_recordset(lessons) as lesson (starts timestamptz, is_trial boolean, "offset" integer, settled_how text),
      lateral (select starts + "offset" * interval '1 minute' as began) as start,
      lateral (select starts + ${minutes} * interval '1 minute' as ended) as finish
    order by starts`);
  await tx.execute(sql`
    insert into lesson_outcomes (class_id, tutor_user_id, planned_at, outcome)
    select lessons.class_id, tutor_user_id, planned_at,
      case when started_at > planned_at + interval '15 minutes' then 'late' else 'kept' end
    from lessons join past_classes using (class_id)`);
  await writeReviews(tx);
}

/** A published review cannot be written, so they are published afterwards, and replies come after that. */
async function writeReviews(tx: Tx) {
  await tx.execute(sql`
    insert into review_occasions (class_id, occasion, closes_at)
    select class_id, 'end', now() + interval '1 hour' from past_classes where review is not null`);
  await tx.execute(sql`
    insert into reviews (occasion_id, author_side, author_user_id, about_user_id, stars, text, written_at)
    select review_occasions.id, 'family', family, tutor, (review->>0)::smallint, review->>1,
      stopped + interval '1 day'
    from past_classes join review_occasions using (class_id)`);
  await tx.execute(sql`
    update review_occasions set opened_at = stopped, closes_at = stopped + interval '14 days',
      published_at = least(stopped + interval '14 days', now() - interval '1 minute')
    from past_classes where past_classes.class_id = review_occasions.class_id`);
  await tx.execute(sql`
    update reviews set reply = past_classes.reply, replied_at = least(stopped + interval '15 days', now())
    from past_classes join review_occasions using (class_id)
    where review_occasions.id = occasion_id and past_classes.reply <> ''`);
}
