import { sql } from 'drizzle-orm';
import { lockClassOf, setTrial } from '#server/domains/classes/class-of-match.ts';
import { lessonDisputes } from '#server/domains/classes/tables.ts';
import { trialOverJob } from '#server/domains/interest/trial.ts';
import { enqueue } from '#server/domains/operator/queue.ts';
import type { Tx } from '#server/ground/db/db.ts';
import { addJob } from '#server/ground/jobs/jobs.ts';
import type { Side } from '#shared/interest.ts';
import { type Calendar, lessonMinutes, lessonsOn, unsettled } from './calendar.ts';
import { caseFor, grade, subject, tutorsOf } from './people.ts';
import type { ClassMade, Listed, Said, Writer } from './writer.ts';

export type Scene = { tx: Tx; writer: Writer; calendar: Calendar; family: number; teacher: Listed };

const children = {
  younger: { nickname: '樂樂', gender: 'M', grade: grade.primary5 },
  elder: { nickname: '晴晴', gender: 'F', grade: grade.secondary3 },
} as const;

/** [days from today, time, who, words] */
type Line = readonly [number, string, Side, string];
export const talk = ({ at }: Calendar, lines: readonly Line[]): Said[] =>
  lines.map(([days, time, by, text]) => ({ by, text, at: at(days, time) }));

/** A family of two children: what they look for, whom they try, whom they have, and whom they had. */
export async function addFamilyLife(scene: Scene) {
  const elder = await classGoingOn(scene);
  const younger = await classThatEnded(scene);
  const used = [younger.tutor.listingId];
  used.push(await agreedTrial(scene, elder.childId, used));
  used.push(await proposedTrial(scene, younger.childId, used));
  used.push(await heldTrial(scene, elder.childId, used));
  await caseOnline(scene, younger.childId, used);
  await halfFilledCase(scene, younger.childId);
}

/** Mathematics for the elder child, twice a week for two months, with the sample teacher. */
async function classGoingOn({ tx, writer, calendar, family, teacher }: Scene) {
  const { at, day } = calendar;
  const made = await writer.addCase(
    family,
    caseFor(children.elder, {
      major: subject.mathematics,
      price: 260,
      days: 2,
      note: '想打好基礎，銜接高中課程。',
    }),
    at(-70, '20:40'),
    3,
  );
  const pair = await writer.ask({
    ...{ caseId: made.id, family, tutor: teacher, askedBy: 'family', status: 'accepted', price: 260 },
    slots: [...calendar.slots(-1, '17:00'), ...calendar.slots(2, '17:00')],
    message: '你好，女兒讀中三，代數比較弱，想找老師每星期補兩堂。',
    askedAt: at(-68, '21:10'),
    decidedAt: at(-66, '12:30'),
    talk: talk(calendar, [
      [-67, '19:20', 'tutor', '陳太你好，可以的。晴晴現在學到哪一課？'],
      [-67, '19:48', 'family', '學校剛開始教因式分解，她說聽不明白。'],
      [-67, '20:02', 'tutor', '明白，試堂時我會先由展開式重溫，再看她卡在哪一步。'],
      [-66, '12:35', 'tutor', '我已接受邀請，到時見。'],
      [-12, '21:05', 'family', '林老師，今次測驗 74 分，她很開心，多謝你。'],
      [-12, '21:30', 'tutor', '太好了！下星期開始會預習二元一次方程。'],
      [-1, '20:15', 'tutor', '今日的工作紙還有兩題，請晴晴下一堂前完成。'],
    ]),
    unreadBy: 'family',
  });
  const cls = await writer.match(pair, {
    status: 'going',
    madeAt: at(-66, '12:30'),
    beginsOn: day(-66),
    trialAt: at(-61, '17:00'),
    weeklyFrom: at(-60, '09:00'),
    contactsSharedAt: at(-59, '21:00'),
  });
  const days = Array.from({ length: 9 }, (_, week) => [-5 - 7 * week, -1 - 7 * week])
    .flat()
    .sort((a, b) => a - b);
  const disputedAt = at(-4, '20:30');
  const taught = lessonsOn(calendar, days, '17:00').map((lesson, place) =>
    days[place] === -1 ? unsettled(lesson) : days[place] === -5 ? unsettled(lesson, disputedAt) : lesson,
  );
  const lessonIds = await writer.teach(cls, taught);
  const idOn = (days_: number) => lessonIds[days.indexOf(days_)] ?? 0;
  await tx.insert(lessonDisputes).values({
    lessonId: idOn(-5),
    familyNote: '當日老師有事早走，只上了約 1 小時，紀錄是 1 小時 30 分鐘，請核對。',
    openedAt: disputedAt,
  });
  await enqueue(tx, {
    kind: 'lesson_dispute',
    subjectId: String(idOn(-5)),
    openedBy: family,
    aboutUser: teacher.userId,
  });
  await writer.review(cls, 'third', at(-54, '18:40'), {
    stars: 5,
    text: '老師很有耐性，會先聽學生怎樣想再講解。上了三堂，女兒已經肯自己試做功課。',
    reply: '多謝家長的信任，學生很用心，我們繼續努力。',
  });
  const about = { match: cls.matchId, case: cls.caseId, interest: cls.interestId };
  const of = (days_: number) => ({ lesson: idOn(days_), class: cls.classId });
  writer.tell(family, at(-66, '12:30'), { kind: 'match_made', params: about });
  writer.tell(family, at(-59, '21:00'), { kind: 'contact_agreed', params: about });
  const planned = at(-1, '17:00').toISOString();
  const soon = { class: cls.classId, starts_at: planned, planned_at: planned };
  const statement = { class: cls.classId, month: calendar.statement.month };
  for (const person of [family, teacher.userId]) {
    writer.tell(person, calendar.statement.toldAt, { kind: 'statement_ready', params: statement });
    writer.tell(person, at(-1, '16:00'), { kind: 'lesson_soon', params: soon });
  }
  writer.tell(family, taught.at(-1)?.startedAt ?? at(-1, '17:00'), {
    kind: 'lesson_started',
    params: of(-1),
  });
  writer.tell(family, at(-1, '18:31'), { kind: 'lesson_ended', params: of(-1) }, false);
  writer.tell(teacher.userId, at(-68, '21:10'), { kind: 'interest_invited', params: about });
  writer.tell(teacher.userId, at(-40, '18:41'), {
    kind: 'reviews_published',
    params: { class: cls.classId, occasion: 'third' },
  });
  writer.tell(teacher.userId, at(-8, '20:20'), { kind: 'lesson_confirmed', params: of(-8) });
  writer.tell(teacher.userId, disputedAt, { kind: 'lesson_disputed', params: of(-5) }, false);
  return { childId: made.child_info[0]?.id };
}

/** Chinese for the younger child, which ended a few days ago: the review can be written. */
async function classThatEnded({ tx, writer, calendar, family, teacher }: Scene) {
  const { at, day } = calendar;
  const made = await writer.addCase(
    family,
    caseFor(children.younger, {
      major: subject.chinese,
      price: 200,
      days: 1,
      note: '作文不知道寫甚麼，希望老師多引導。',
    }),
    at(-58, '20:10'),
    4,
  );
  const [tutor] = await tutorsOf(tx, {
    ...{ major: subject.chinese, grade: grade.primary5, price: 200, isNew: true },
    but: [teacher.listingId],
  });
  if (!tutor) throw new Error('no sample tutor teaches Chinese');
  const pair = await writer.ask({
    ...{ caseId: made.id, family, tutor, askedBy: 'tutor', status: 'accepted', price: 200 },
    slots: calendar.slots(-4, '16:30'),
    message: '我教過小五小六作文，會由看圖說故事開始。',
    askedAt: at(-57, '22:00'),
    decidedAt: at(-56, '19:00'),
    talk: talk(calendar, [
      [-55, '20:00', 'family', '老師你好，樂樂比較怕寫作，麻煩你多鼓勵。'],
      [-55, '20:25', 'tutor', '沒問題，第一堂我們先講故事，不急著寫。'],
      [-4, '21:40', 'family', '多謝老師這個月的教導，之後學校有課後班，我們先停一停。'],
      [-4, '22:05', 'tutor', '明白，樂樂進步很多，祝學業進步！'],
    ]),
  });
  const stopped = { at: at(-3, '12:00'), by: 'family' as const, reason: '學校有課後班' };
  const cls = await writer.match(pair, {
    ...{ status: 'ended', madeAt: at(-56, '19:00'), beginsOn: day(-56), stopped },
    trialAt: at(-53, '16:30'),
    weeklyFrom: at(-52, '09:00'),
  });
  await writer.teach(cls, lessonsOn(calendar, [-53, -46, -39, -32, -25, -18, -11, -4], '16:30'));
  await writer.review(cls, 'end', stopped.at);
  const about = { match: cls.matchId, case: cls.caseId, interest: cls.interestId };
  writer.tell(family, at(-57, '22:00'), { kind: 'interest_applied', params: about });
  writer.tell(
    family,
    stopped.at,
    { kind: 'review_open', params: { class: cls.classId, occasion: 'end' } },
    false,
  );
  return { tutor, childId: made.child_info[0]?.id };
}

/** Science for the elder child: the trial is tomorrow; the sample teacher had applied as well. */
async function agreedTrial(
  { tx, writer, calendar, family, teacher }: Scene,
  childId: number | undefined,
  but: readonly number[],
) {
  const { at, day } = calendar;
  const made = await writer.addCase(
    family,
    caseFor(
      { ...children.elder, ...(childId && { id: childId }) },
      { major: subject.science, price: 240, days: 1, note: '學校測驗較頻密，想按進度溫習。' },
    ),
    at(-9, '21:00'),
    3,
  );
  const [tutor] = await tutorsOf(tx, {
    ...{ major: subject.science, grade: grade.secondary3, price: 240 },
    but: [...but, teacher.listingId],
  });
  if (!tutor) throw new Error('no sample tutor teaches science');
  const closed = await writer.ask({
    ...{ caseId: made.id, family, tutor: teacher, askedBy: 'tutor', status: 'closed', price: 260 },
    message: '晴晴的數學由我教，科學也可以一併補。',
    askedAt: at(-8, '18:00'),
    decidedAt: at(-3, '20:00'),
    talk: talk(calendar, [
      [-7, '20:30', 'family', '林老師，多謝你。她想找主修生物的老師，我們再考慮一下。'],
      [-7, '21:00', 'tutor', '好的，沒關係，專科老師會更合適。'],
    ]),
  });
  const pair = await writer.ask({
    ...{ caseId: made.id, family, tutor, askedBy: 'family', status: 'accepted', price: 240 },
    slots: calendar.slots(1, '19:00'),
    message: '女兒中三，想補綜合科學的生物部分，請問可以先試一堂嗎？',
    askedAt: at(-5, '21:15'),
    decidedAt: at(-3, '20:00'),
    talk: talk(calendar, [
      [-4, '20:40', 'tutor', '可以。請問學校用哪一套課本？'],
      [-4, '21:10', 'family', '是學校自編的工作紙，我之後影相給你看。'],
      [-3, '20:05', 'tutor', '好的，我會按工作紙的單元準備試堂。'],
      [-2, '22:00', 'family', '好的，到時見。'],
    ]),
  });
  const cls = await writer.match(pair, { status: 'trial', madeAt: at(-3, '20:00'), beginsOn: day(1) });
  const startsAt = at(1, '19:00');
  await addTrial(tx, cls, { by: 'family', startsAt, proposedAt: at(-3, '20:20'), agreedAt: at(-2, '21:50') });
  const about = { match: cls.matchId, case: cls.caseId, interest: cls.interestId };
  writer.tell(family, at(-3, '20:00'), { kind: 'match_made', params: { ...about, others: 1 } });
  writer.tell(family, at(-2, '21:50'), {
    kind: 'trial_agreed',
    params: { ...about, starts_at: startsAt.toISOString() },
  });
  writer.tell(teacher.userId, at(-3, '20:00'), {
    kind: 'interest_closed',
    params: { interest: closed.interestId, case: cls.caseId, because: 'matched' },
  });
  return tutor.listingId;
}

/** English for the younger child: the tutor has proposed a trial, and the family has to answer. */
async function proposedTrial(
  { tx, writer, calendar, family }: Scene,
  childId: number | undefined,
  but: readonly number[],
) {
  const { at, day } = calendar;
  const made = await writer.addCase(
    family,
    caseFor(
      { ...children.younger, ...(childId && { id: childId }) },
      { major: subject.english, price: 220, days: 1, note: '需要協助默書和文法。' },
    ),
    at(-6, '19:30'),
    3,
  );
  const [tutor] = await tutorsOf(tx, {
    ...{ major: subject.english, grade: grade.primary5, price: 220 },
    but,
  });
  if (!tutor) throw new Error('no sample tutor teaches English');
  const pair = await writer.ask({
    ...{ caseId: made.id, family, tutor, askedBy: 'tutor', status: 'accepted', price: 220 },
    slots: calendar.slots(3, '18:30'),
    message: '我主修英文，教小學生會多用故事書和拼音遊戲。',
    askedAt: at(-4, '13:20'),
    decidedAt: at(-2, '19:10'),
    talk: talk(calendar, [
      [-3, '19:00', 'family', '你好，樂樂默書常常不合格，你會怎樣教？'],
      [-3, '19:25', 'tutor', '我會教他拆音節記生字，再用句子默寫，通常一個月見效。'],
      [-3, '19:31', 'family', '聽起來不錯。'],
      [-1, '19:40', 'tutor', '我提議了試堂時間，你看看方便嗎？'],
    ]),
    unreadBy: 'family',
  });
  const cls = await writer.match(pair, { status: 'trial', madeAt: at(-2, '19:10'), beginsOn: day(3) });
  const startsAt = at(3, '18:30');
  await addTrial(tx, cls, { by: 'tutor', startsAt, proposedAt: at(-1, '19:38') });
  const about = { match: cls.matchId, case: cls.caseId, interest: cls.interestId };
  writer.tell(family, at(-2, '19:10'), { kind: 'match_made', params: about });
  writer.tell(
    family,
    at(-1, '19:38'),
    { kind: 'trial_proposed', params: { ...about, starts_at: startsAt.toISOString() } },
    false,
  );
  return tutor.listingId;
}

/** English for the elder child: the trial was held, and the family has to say whether it suits. */
async function heldTrial(
  { tx, writer, calendar, family }: Scene,
  childId: number | undefined,
  but: readonly number[],
) {
  const { at, day } = calendar;
  const made = await writer.addCase(
    family,
    caseFor(
      { ...children.elder, ...(childId && { id: childId }) },
      { major: subject.english, price: 250, days: 1, note: '閱讀和寫作較弱，想每星期補一堂。' },
    ),
    at(-11, '20:15'),
    3,
  );
  const [tutor] = await tutorsOf(tx, {
    ...{ major: subject.english, grade: grade.secondary3, price: 250 },
    but,
  });
  if (!tutor) throw new Error('no sample tutor teaches English in secondary 3');
  const pair = await writer.ask({
    ...{ caseId: made.id, family, tutor, askedBy: 'family', status: 'accepted', price: 250 },
    slots: calendar.slots(-2, '19:00'),
    message: '女兒中三，英文寫作常常離題，想先試一堂。',
    askedAt: at(-9, '20:30'),
    decidedAt: at(-7, '19:15'),
    talk: talk(calendar, [
      [-8, '20:10', 'tutor', '可以，請她帶一篇最近的作文來，我先看看結構。'],
      [-8, '20:35', 'family', '好的，她會帶上星期的作文。'],
      [-2, '21:40', 'tutor', '今日改好了一篇作文，也教了她寫大綱的方法。她很用心。'],
    ]),
  });
  const cls = await writer.match(pair, { status: 'trial', madeAt: at(-7, '19:15'), beginsOn: day(-2) });
  const startsAt = at(-2, '19:00');
  await addTrial(tx, cls, {
    ...{ by: 'tutor', startsAt, proposedAt: at(-7, '19:40'), agreedAt: at(-6, '12:30'), isHeld: true },
  });
  await writer.teach(cls, lessonsOn(calendar, [-2], '19:00'));
  const about = { match: cls.matchId, case: cls.caseId, interest: cls.interestId };
  writer.tell(family, at(-7, '19:15'), { kind: 'match_made', params: about });
  writer.tell(family, at(-2, '20:30'), { kind: 'trial_over', params: about }, false);
  return tutor.listingId;
}

/** Mathematics for the younger child: online, with offers in every state. */
async function caseOnline(
  { tx, writer, calendar, family, teacher }: Scene,
  childId: number | undefined,
  but: readonly number[],
) {
  const { at } = calendar;
  const price = 240;
  const made = await writer.addCase(
    family,
    caseFor(
      { ...children.younger, ...(childId && { id: childId }) },
      { major: subject.mathematics, price, days: 1, note: '下個月有測驗，想先鞏固分數和應用題。' },
    ),
    at(-5, '20:05'),
  );
  const tutors = await tutorsOf(tx, {
    ...{ major: subject.mathematics, grade: grade.primary5, price },
    but: [...but, teacher.listingId],
  });
  const ask = async (
    place: number,
    given: Pick<Parameters<Writer['ask']>[0], 'askedBy' | 'status' | 'message' | 'askedAt'> &
      Partial<Parameters<Writer['ask']>[0]>,
  ) => {
    const tutor = tutors[place];
    if (!tutor) throw new Error('too few sample tutors teach mathematics');
    return writer.ask({ caseId: made.id, family, tutor, price: Math.max(price, tutor.price), ...given });
  };

  const withdrawn = await ask(0, {
    ...{ askedBy: 'tutor', status: 'withdrawn', askedAt: at(-4, '12:10'), decidedAt: at(-3, '09:30') },
    message: '有三年小學數學經驗，可以星期六上堂。',
    talk: talk(calendar, [[-3, '09:28', 'tutor', '不好意思，星期六剛排滿了，我先收回應徵。']]),
  });
  const declined = await ask(1, {
    ...{ askedBy: 'family', status: 'declined', askedAt: at(-4, '21:30'), decidedAt: at(-3, '18:20') },
    message: '你好，請問星期三或五有空嗎？',
  });
  await ask(2, {
    ...{ askedBy: 'tutor', status: 'declined', askedAt: at(-3, '15:45'), decidedAt: at(-2, '20:30') },
    message: '我可以每星期上兩堂，進度會快一點。',
    talk: talk(calendar, [
      [-3, '21:00', 'family', '多謝應徵，我們暫時每星期只需要一堂。'],
      [-3, '21:20', 'tutor', '明白，有需要再聯絡。'],
    ]),
  });
  const applied = await ask(3, {
    ...{ askedBy: 'tutor', status: 'pending', askedAt: at(-2, '17:30') },
    slots: calendar.slots(5, '17:00'),
    message: '小五的分數和應用題，我會用畫圖講解，歡迎先試一堂。',
    talk: talk(calendar, [
      [-2, '20:40', 'family', '你好，樂樂不太會看應用題，你會怎樣教？'],
      [-2, '20:58', 'tutor', '我會請他先畫圖，再寫算式，慢慢便知道每個數字代表甚麼。'],
      [-2, '21:03', 'family', '請問會用學校的工作紙嗎？'],
      [-1, '12:20', 'tutor', '會，先完成學校的，再加兩三題類似的練習。'],
    ]),
    unreadBy: 'family',
  });
  await ask(4, {
    ...{ askedBy: 'family', status: 'pending', askedAt: at(-2, '22:10') },
    slots: calendar.slots(4, '17:30'),
    message: '你好，看到你教小學數學有經驗，想請你教小五的樂樂，每星期一堂。',
    talk: talk(calendar, [
      [-1, '13:00', 'tutor', '多謝邀請！我想先了解一下，他最近的測驗大概幾分？'],
      [-1, '18:45', 'family', '上次 61 分，主要是應用題失分。'],
    ]),
  });
  const byTeacher = await writer.ask({
    ...{ caseId: made.id, family, tutor: teacher, askedBy: 'tutor', status: 'pending', price: 250 },
    slots: calendar.slots(2, '18:30'),
    message: '陳太，樂樂的數學可以在晴晴下課後接著上，同一天較方便。',
    askedAt: at(-1, '18:50'),
    talk: talk(calendar, [
      [-1, '19:10', 'family', '這樣很方便，不過我怕樂樂太累，讓我想一想。'],
      [-1, '19:22', 'tutor', '沒問題，可以先試一堂，看看他的精神。'],
    ]),
  });
  const about = (pair: { interestId: number }) => ({ interest: pair.interestId, case: made.id });
  writer.tell(family, at(-3, '09:30'), { kind: 'interest_withdrawn', params: about(withdrawn) });
  writer.tell(family, at(-3, '18:20'), { kind: 'interest_declined', params: about(declined) });
  writer.tell(family, at(-2, '17:30'), { kind: 'interest_applied', params: about(applied) });
  writer.tell(family, at(-1, '18:50'), { kind: 'interest_applied', params: about(byTeacher) }, false);
  await tx.execute(sql`
    insert into saved_tutors (user_id, listing_id, saved_at)
    select ${family}, listing, ${at(-4, '21:00').toISOString()}::timestamptz + place * interval '7 minutes'
    from unnest(${sql.param([teacher.listingId, ...tutors.slice(3, 7).map(({ listingId }) => listingId)])}::bigint[])
      with ordinality as saved (listing, place)`);
}

/** A case that the family began to write: the child, the subject and the place are there, the rest is not. */
async function halfFilledCase({ tx, calendar, family }: Scene, childId: number | undefined) {
  const form = {
    child_info: [
      {
        ...children.younger,
        key: 'child',
        id: childId ?? null,
        school: null,
        major_subject: [subject.chinese],
        other_subject: [],
      },
    ],
    tutoring_type: 1,
    tutoring_region: 16,
    tutoring_days_per_week: 1,
    tutoring_time_per_class: 2,
    start_tutoring_date: '',
    price: null,
    slots: [],
    teacher_gender: 'U',
    teacher_education: null,
    teaching_language: [],
    special_note: '',
    channel: null,
    other_channel: '',
    you: null,
    decided: [],
  };
  await tx.execute(sql`
    insert into case_drafts (user_id, key, form, saved_at)
    values (${family}, '5a3c1e0e-6f0b-4f5e-9a51-0d6b1c2e7f01', ${JSON.stringify(form)}::jsonb,
      ${calendar.at(-1, '22:20').toISOString()})`);
}

type Trial = {
  by: Side;
  startsAt: Date;
  proposedAt: Date;
  agreedAt?: Date;
  /** Whether it is over, and the family was asked about it. */
  isHeld?: boolean;
};

/** A proposal for the trial lesson; one that the other side agreed to stands in both calendars. */
export async function addTrial(tx: Tx, cls: ClassMade, trial: Trial) {
  const { by, startsAt, proposedAt, agreedAt, isHeld = false } = trial;
  await tx.execute(sql`
    insert into trial_proposals (match_id, proposed_by, starts_at, minutes, status, proposed_at, decided_at)
    values (${cls.matchId}, ${by}, ${startsAt.toISOString()}, ${lessonMinutes}, ${agreedAt ? 'agreed' : 'open'},
      ${proposedAt.toISOString()}, ${agreedAt?.toISOString() ?? null})`);
  if (!agreedAt) return;
  await setTrial(tx, await lockClassOf(tx, cls.matchId), startsAt, by);
  if (isHeld) return;
  const runAt = new Date(startsAt.getTime() + lessonMinutes * 60_000);
  await addJob(tx, trialOverJob, { match: cls.matchId }, { key: `trial-over:${cls.matchId}`, runAt });
}
