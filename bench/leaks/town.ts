import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { TOTP } from 'otpauth';
import pg from 'pg';
import type { CallKey } from '../../src/shared/call.ts';
import { banned as bannedCode } from '../../src/shared/codes/numbers.ts';
import { drawPaper } from '../../tests/eraser/papers.ts';
import { wholeCase, wholeListing } from '../../tests/forms.ts';
import type { openPushPeer } from '../../tests/push-peer.ts';
import type { openSmtpPeer } from '../../tests/smtp-peer.ts';
import type { Browser } from '../tools/browser.ts';
import { type KnownCalls, mark, type Person, type Planter } from './plant.ts';
import type { Ties } from './rules.ts';

/** Rows that were made, by the word that stands before their id in a path. */
export type Ids = Record<string, (number | string)[]>;
export type Town = {
  people: Person[];
  ids: Ids;
  codes: Record<string, string[]>;
  ties: Ties;
  /** The numbers of people, by their roles. */
  mobiles: Map<string, string>;
  /** Who is told at which e-mail address. */
  emails: Map<string, Person>;
  /** The code and the number that a screen shows now, to be let in by a phone. */
  showCode: () => Promise<{ code: string; number: number }>;
};

// biome-ignore lint/suspicious/noExplicitAny: rows as calls answer them
type Row = Record<string, any>;
/** What a form takes of what a call answered. */
const without = (row: Row, ...names: string[]): Row =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)));

const hourMs = 3_600_000;
const clock = (hours: number) => new Date(Date.now() + hours * hourMs);

/** The weekly half hours of a lesson of one hour that begins at this time or within the half hour before. */
function slotsAt(time: Date) {
  return [0, 30].map((minutes) => {
    const local = new Date(time.getTime() + 8 * hourMs + minutes * 60_000);
    const half = local.getUTCMinutes() < 30 ? '00' : '30';
    return {
      weekday: local.getUTCDay() || 7,
      start: `${String(local.getUTCHours()).padStart(2, '0')}:${half}`,
    };
  });
}

/** People of every role, who have written something into every field they can, and what they made. */
export async function buildTown(
  { plant, write, typed, number, handOver, userAgent }: Planter,
  calls: KnownCalls,
  {
    address,
    databaseUrl,
    push,
    mails,
    newBrowser,
  }: {
    address: string;
    databaseUrl: string;
    push: Awaited<ReturnType<typeof openPushPeer>>;
    mails: Awaited<ReturnType<typeof openSmtpPeer>>;
    newBrowser: (role: string, userAgent: string) => Browser;
  },
): Promise<Town> {
  const people: Person[] = [];
  const ids: Ids = {};
  const codes: Record<string, string[]> = {};
  const mobiles = new Map<string, string>();
  const emails = new Map<string, Person>();
  const made = (kind: string, ...rows: (number | string)[]) => {
    ids[kind] = [...(ids[kind] ?? []), ...rows];
    return rows[0] as number;
  };
  const database = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  // If the town cannot be built, the database ends first; what is told is why it could not.
  database.on('error', () => {});

  /** What shows that a person has a number. */
  async function proof({ browser }: Person, mobile: string) {
    const { request_id, demo_code } = await browser.call('POST', '/api/users/send_sms', { mobile });
    return { request_id, mobile, code: demo_code };
  }
  const prove = async (person: Person, mobile: string) =>
    person.browser.call('POST', '/api/users/verify_sms', await proof(person, mobile));

  async function join(role: string, identity: 1 | 2, ownedBefore?: string): Promise<Person> {
    const browser = newBrowser(role, userAgent(role));
    const person: Person = { role, browser, id: 0, isOperator: false };
    const mobile = ownedBefore ?? number('POST /api/users/send_sms', role);
    mobiles.set(role, mobile);
    number('POST /api/users/verify_sms', role);
    const { ticket } = ownedBefore ? await leave(person, mobile) : await prove(person, mobile);
    const session = await write(person, 'POST /api/common_info/simple_registration', {
      body: {
        ...{ ticket, name: mark, gender: 'F', identity, agreed: true },
        registration_method: 'popup_register',
      },
    });
    browser.keep(session);
    person.id = made('users', session.user.id);
    await browser.call('PUT', '/api/users/push', push.subscription());
    await giveEmail(person);
    people.push(person);
    return person;
  }

  /** Tells where mails are to be sent, and proves it by the link or the code in the first one. */
  async function giveEmail(person: Person) {
    const { browser, role } = person;
    const email = `${number('POST /api/users/email', role, 'body.email')}@mingshi.example`;
    emails.set(email, person);
    await browser.call('POST', '/api/users/email', { email });
    const { text = '' } = await mails.read(mails.taken.findIndex(({ to }) => to.includes(email)));
    const token = /[?&]token=([\w.-]+)/.exec(text)?.[1] ?? '';
    codes.confirm = [...(codes.confirm ?? []), token];
    if (people.length === 0) await browser.call('POST', `/api/email/confirm?token=${token}`);
    else await browser.call('POST', '/api/users/email/verify', { code: /\b\d{6}\b/.exec(text)?.[0] });
  }

  /** Nobody has used an account for more than a year. */
  async function rest({ id }: Person) {
    await database.query(`update users set active_on = current_date - 400 where id = $1`, [id]);
    await database.query(
      `update sessions set ended_at = now(), last_used_at = now() - interval '400 days' where user_id = $1`,
      [id],
    );
  }
  /** The owner comes back to it, with a wrong name first. */
  async function comeBack(person: Person) {
    const { name } = await person.browser.call('GET', '/api/users/profile');
    await rest(person);
    const { challenge } = await prove(person, mobiles.get(person.role) as string);
    const key = 'POST /api/users/old_account_login';
    await plant(person, key, { body: { challenge, answer: mark } });
    person.browser.keep(await person.browser.call('POST', key.slice(5), { challenge, answer: name }));
    typed(`${key} body.answer`, 'name');
  }
  /** Somebody else has the number now, and begins afresh. */
  async function leave(person: Person, mobile: string) {
    handOver(mobile, person.role);
    const { challenge } = await prove(person, mobile);
    return person.browser.call('POST', '/api/users/old_account_leave', { challenge });
  }

  async function changeNumber(person: Person) {
    const mobile = number('POST /api/users/change_number', person.role, 'body.next.mobile');
    const { request_id, code } = await proof(person, mobiles.get(person.role) as string);
    const next = await proof(person, mobile);
    await person.browser.call('POST', '/api/users/change_number', { present: { request_id, code }, next });
    mobiles.set(person.role, mobile);
  }

  async function joinAi(role: string): Promise<Person> {
    const browser = newBrowser(role, userAgent(role));
    const mobile = number('POST /api_ai/user/send_sms', role);
    mobiles.set(role, mobile);
    number('POST /api_ai/user/verify_sms', role);
    const person = { role, browser, id: made('users', await browser.logInToAi(mobile)), isOperator: false };
    people.push(person);
    return person;
  }

  async function operator(role: string) {
    const person = await join(role, 1);
    await database.query('insert into operators (user_id) values ($1)', [person.id]);
    const { secret } = await person.browser.call('POST', '/api/users/second_factor/setup');
    const code = new TOTP({ secret }).generate();
    await person.browser.call('POST', '/api/users/second_factor/confirm', { code });
    person.isOperator = true;
    return person;
  }

  const anyTime = { match_time: [], weekday: [], start_tutoring_date: null };
  async function postCase(family: Person): Promise<number> {
    const child = { ...wholeCase.child_info[0], nickname: mark };
    const body = { ...wholeCase, ...anyTime, child_info: [child], special_note: mark, other_channel: mark };
    const posted = await write(family, 'POST /api/common_info/student_detailed_registration', { body });
    return made('cases', posted.id);
  }
  async function list(tutor: Person): Promise<number> {
    const always = Array.from({ length: 336 }, (_, slot) => ({
      weekday: 1 + Math.floor(slot / 48),
      start: `${String(Math.floor((slot % 48) / 2)).padStart(2, '0')}:${slot % 2 ? '30' : '00'}`,
    }));
    const written = { display_name: mark, introduction: mark, school: null, school_name: mark };
    const body = { ...wholeListing, match_time: always, ...written };
    made('schools', wholeListing.school);
    const listed = await write(tutor, 'POST /api/common_info/teacher_detailed_registration', { body });
    return made('listings', listed.id);
  }
  const answer = (person: Person, body: object) => person.browser.call('POST', '/api/users/interest', body);
  /** An application or an invitation; its conversation has the same id. */
  async function offer(person: Person, body: object): Promise<number> {
    const asked = await write(person, 'POST /api/users/interest', { body: { ...body, message: mark } });
    return made('interests', asked.id);
  }

  async function match(family: Person, tutor: Person, caseId: number) {
    const slots = [...slotsAt(clock(5)), ...slotsAt(clock(50))];
    const talkId = await offer(tutor, { action: 'apply', case_id: caseId, slots });
    const accepted = await answer(family, { action: 'accept', interest_id: talkId });
    const matchId = made('matches', accepted.match_id);
    const classes = await tutor.browser.call('GET', '/api/users/classes');
    const classId = made('classes', classes.list[0].id);
    // As if the class had begun days ago, so that lessons can have been taught; no call can say so.
    await database.query('alter table classes disable trigger hold_class');
    await database.query(
      `update classes set made_at = made_at - interval '3 days', begins_on = begins_on - 3,
         judged_until = judged_until - interval '3 days', weekly_from = made_at - interval '3 days' where id = $1`,
      [classId],
    );
    await database.query('alter table classes enable trigger hold_class');
    return { matchId, classId, talkId };
  }

  async function tap(tutor: Person, classId: number, status: 1 | 2 | 3, at: Date) {
    const body = { class_id: classId, status, key: randomUUID(), at, sent_at: new Date() };
    const data = await write(tutor, 'POST /api/users/clock_in', {
      body: {
        ...body,
        at: at.toISOString(),
        sent_at: body.sent_at.toISOString(),
        ...(status === 3 && { reason: mark }),
      },
    });
    return data.lesson?.id as number;
  }
  async function teach(tutor: Person, classId: number, hoursAgo: number) {
    await tap(tutor, classId, 1, clock(-hoursAgo));
    return made('lessons', await tap(tutor, classId, 2, clock(-hoursAgo + 1)));
  }

  /** A photo and a PDF, sent with a line. */
  async function sendFiles(writer: Person, talkId: number) {
    const sent: number[] = [];
    for (const file of [photo('file'), { ...photo('file'), type: 'application/pdf', page: mark }]) {
      const { id } = await write(writer, 'POST /api/users/conversations/{id}/files', {
        params: { id: talkId },
        body: { client_key: randomUUID() },
        file,
      });
      sent.push(made('conversation_files', id));
    }
    await write(writer, 'POST /api/users/conversations/{id}/messages', {
      params: { id: talkId },
      body: { text: mark, files: sent, client_key: randomUUID() },
    });
  }

  /** The day and hour of a trial lesson: one side names it, the other says yes or no. */
  async function proposeTrial(one: Person, other: Person, matchId: number, deed: 'accept' | 'cancel') {
    const path = `/api/users/matches/${matchId}/trial_proposal`;
    // On a weekday on which no class of the town has lessons.
    const starts_at = `${clock(5 * 24)
      .toISOString()
      .slice(0, 10)}T03:00:00Z`;
    const { trial } = await one.browser.call('POST', path, { starts_at });
    await other.browser.call('PUT', `${path}/${deed}`, { proposal_id: trial.proposal.id });
  }

  /** A case that is begun and not posted. */
  const draftCase = (family: Person) =>
    write(family, 'PUT /api/users/case_draft', {
      body: {
        key: randomUUID(),
        form: {
          child_info: [{ key: 'a', id: null, nickname: mark, gender: 'U', grade: 4, major_subject: [3] }],
          ...{ special_note: mark, other_channel: mark, decided: ['subject'] },
          you: { name: mark, gender: 'F' },
        },
      },
    });

  async function showPhoto(tutor: Person) {
    const { photo: id } = await write(tutor, 'POST /api/users/tutor_photo', { file: photo('file') });
    made('tutor_photo', `${id}-192.webp`, `${id}-96.avif`);
  }

  /** Everything that the two sides of a class write to each other, to operators and to everybody. */
  async function liveThrough(
    family: Person,
    tutor: Person,
    { matchId, classId, talkId }: { matchId: number; classId: number; talkId: number },
  ) {
    for (const [index, writer] of [family, tutor, family, tutor].entries()) {
      await write(writer, 'POST /api/users/conversations/{id}/messages', {
        params: { id: talkId },
        body: { text: mark, client_key: randomUUID() },
      });
      if (index === 1) await sleep(20);
    }
    for (const writer of [family, tutor]) await sendFiles(writer, talkId);
    const [first = 0, second = 0] = [
      await teach(tutor, classId, 30),
      await teach(tutor, classId, 20),
      await teach(tutor, classId, 10),
    ];
    await write(family, 'PUT /api/users/clock_in/{id}/dispute', {
      params: { id: first },
      body: { note: mark },
    });
    await write(tutor, 'PUT /api/users/clock_in/{id}/account', {
      params: { id: first },
      body: { note: mark },
    });
    await write(tutor, 'PUT /api/users/clock_in/{id}/note', {
      params: { id: second },
      body: { done: mark, homework: mark },
    });
    for (const person of [family, tutor])
      await write(person, 'PUT /api/users/classes/{id}/tag', {
        params: { id: classId },
        body: { tag: mark },
      });
    await family.browser.call('PUT', `/api/users/clock_in/${second}/confirm`);

    const day = (time: Date) => time.toISOString().slice(0, 10);
    const from = day(clock(8));
    const plan = await tutor.browser.call(
      'GET',
      `/api/users/schedule?from=${from}&to=${day(clock(20 * 24))}`,
    );
    const planned = plan.list
      .filter(
        (item: { class_id: number; state: string }) => item.class_id === classId && item.state === 'planned',
      )
      .map((item: { planned_at: string }) => item.planned_at);
    for (const [person, planned_at] of [
      [tutor, planned[0]],
      [family, planned.at(-1)],
    ] as const)
      await write(person, 'POST /api/users/classes/{id}/cancel', {
        params: { id: classId },
        body: { planned_at, reason: mark },
      });
    // On a day and at an hour at which no class of the town has lessons.
    const { proposal_id } = await family.browser.call('POST', `/api/users/classes/${classId}/reschedule`, {
      planned_at: planned[2],
      moved_to: `${day(clock(6 * 24))}T04:00:00Z`,
    });
    await tutor.browser.call('PUT', `/api/users/plan_proposals/${proposal_id}/accept`);
    const { list: outcomes } = await tutor.browser.call('GET', '/api/users/reliability');
    if (outcomes[0])
      await write(tutor, 'PUT /api/users/reliability/{id}/appeal', {
        params: { id: outcomes[0].id },
        body: { note: mark },
      });

    for (const person of [family, tutor])
      await write(person, 'PUT /api/users/classes/{id}/reviews/{occasion}', {
        params: { id: classId, occasion: 'third' },
        body: { stars: 4, text: mark },
      });
    const { occasions } = await tutor.browser.call('GET', `/api/users/classes/${classId}/reviews`);
    const [ofFamily, ofTutor] = [occasions[0].theirs.id, occasions[0].mine.id].map((id) =>
      made('reviews', id),
    );
    const replies = [
      [tutor, ofFamily],
      [family, ofTutor],
    ] as const;
    for (const [person, id] of replies) {
      await write(person, 'PUT /api/users/reviews/{id}/reply', { params: { id }, body: { text: mark } });
      await write(person, 'POST /api/users/reviews/{id}/report', { params: { id }, body: { reason: mark } });
    }
    const check = await family.browser.call('POST', '/api/users/police_checks', { match_id: matchId });
    await write(tutor, 'PUT /api/users/police_checks/{id}/share', {
      params: { id: made('police_checks', check.id) },
      body: { code: mark, issued_on: day(clock(-24)) },
    });
    for (const person of [family, tutor]) {
      const feed = await person.browser.call('PUT', '/api/users/calendar', {});
      codes.calendar = [
        ...(codes.calendar ?? []),
        new URL(feed.path, address).searchParams.get('code') ?? '',
      ];
    }
  }

  type Side = '/api/users' | '/api_ai/user';
  /** A browser of somebody who is banned, after the log-in that refused them. */
  async function refused({ role, ...person }: Person, side: Side) {
    const [browser, mobile] = [newBrowser(role, userAgent(role)), mobiles.get(role) as string];
    const { request_id, demo_code } = await browser.call('POST', `${side}/send_sms`, { mobile });
    const answer = await browser.send('POST', `${side}/verify_sms`, {
      body: { request_id, mobile, code: demo_code },
    });
    if (answer.code !== bannedCode) throw new Error(`${role} is not refused: ${answer.code}`);
    return { ...person, role, browser, mobile };
  }
  const asksWhileBanned = calls.has('POST /api/users/banned_request');
  async function askWhileBanned(person: Person, side: Side) {
    const asking = await refused(person, side);
    const key: CallKey = `POST ${side}/banned_request`;
    for (const wish of ['appeal', 'copy', 'delete'])
      await write(asking, key, { body: { mobile: asking.mobile, wish, words: mark } });
    typed(`${key} body.mobile`, 'phone');
  }
  /** The answers are told at the log-in, and the copy that was granted is there. */
  async function readWhileBanned(person: Person) {
    const { browser, mobile } = await refused(person, '/api/users');
    for (const side of ['/api/users', '/api_ai/user']) {
      const { status, message } = await browser.send('POST', `${side}/banned_copy`, { body: { mobile } });
      typed(`POST ${side}/banned_copy body.mobile`, 'phone');
      if (status !== 200) throw new Error(`no copy for ${person.role}: ${status} ${message}`);
    }
  }

  const picture = await drawPaper({ width: 310, height: 438 });
  const photo = (field: 'file' | 'chunk') => ({
    ...{ field, name: mark, type: 'image/jpeg', bytes: picture },
    ...(field === 'file' && { metadata: mark }),
  });

  async function study(student: Person) {
    const { call } = student.browser;
    const { list: assistants } = await call('GET', '/api_ai/chat_ai/assistants');
    const assistant = made('assistants', assistants[0].id);
    const thread = await write(student, 'POST /api_ai/chat_ai/threads', {
      body: { assistant_id: assistant, title: mark },
    });
    made('threads', thread.id);
    const file = await write(student, 'POST /api_ai/chat_ai/files', { body: {}, file: photo('file') });
    await call('POST', `/api_ai/chat_ai/files/${made('files', file.id)}/text`);
    await write(student, 'PUT /api_ai/chat_ai/files/{id}/text', {
      params: { id: file.id },
      body: { text: mark },
    });
    for (const file_ids of [[], [file.id]])
      await plant(student, 'POST /api_ai/chat_ai/messages', {
        body: { thread_id: thread.id, text: mark, file_ids, client_key: randomUUID() },
      });
    const { list: messages } = await call('GET', `/api_ai/chat_ai/messages?thread_id=${thread.id}`);
    made('messages', ...messages.map(({ id }: { id: number }) => id));
    await write(student, 'PUT /api_ai/chat_ai/messages/{id}/feedback', {
      params: { id: messages[1].id },
      body: { feedback: -1, comment: mark },
    });
    // As if it had been stopped in time; an answer is there at once.
    const { id: stopped } = messages.findLast(({ role }: Row) => role === 'assistant');
    await call('POST', `/api_ai/chat_ai/messages/${stopped}/stop`);
    await database.query(`update chat_messages set state = 'stopped' where id = $1`, [stopped]);
    await student.browser.send('POST', `/api_ai/chat_ai/messages/${stopped}/continue`, {
      body: { client_key: randomUUID() },
    });
    const shared = await call(
      'GET',
      `/api_ai/chat_ai/share_code?assistant_id=${assistant}&thread_id=${thread.id}`,
    );
    const second = await write(student, 'POST /api_ai/chat_ai/threads', {
      body: { assistant_id: assistant, title: mark },
    });
    await write(student, 'PUT /api_ai/chat_ai/threads/{id}', {
      params: { id: made('threads', second.id) },
      body: { title: mark },
    });

    const { list: questions } = await call('GET', '/api_ai/practice/next?count=1');
    await write(student, 'POST /api_ai/practice/attempts', {
      body: {
        question_id: made('questions', questions[0].question_id),
        answer: mark,
        client_key: randomUUID(),
      },
    });
    return { shared: shared.code as string };
  }

  async function erase(student: Person) {
    const { call, send } = student.browser;
    const cached = await write(student, 'POST /api_ai/eraser/cache_file', {
      body: { name: mark },
      file: photo('file'),
    });
    const other = await drawPaper({ width: 310, height: 438, seed: 2 });
    const hash = Buffer.from(await crypto.subtle.digest('SHA-256', Uint8Array.from(other))).toString('hex');
    const upload = await write(student, 'POST /api_ai/eraser/upload', {
      body: { sha256: hash, byte_size: other.length, name: mark },
    });
    const sent = await write(student, 'POST /api_ai/eraser/upload/{id}/chunk', {
      params: { id: upload.upload_id },
      body: { offset: 0 },
      file: { ...photo('chunk'), bytes: other },
    });
    const task = await write(student, 'POST /api_ai/eraser/erase_trace_task', {
      body: { files: [{ id: cached.id }, { id: sent.file.id }], tags: { title: mark, school_name: mark } },
    });
    made('tasks', task.id);
    const record = made('records', task.record_id);
    const pages = task.image_records.map(({ id }: { id: number }) => made('pages', id)) as number[];
    await write(student, 'PUT /api_ai/eraser/image_record/{id}/', {
      params: { id: pages[0] },
      body: { name: mark },
    });
    for (let left = 240; left > 0; left--) {
      const { list } = await call('GET', `/api_ai/eraser/erase_trace_task?task_id=${task.id}`);
      if (list[0].status !== 'running') break;
      await sleep(250);
    }
    const version = await call('GET', `/api_ai/eraser/image_record/${pages[0]}/versions`);
    const { width, height } = version.list[0];
    const { default: sharp } = await import('sharp');
    const strokes = await sharp({ create: { width, height, channels: 3, background: '#000' } })
      .png()
      .toBuffer();
    await write(student, 'POST /api_ai/eraser/image_record/{id}/brush', {
      params: { id: pages[0] },
      body: { from: 1 },
      file: { field: 'mask', name: mark, type: 'image/png', bytes: strokes },
    });
    await call('POST', `/api_ai/eraser/erase_trace_record/${record}/publish`, { has_right: true });
    const exported = await write(student, 'POST /api_ai/eraser/export', {
      body: { format: 'zip', title: mark, pages },
    });
    made('exports', exported.id);
    // Another paper of the same pages, renamed and shared: what was written last is what others see.
    const again = await call('POST', '/api_ai/eraser/erase_trace_task', { files: [{ id: cached.id }] });
    await write(student, 'PUT /api_ai/eraser/erase_trace_record/{id}/', {
      params: { id: made('records', again.record_id) },
      body: { title: mark, school_name: mark },
    });
    made('tasks', again.id);
    for (let left = 240; left > 0; left--) {
      const published = await send('POST', `/api_ai/eraser/erase_trace_record/${again.record_id}/publish`, {
        body: { has_right: true },
      });
      if (published.code === 0) break;
      await sleep(250);
    }
    const promotion = await call('POST', '/api_ai/eraser/promotion_link');
    codes.promotion = [promotion.code];
    return { record };
  }

  async function report(person: Person, key: CallKey, about: object): Promise<number> {
    const { report_id } = await write(person, key, { body: { ...about, kind: 'harassment', words: mark } });
    await write(person, `${key}/{id}/pictures` as CallKey, {
      params: { id: report_id },
      file: photo('file'),
    });
    return made('reports', report_id);
  }

  // First, so that measures an operator takes in passing fall on somebody who plays no other part.
  const spare = await join('spare', 1);
  const familyA = await join('family A (exchanged)', 1);
  const tutorB = await join('tutor B (exchanged)', 2);
  const familyB = await join('family B (before exchange)', 1);
  const tutorA = await join('tutor A (before exchange)', 2);
  const tutorC = await join('tutor C (invited)', 2);
  const stranger = await join('stranger', 1);
  const [familyZ, tutorZ] = [
    await join('family Z (class stopped)', 1),
    await join('tutor Z (class stopped)', 2),
  ];
  const banned = [await join('banned', 2), await joinAi('banned (AI side only)')] as const;
  const student = await joinAi('student (AI side only)');
  const suspended = [await join('suspended', 2), await joinAi('suspended (AI side only)')] as const;
  const former = await join('former owner of a number', 1);
  const returned = await join('back after a year', 1);
  const first = await operator('operator 1');
  await operator('operator 2');

  const childForm = { nickname: mark, gender: 'F', grade: 4 };
  const child = await write(familyA, 'POST /api/users/children', { body: childForm });
  const params = { id: made('children', child.id) };
  await write(familyA, 'PUT /api/users/children/{id}', { params, body: childForm });
  const caseOfA = await postCase(familyA);
  const caseOfB = await postCase(familyB);
  const openCase = await postCase(familyB);
  const caseOfZ = await postCase(familyZ);
  for (const tutor of [tutorA, tutorB, tutorZ, banned[0], suspended[0]]) await list(tutor);
  for (const { browser, role } of [tutorA, tutorB, tutorZ])
    await browser.call('PUT', '/api/users/fps', { value: number('PUT /api/users/fps', role, 'body.value') });
  const listingOfC = await list(tutorC);
  // Where one person meets another, in calls that name a place by its kind and id: a listing.
  made('place', listingOfC);

  const pairA = await match(familyA, tutorB, caseOfA);
  for (const { browser } of [familyA, tutorB])
    await browser.call('PUT', `/api/users/matches/${pairA.matchId}/contact`, { agree: true });
  const pairB = await match(familyB, tutorA, caseOfB);
  await familyB.browser.call('PUT', `/api/users/matches/${pairB.matchId}/contact`, { agree: true });
  const pairZ = await match(familyZ, tutorZ, caseOfZ);
  const applied = await offer(tutorA, { action: 'apply', case_id: openCase });
  const invited = await offer(familyB, { action: 'invite', case_id: openCase, listing_id: listingOfC });
  // They talk before they decide.
  for (const [writer, talkId] of [
    [tutorA, applied],
    [familyB, invited],
    [tutorC, invited],
  ] as const)
    await sendFiles(writer, talkId);
  for (const family of [familyA, familyB, stranger]) await draftCase(family);
  for (const tutor of [tutorA, tutorB, tutorC]) await showPhoto(tutor);
  for (const { browser } of [familyA, familyB, tutorA, stranger]) {
    for (const id of ids.listings ?? []) await browser.call('PUT', `/api/users/saved_tutor/${id}`);
    await browser.call('PUT', `/api/users/saved_case/${openCase}`);
  }

  for (const [family, case_id] of [
    [familyA, caseOfA],
    [familyB, openCase],
  ] as const)
    for (const found of ['tutor_matcher', 'price_recommender'])
      await family.browser.call('POST', `/api/algorithms/${found}`, { case_id });
  for (const { browser } of [tutorA, tutorC]) await browser.call('POST', '/api/algorithms/case_matcher');

  await liveThrough(familyA, tutorB, pairA);
  await liveThrough(familyB, tutorA, pairB);
  await liveThrough(familyZ, tutorZ, pairZ);
  await proposeTrial(familyA, tutorB, pairA.matchId, 'accept');
  await proposeTrial(tutorA, familyB, pairB.matchId, 'cancel');
  await tap(tutorZ, pairZ.classId, 3, new Date());
  await tap(tutorB, pairA.classId, 1, clock(-0.1));
  const timer = await tutorB.browser.call('POST', '/api/users/safety_timer', {
    ends_at: clock(1).toISOString(),
  });
  codes.safe = [timer.path.split('/').at(-1)];

  // Changed afterwards: a case, a listing, a profile; the others stay as they were first written.
  const caseBefore = await familyB.browser.call(
    'GET',
    `/api/common_info/student_detailed_registration/${openCase}`,
  );
  const caseForm = without(caseBefore, 'id', 'user', 'status', 'major_subject', 'other_subject');
  await write(familyB, 'PUT /api/common_info/student_detailed_registration/{id}', {
    params: { id: openCase },
    body: {
      ...caseForm,
      child_info: [{ ...caseForm.child_info[0], nickname: mark }],
      special_note: mark,
      other_channel: mark,
    },
  });
  const { listing } = await tutorA.browser.call('GET', '/api/users/tutor_listing');
  const listingForm = without(listing, 'id', 'user', 'match_status');
  await write(tutorA, 'PUT /api/common_info/teacher_detailed_registration/{id}', {
    params: { id: listing.id },
    body: { ...listingForm, display_name: mark, introduction: mark, school_name: mark },
  });
  for (const person of [familyZ, tutorC])
    await write(person, 'PUT /api/users/profile', {
      body: { name: mark, gender: 'F', is_remind: true, marketing_consent: false },
    });
  for (const [tutor, file] of [
    [tutorA, photo('file')],
    [tutorB, { ...photo('file'), type: 'application/pdf', page: mark }],
  ] as const)
    made('evidence', (await write(tutor, 'POST /api/users/evidence', { body: { kind: 'other' }, file })).id);

  // Asked from another browser, by somebody who has the new number and not the old one.
  for (const owner of [spare, student]) {
    const lost: Person = { ...owner, browser: newBrowser(owner.role, 'Mozilla/5.0 Chrome/150') };
    const mobile = number('POST /api/users/lost_number', owner.role);
    const proven = await proof(lost, mobile);
    await write(lost, 'POST /api/users/lost_number', {
      body: { ...proven, old_mobile: mobiles.get(owner.role), name: mark, story: mark },
    });
    typed('POST /api/users/lost_number body.old_mobile', 'phone');
  }

  // One is known to the other side, one is not.
  for (const family of [familyA, familyB]) await changeNumber(family);
  await comeBack(returned);

  const { shared } = await study(student);
  const { record } = await erase(student);
  await study(familyA);
  await postCase(former);
  await draftCase(former);
  await write(former, 'POST /api/users/children', { body: childForm });
  await study(former);
  await rest(former);
  await join('new owner of a number', 1, mobiles.get(former.role));
  const copied = await stranger.browser.call('POST', '/api_ai/chat_ai/share_code', { code: shared });
  made('threads', copied.id);
  const copy = await stranger.browser.call('POST', `/api_ai/eraser/shared_record/${record}/copy`);
  made('records', copy.id);
  await write(stranger, 'POST /api_ai/eraser/shared_record/{id}/report', {
    params: { id: record },
    body: { reason: 'other', text: mark },
  });

  async function reportTalk(person: Person, talkId: number) {
    const { list } = await person.browser.call('GET', `/api/users/conversations/${talkId}/messages`);
    const messages = list.filter(({ is_mine }: Row) => !is_mine).map(({ id }: Row) => id);
    return report(person, 'POST /api/users/reports', { place: 'conversation', place_id: talkId, messages });
  }
  // Conversations and a thread: what was reported is read by an operator, who says why.
  const reported = [
    await reportTalk(familyB, pairB.talkId),
    await reportTalk(tutorC, invited),
    await report(stranger, 'POST /api_ai/user/reports', { place: 'shared_thread', place_id: copied.id }),
  ];
  for (const id of reported) {
    const { list: read } = await write(first, 'POST /api/operator/reports/{id}/reading', {
      params: { id },
      body: { reason: mark },
    });
    if (read.length === 0) throw new Error(`nothing of report ${id} is read`);
  }
  const fortnight = new Date(Date.now() + 14 * 24 * hourMs).toISOString().slice(0, 10);
  for (const { id } of suspended)
    await write(first, 'POST /api/operator/users/{id}/suspend', {
      params: { id },
      body: { cause: 'conduct', reason: mark, until: fortnight, key: randomUUID() },
    });
  await write(suspended[0], 'POST /api/users/standing/appeal', { body: { words: mark } });
  await write(suspended[1], 'POST /api_ai/user/standing/appeal', { body: { words: mark } });
  for (const { id } of banned) {
    const ban = await write(first, 'POST /api/operator/bans', { body: { user_id: id, reason: mark } });
    made('bans', ban.id);
  }
  await write(first, 'POST /api/operator/bans', {
    body: { mobile: number('POST /api/operator/bans', first.role), reason: mark },
  });
  if (asksWhileBanned) {
    await askWhileBanned(banned[0], '/api/users');
    await askWhileBanned(banned[1], '/api_ai/user');
  }

  const { list: waiting } = await first.browser.call('GET', '/api/operator/queue?page_size=100');
  made('queue', ...waiting.map(({ id }: { id: number }) => id));
  // Elsewhere the first decision of the list; these leave people as they are.
  const chosen: Record<string, string> = {
    suspension_appeal: 'keep',
    ban_appeal: 'keep',
    ban_delete: 'refuse',
  };
  const kindsDecided = new Set<string>();
  for (const item of waiting) {
    // One of each kind is decided; the others still wait when the pages are read. Both owners stop a move.
    if (kindsDecided.has(item.kind) && item.kind !== 'number_request') continue;
    kindsDecided.add(item.kind);
    const told = people.find(({ id }) => id === (item.opened_by ?? item.about_user))?.role;
    const decision = chosen[item.kind] ?? item.decisions[0].decision;
    const body = { decision, note: mark, ...(item.answer !== 'none' && { answer: mark }) };
    await plant(first, 'POST /api/operator/queue/{id}/decide', { params: { id: item.id }, body }, told);
  }
  if (asksWhileBanned) await readWhileBanned(banned[0]);
  for (const tutor of [tutorA, tutorB]) {
    const { list: badges } = await first.browser.call('GET', `/api/operator/users/${tutor.id}/badges`);
    for (const { id } of badges)
      await write(first, 'POST /api/operator/badges/{id}/revoke', {
        params: { id },
        body: { reason: 'other', note: mark },
      });
  }
  const { list: told } = await familyA.browser.call('GET', '/api/users/notices');
  made('notices', told[0].id);
  const [assistant] = (await first.browser.call('GET', '/api/operator/assistants')).list;
  const form = without(assistant, 'id', 'path_name', 'unknown_endpoints');
  await write(first, 'PUT /api/operator/assistants/{id}', {
    params: { id: assistant.id },
    body: {
      ...form,
      name: { 'zh-Hant': mark, en: mark },
      desc: { 'zh-Hant': mark, en: mark },
      system_message: mark,
      model: mark,
    },
  });
  const helpLine = { kinds: [], is_urgent: false, sort: 900 };
  const words = { 'zh-Hant': mark, en: mark };
  const line = await write(first, 'POST /api/operator/help_lines', {
    body: { ...helpLine, phone: mark, name: words, note: words },
  });
  made('help_lines', line.id);
  const { rows: pictures } = await database.query(`select id::int from report_pictures order by id limit 4`);
  made('report_pictures', ...pictures.map(({ id }) => id));
  await database.end();
  const screen = newBrowser(stranger.role, userAgent(stranger.role));

  // Nothing that an operator decided is about the tutor who was only invited.
  const concerned = people
    .filter((person) => !person.isOperator && person !== tutorC)
    .map(({ role }) => role);
  return {
    people,
    ids,
    codes,
    ties: {
      matched: [
        [familyA.role, tutorB.role],
        [familyB.role, tutorA.role],
        [familyZ.role, tutorZ.role],
      ],
      asked: [
        [familyB.role, tutorA.role],
        [familyB.role, tutorC.role],
      ],
      exchanged: [[familyA.role, tutorB.role]],
      takers: [stranger.role],
      concerned,
    },
    mobiles,
    emails,
    showCode: async () => {
      const { code, number } = await screen.call('GET', '/api_ai/user/qrcode');
      return { code, number };
    },
  };
}
