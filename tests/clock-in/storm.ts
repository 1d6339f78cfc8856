import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { type CodeName, codes } from '#shared/codes/codes.ts';
import type { Op } from './model.ts';
import type { Teacher } from './school.ts';

/** The answer to a clock-in. If it was lost, the clock-in is sent again with the same key. */
export type Answer = { op: Op; code: CodeName; lessonId: number | null };
type Random = () => number;

const minuteMs = 60_000;
export const nameOf = new Map<number, CodeName>(
  Object.entries(codes).map(([name, { code }]) => [code, name as CodeName]),
);
const status = { start: 1, end: 2, stop: 3 } as const;

type Phone = {
  /** The server's current address, which changes when it is restarted. */
  address: () => Promise<string>;
  teachers: readonly Teacher[];
  random: Random;
  /** Accepted starts, shared by all phones; another phone may already have ended one of them. */
  begun: Op[];
  /** How many days back a lesson may start; fewer days cause more overlaps. */
  days: number;
  /** One in this many clock-ins stops a class. */
  stopsIn: number;
  heard: (answer: Answer) => void;
  lost: () => void;
  /** Ends the load test by time instead of by the number of clock-ins. */
  isOver?: () => boolean;
};

/** One connection that clocks in for random tutors in random order, as phones that were offline do. */
export async function tapAway(phone: Phone, count: number) {
  const { random, teachers, begun } = phone;
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item;
  const recent: Op[] = [];
  /** Usually a tutor without a running lesson. */
  const teacher = () => {
    const one = pick(teachers);
    return begun.some(({ tutor }) => tutor === one.id) && random() < 0.8 ? pick(teachers) : one;
  };
  for (let done = 0; done < count && !phone.isOver?.(); ) {
    const again = recent.length > 0 && random() < 0.1;
    const op = again ? pick(recent) : randomOp(teacher(), phone);
    recent.push(op);
    if (recent.length > 40) recent.shift();
    // A double tap: the same clock-in twice at once, on separate connections.
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
  const index = begun.findIndex(({ key }) => key === (op.about ?? op.key));
  if (op.do === 'start' && index < 0) begun.push(op);
  // Most lessons are ended once, some twice.
  if (op.do === 'end' && index >= 0 && random() < 0.8) begun.splice(index, 1);
}

function randomOp(teacher: Teacher, { random, begun, days, stopsIn }: Phone): Op {
  const classId = teacher.classes[Math.floor(random() * teacher.classes.length)] as number;
  const key = uuid(random);
  const now = Date.now();
  const dice = random();
  if (dice < 1 / stopsIn) return { key, tutor: teacher.id, classId, do: 'stop', at: now };
  const last = begun[Math.floor(random() * begun.length)];
  if (dice < 0.5 && last) {
    const at = Math.min(last.at + Math.floor(random() * 60 - 5) * minuteMs, now);
    // Sometimes without the start's key, or with a key the server never received.
    const startKey = random() < 0.75 ? last.key : random() < 0.2 ? uuid(random) : undefined;
    return { key, tutor: last.tutor, classId: last.classId, do: 'end', at, startKey, about: last.key };
  }
  // A phone that is online sends the start at once.
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

export class WrongAnswer extends Error {}

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
  const response = await send('POST', `${address}/api/users/clock_in`, headers, body);
  const { code, data } = JSON.parse(response.text) as {
    code: number;
    data: { lesson?: { id: number } | null };
  };
  const name = nameOf.get(code);
  // The server asks to retry; whether the clock-in was recorded is unknown.
  if (name === 'notReady') throw new Error('not ready');
  if (!name || response.status >= 500 || (code !== 0 && response.status !== 409))
    throw new WrongAnswer(`${op.do} was answered ${response.status} ${code}`);
  return { op, code: name, lessonId: code === 0 ? (data.lesson?.id ?? null) : null };
}

const agent = new Agent({ keepAlive: true });

/** node:http instead of `fetch`, which would use as much processor time as the server under test. */
export function send(method: string, url: string, headers: Record<string, string>, body?: string) {
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const sent = request(url, { method, headers, agent }, (answer) => {
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

export function uuid(random: Random) {
  const hex = () => Math.floor(random() * 16).toString(16);
  return 'xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx'.replace(/x/g, hex);
}
