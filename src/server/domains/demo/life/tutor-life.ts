import { sql } from 'drizzle-orm';
import type { CaseForm } from '#shared/cases.ts';
import { addAccounts } from '../accounts.ts';
import { lessonsOn, unsettled } from './calendar.ts';
import { addTrial, type Scene, talk } from './family-life.ts';
import { caseFor, casesForTeacher, grade, subject } from './people.ts';

type Child = Parameters<typeof caseFor>[0];

/** A sample teacher's own side: other families, lessons today, trials, offers, and a class that has ended. */
export async function addTutorLife(scene: Scene) {
  await classThatEnded(scene);
  await classEndedLately(scene);
  await lessonsToday(scene);
  await agreedTrial(scene);
  await proposedTrial(scene);
  await heldTrial(scene);
  await offers(scene);
}

async function newCase({ tx, writer }: Scene, form: CaseForm, at: Date, status: 3 | 4) {
  const [family = 0] = await addAccounts(tx, 1, 1);
  const { id } = await writer.addCase(family, form, at, status);
  return { family, caseId: id };
}
const child = (nickname: string, gender: 'M' | 'F', of: number): Child => ({ nickname, gender, grade: of });

/** Ended over a month ago, with a review and a reply. */
async function classThatEnded(scene: Scene) {
  const { writer, calendar, teacher } = scene;
  const { at, day } = calendar;
  const form = caseFor(child('阿朗', 'M', grade.secondary5), {
    ...{ major: subject.mathematics, price: 300, days: 1, note: '想集中操練歷屆試題。' },
  });
  const whose = await newCase(scene, form, at(-140, '20:00'), 4);
  const pair = await writer.ask({
    ...{ ...whose, tutor: teacher, askedBy: 'tutor', status: 'accepted', price: 300 },
    slots: calendar.slots(5, '19:00'),
    askedAt: at(-138, '20:00'),
    decidedAt: at(-136, '20:00'),
    talk: talk(calendar, [
      [-135, '20:10', 'family', '老師好，兒子想由卷一乙部開始操練。'],
      [-135, '20:40', 'tutor', '好的，我會帶近五年的試題。'],
    ]),
  });
  const stopped = { at: at(-56, '12:00'), by: 'family' as const, reason: '課程完結' };
  const cls = await writer.match(pair, {
    ...{ status: 'ended', madeAt: at(-136, '20:00'), beginsOn: day(-136), stopped },
    trialAt: at(-128, '19:00'),
    weeklyFrom: at(-127, '09:00'),
  });
  const days = Array.from({ length: 11 }, (_, week) => -128 + 7 * week);
  await writer.teach(cls, lessonsOn(calendar, days, '19:00'));
  await writer.review(cls, 'end', stopped.at, {
    stars: 5,
    text: '操卷有系統，錯題會隔星期再做一次。模擬試由 3 級升到 5 級。',
    reply: '多謝家長的信任，祝阿朗考試順利！',
  });
}

/** Ended a few days ago: both sides may write a review. */
async function classEndedLately(scene: Scene) {
  const { writer, calendar, teacher } = scene;
  const { at, day } = calendar;
  const form = caseFor(child('思穎', 'F', 9), {
    ...{ major: subject.mathematics, price: 240, days: 1, note: '升中前想打好基礎。' },
  });
  const whose = await newCase(scene, form, at(-48, '21:00'), 4);
  const pair = await writer.ask({
    ...{ ...whose, tutor: teacher, askedBy: 'family', status: 'accepted', price: 240 },
    slots: calendar.slots(5, '16:30'),
    askedAt: at(-46, '21:20'),
    decidedAt: at(-45, '20:00'),
    talk: talk(calendar, [
      [-45, '20:05', 'tutor', '多謝邀請，第一堂見。'],
      [-2, '20:45', 'family', '思穎這次測驗有 90 分，多謝老師！'],
    ]),
  });
  const stopped = { at: at(-2, '20:30'), by: 'family' as const, reason: '已達成目標' };
  const cls = await writer.match(pair, {
    ...{ status: 'ended', madeAt: at(-45, '20:00'), beginsOn: day(-45), stopped },
    trialAt: at(-44, '16:30'),
    weeklyFrom: at(-43, '09:00'),
  });
  await writer.teach(
    cls,
    lessonsOn(calendar, [-44, -37, -30, -23, -16, -9, -2], '16:30').map((lesson, place) =>
      place === 6 ? unsettled(lesson) : lesson,
    ),
  );
  await writer.review(cls, 'end', stopped.at);
  writer.tell(
    teacher.userId,
    stopped.at,
    { kind: 'review_open', params: { class: cls.classId, occasion: 'end' } },
    false,
  );
}

/** Lessons twice a week, today and tomorrow. */
async function lessonsToday(scene: Scene) {
  const { writer, calendar, teacher } = scene;
  const { at, day, todaysLesson } = calendar;
  const form = caseFor(child('俊希', 'M', grade.secondary4), {
    ...{ major: subject.mathematics, price: 280, days: 2, note: '概念未穩，希望先重溫再操卷。' },
  });
  const whose = await newCase(scene, form, at(-35, '20:00'), 3);
  const pair = await writer.ask({
    ...{ ...whose, tutor: teacher, askedBy: 'tutor', status: 'accepted', price: 280 },
    slots: [...calendar.slots(0, todaysLesson.time), ...calendar.slots(1, '17:00')],
    message: '可以由中三的函數圖像重溫起，再跟上學校進度。',
    askedAt: at(-33, '19:00'),
    decidedAt: at(-32, '21:00'),
    talk: talk(calendar, [
      [-31, '20:00', 'family', '老師好，俊希二次函數較弱。'],
      [-31, '20:30', 'tutor', '明白，第一堂先做一份小測驗，看看由哪裏開始。'],
      [-1, '21:10', 'family', '老師，俊希下星期三有測驗，可以先溫習對數嗎？'],
    ]),
    unreadBy: 'tutor',
  });
  const cls = await writer.match(pair, {
    ...{ status: 'going', madeAt: at(-32, '21:00'), beginsOn: day(-32) },
    trialAt: at(-28, todaysLesson.time),
    weeklyFrom: at(-27, '09:00'),
    contactsSharedAt: at(-27, '20:00'),
  });
  const today = [-28, -21, -14, -7, ...(todaysLesson.isHeld ? [0] : [])];
  const onFirst = lessonsOn(calendar, today, todaysLesson.time).map((lesson, place) =>
    place === 4 ? unsettled(lesson) : lesson,
  );
  const onSecond = lessonsOn(calendar, [-27, -20, -13, -6], '17:00').map((lesson) => ({
    ...lesson,
    isTrial: false,
  }));
  await writer.teach(cls, [...onFirst, ...onSecond]);
  const params = { match: cls.matchId, case: cls.caseId, interest: cls.interestId };
  writer.tell(teacher.userId, at(-32, '21:00'), { kind: 'match_made', params });
  writer.tell(teacher.userId, at(-27, '20:00'), { kind: 'contact_agreed', params });
}

async function agreedTrial(scene: Scene) {
  const { tx, writer, calendar, teacher } = scene;
  const { at, day } = calendar;
  const form = caseFor(child('曉晴', 'F', 11), {
    ...{ major: subject.mathematics, price: 250, days: 1, note: '學生較被動，需要多鼓勵。' },
  });
  const whose = await newCase(scene, form, at(-6, '20:30'), 3);
  const pair = await writer.ask({
    ...{ ...whose, tutor: teacher, askedBy: 'tutor', status: 'accepted', price: 250 },
    slots: calendar.slots(3, '19:00'),
    message: '我教過不少中二學生，會先建立信心。',
    askedAt: at(-5, '17:00'),
    decidedAt: at(-3, '21:30'),
    talk: talk(calendar, [
      [-3, '21:40', 'family', '老師，試堂可以看看她的數學簿嗎？'],
      [-3, '21:55', 'tutor', '當然可以，請她帶最近一份測驗卷。'],
    ]),
  });
  const cls = await writer.match(pair, { status: 'trial', madeAt: at(-3, '21:30'), beginsOn: day(3) });
  const startsAt = at(3, '19:00');
  await addTrial(tx, cls, { by: 'tutor', startsAt, proposedAt: at(-3, '21:58'), agreedAt: at(-2, '12:40') });
  const params = { match: cls.matchId, case: cls.caseId, interest: cls.interestId };
  writer.tell(teacher.userId, at(-3, '21:30'), { kind: 'match_made', params });
  writer.tell(teacher.userId, at(-2, '12:40'), {
    kind: 'trial_agreed',
    params: { ...params, starts_at: startsAt.toISOString() },
  });
}

async function proposedTrial(scene: Scene) {
  const { tx, writer, calendar, teacher } = scene;
  const { at, day } = calendar;
  const form = caseFor(child('子謙', 'M', 10), {
    ...{ major: subject.mathematics, price: 240, days: 1, note: '學校用英文教數學，想跟上進度。' },
  });
  const whose = await newCase(scene, form, at(-4, '21:30'), 3);
  const pair = await writer.ask({
    ...{ ...whose, tutor: teacher, askedBy: 'family', status: 'accepted', price: 240 },
    slots: calendar.slots(4, '18:00'),
    message: '兒子讀中一，想請你每星期教一堂數學。',
    askedAt: at(-3, '20:00'),
    decidedAt: at(-1, '18:00'),
    talk: talk(calendar, [
      [-2, '19:00', 'tutor', '你好，可以的。學校用中文還是英文教數學？'],
      [-2, '19:30', 'family', '英文，他對題目的生字不太熟。'],
      [-1, '18:02', 'tutor', '沒問題，我會準備一張生字表。'],
    ]),
  });
  const cls = await writer.match(pair, { status: 'trial', madeAt: at(-1, '18:00'), beginsOn: day(4) });
  const startsAt = at(4, '18:00');
  await addTrial(tx, cls, { by: 'family', startsAt, proposedAt: at(-1, '20:50') });
  const params = { match: cls.matchId, case: cls.caseId, interest: cls.interestId };
  writer.tell(
    teacher.userId,
    at(-1, '20:50'),
    { kind: 'trial_proposed', params: { ...params, starts_at: startsAt.toISOString() } },
    false,
  );
}

/** Held two days ago: the family has not said yet whether it suits. */
async function heldTrial(scene: Scene) {
  const { tx, writer, calendar, teacher } = scene;
  const { at, day } = calendar;
  const form = caseFor(child('家樂', 'M', grade.secondary4), {
    ...{ major: subject.mathematics, price: 290, days: 1, note: '想提升至 5 級或以上。' },
  });
  const whose = await newCase(scene, form, at(-12, '21:00'), 3);
  const pair = await writer.ask({
    ...{ ...whose, tutor: teacher, askedBy: 'tutor', status: 'accepted', price: 290 },
    slots: calendar.slots(-2, '18:30'),
    message: '可以先做一份診斷卷，再按弱項安排進度。',
    askedAt: at(-11, '18:00'),
    decidedAt: at(-9, '20:45'),
    talk: talk(calendar, [
      [-9, '21:00', 'family', '老師好，兒子想先試一堂。'],
      [-2, '20:40', 'tutor', '今日做了診斷卷，概率和對數要多練，其他都不錯。'],
    ]),
  });
  const cls = await writer.match(pair, { status: 'trial', madeAt: at(-9, '20:45'), beginsOn: day(-2) });
  await addTrial(tx, cls, {
    ...{ by: 'tutor', startsAt: at(-2, '18:30'), proposedAt: at(-9, '21:10'), agreedAt: at(-8, '12:20') },
    isHeld: true,
  });
  await writer.teach(cls, lessonsOn(calendar, [-2], '18:30'));
  const params = { match: cls.matchId, case: cls.caseId, interest: cls.interestId };
  writer.tell(teacher.userId, at(-9, '20:45'), { kind: 'match_made', params });
  writer.tell(teacher.userId, at(-8, '12:20'), {
    kind: 'trial_agreed',
    params: { ...params, starts_at: at(-2, '18:30').toISOString() },
  });
}

/** Offers with families of the market: one to answer, one that was declined, and one taken back. */
async function offers({ tx, writer, calendar, family, teacher }: Scene) {
  const { at } = calendar;
  const [first, second, third, ...others] = await casesForTeacher(tx, family);
  if (!first || !second || !third) throw new Error('too few sample cases look for mathematics');
  const invited = await writer.ask({
    ...{ ...first, tutor: teacher, askedBy: 'family', status: 'pending' },
    message: '老師你好，看到其他家長的評價，想請你教數學，每星期一至兩堂。',
    askedAt: at(-1, '20:00'),
    talk: talk(calendar, [[-1, '20:02', 'family', '星期六上午方便嗎？']]),
    unreadBy: 'tutor',
  });
  const declined = await writer.ask({
    ...{ ...second, tutor: teacher, askedBy: 'tutor', status: 'declined' },
    message: '全職導師，可以配合學校進度。',
    askedAt: at(-12, '18:00'),
    decidedAt: at(-10, '20:00'),
  });
  await writer.ask({
    ...{ ...third, tutor: teacher, askedBy: 'tutor', status: 'withdrawn' },
    message: '可以星期日上堂。',
    askedAt: at(-9, '18:30'),
    decidedAt: at(-7, '19:00'),
  });
  writer.tell(teacher.userId, at(-10, '20:00'), {
    kind: 'interest_declined',
    params: { interest: declined.interestId, case: second.caseId },
  });
  writer.tell(
    teacher.userId,
    at(-1, '20:00'),
    { kind: 'interest_invited', params: { interest: invited.interestId, case: first.caseId } },
    false,
  );
  await tx.execute(sql`
    insert into saved_cases (user_id, case_id, saved_at)
    select ${teacher.userId}, kept, ${at(-2, '22:30').toISOString()}::timestamptz
    from unnest(${sql.param(others.slice(0, 3).map(({ caseId }) => caseId))}::bigint[]) as kept`);
}
