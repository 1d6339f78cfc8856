import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { type CodeName, codes } from '#shared/codes/codes.ts';
import type { Op } from './model.ts';
import type { Teacher } from './school.ts';

/** What a tap was answered; one whose answer was lost is sent again with its key until there is one. */
export type Answer = { op: Op; code: CodeName; lessonId: number | null };
type Random = () => number;

const minuteMs = 60_000;
const nameOf = new Map<number, CodeName>(
  Object.entries(codes).map(([name, { code }]) => [code, name as CodeName]),
);
const status = { start: 1, end: 2, stop: 3 } as const;

type Phone = {
  /** Where the server is now; another address after it was killed. */
  address: () => Promise<string>;
  teachers: readonly Teacher[];
  random: Random;
  /** Starts that were taken, as all phones know them; what one does about them may come too late. */
  begun: Op[];
  /** How far back a lesson may be; the fewer, the more they get in each other's way. */
  days: number;
  /** One in so many taps stops a class. */
  stopsIn: number;
  heard: (answer: Answer) => void;
  lost: () => void;
  /** Where the storm ends by the clock and not by the number of taps. */
  isOver?: () => boolean;
};

/** One connection that taps for anybody, as phones do that were offline: whatever comes, in whatever order. */
export async function tapAway(phone: Phone, count: number) {
  const { random, teachers, begun } = phone;
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item;
  const recent: Op[] = [];
  /** Mostly one who is not teaching already. */
  const teacher = () => {
    const one = pick(teachers);
    return begun.some(({ tutor }) => tutor === one.id) && random() < 0.8 ? pick(teachers) : one;
  };
  for (let done = 0; done < count && !phone.isOver?.(); ) {
    const again = recent.length > 0 && random() < 0.1;
    const op = again ? pick(recent) : somethingToDo(teacher(), phone);
    recent.push(op);
    if (recent.length > 40) recent.shift();
    // A double tap: both at once, on connections of their own.
    const taps = random() < 0.05 ? [op, op] : [op];
    for (const answer of await Promise.all(taps.map((one) => tapUntilAnswered(phone, one)))) {
      phone.heard(answer);
      remember(begun, answer, random);
      done++;
    }
  }
}

function remember(begun: Op[], { op, code }: Answer, random: Random) {
  if (code !== 'ok') return;
  const place = begun.findIndex(({ key }) => key === (op.about ?? op.key));
  if (op.do === 'start' && place < 0) begun.push(op);
  // Most are ended once, some again.
  if (op.do === 'end' && place >= 0 && random() < 0.8) begun.splice(place, 1);
}

function somethingToDo(teacher: Teacher, { random, begun, days, stopsIn }: Phone): Op {
  const classId = teacher.classes[Math.floor(random() * teacher.classes.length)] as number;
  const key = uuid(random);
  const now = Date.now();
  const dice = random();
  if (dice < 1 / stopsIn) return { key, tutor: teacher.id, classId, do: 'stop', at: now };
  const last = begun[Math.floor(random() * begun.length)];
  if (dice < 0.5 && last) {
    const at = Math.min(last.at + Math.floor(random() * 60 - 5) * minuteMs, now);
    // Now and then without the start's key, or with one that never arrived.
    const startKey = random() < 0.75 ? last.key : random() < 0.2 ? uuid(random) : undefined;
    return { key, tutor: last.tutor, classId: last.classId, do: 'end', at, startKey, about: last.key };
  }
  // With a network, at once.
  if (random() < 0.1) return { key, tutor: teacher.id, classId, do: 'start', at: Date.now() };
  const ago = Math.floor(random() * days * 24 * 60) + 1;
  return { key, tutor: teacher.id, classId, do: 'start', at: Math.floor(now / minuteMs - ago) * minuteMs };
}

async function tapUntilAnswered(phone: Phone, op: Op): Promise<Answer> {
  for (;;) {
    try {
      return await tap(await phone.address(), op);
    } catch (error) {
      if (error instanceof WrongAnswer) throw error;
      phone.lost();
      await sleep(50);
    }
  }
}

class WrongAnswer extends Error {}

async function tap(address: string, op: Op): Promise<Answer> {
  const headers = {
    'content-type': 'application/json',
    'x-caller': JSON.stringify({ id: op.tutor, identity: 2 }),
  };
  const body = JSON.stringify({
    class_id: op.classId,
    status: status[op.do],
    key: op.key,
    at: new Date(op.at).toISOString(),
    sent_at: new Date().toISOString(),
    ...(op.startKey && { start_key: op.startKey }),
    ...(op.do === 'stop' && { reason: 'storm' }),
  });
  const response = await post(`${address}/api/users/clock_in`, headers, body);
  const { code, data } = JSON.parse(response.text) as {
    code: number;
    data: { lesson?: { id: number } | null };
  };
  const name = nameOf.get(code);
  // Told to come back; whether it was taken is not known.
  if (name === 'notReady') throw new Error('not ready');
  if (!name || response.status >= 500 || (code !== 0 && response.status !== 409))
    throw new WrongAnswer(`${op.do} was answered ${response.status} ${code}`);
  return { op, code: name, lessonId: code === 0 ? (data.lesson?.id ?? null) : null };
}

const agent = new Agent({ keepAlive: true });

/** Without `fetch`, which would take as much of the machine as the server that is measured. */
function post(url: string, headers: Record<string, string>, body: string) {
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const sent = request(url, { method: 'POST', headers, agent }, (answer) => {
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (part) => {
        text += part;
      });
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }));
      answer.on('error', reject);
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

function uuid(random: Random) {
  const hex = () => Math.floor(random() * 16).toString(16);
  return 'xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx'.replace(/x/g, hex);
}
