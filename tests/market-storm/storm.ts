import { sql } from 'drizzle-orm';
import { act, settleInterest } from '#server/domains/interest/interest.ts';
import { decideTrial, finishMatch, switchCase } from '#server/domains/interest/matches.ts';
import type { Database, Tx } from '#server/ground/db/db.ts';
import { AppError } from '#server/ground/http/errors.ts';
import type { CodeName } from '#shared/codes/codes.ts';
import type { InterestBody, Side } from '#shared/interest.ts';
import { slotAt } from '#shared/rules/half-hours.ts';
import type { Limits, Op } from './model.ts';
import { hours } from './town.ts';

/** The answer to an operation; `lost` if the connection died before, so that the outcome is unknown. */
export type Answer = { name: string; op: Op; answer: CodeName | 'lost'; interestId?: number };

export const stormLimits: Limits = { applications: 4, invitations: 3 };
const noPacing = { asksPerDay: 1_000_000, quietDays: -1 };
/** A trial may be decided at once. */
const noWaiting = { silentDays: 0 };

/** Runs one operation as the API call does, labelled with its name for the journal. */
export async function perform(database: Database, name: string, op: Op, limits: Limits): Promise<Answer> {
  try {
    const interestId = await settleInterest(database, async (tx) => {
      await tx.execute(sql`select set_config('storm.op', ${name}, true)`);
      return run(tx, op, limits);
    });
    return { name, op, answer: 'ok', ...(typeof interestId === 'number' && { interestId }) };
  } catch (error) {
    if (error instanceof AppError) return { name, op, answer: error.code };
    if (isLost(error)) return { name, op, answer: 'lost' };
    throw error;
  }
}

function run(tx: Tx, op: Op, limits: Limits) {
  if (op.do === 'interest') return act(tx, op.userId, op.body, { ...limits, ...noPacing });
  if (op.do === 'trial') return decideTrial(tx, op.userId, op.matchId, op, noWaiting);
  if (op.do === 'end') return finishMatch(tx, op.userId, op.matchId, op);
  return switchCase(tx, op.userId, op.caseId, op.do);
}

/** Whether the error is only a lost connection. */
function isLost(error: unknown): boolean {
  for (let inner = error; inner instanceof Error; inner = inner.cause) {
    const code = 'code' in inner ? String(inner.code) : '';
    if (['57P01', '57P02', '57P03', 'ECONNRESET', 'EPIPE'].includes(code)) return true;
    if (/Connection terminated|Client has encountered a connection error|not queryable/.test(inner.message))
      return true;
  }
  return false;
}

type Town = {
  cases: { id: number; owner: number }[];
  listings: { id: number; owner: number }[];
  interests: { id: number; family: number; tutor: number; asked_by: Side; status: string }[];
  matches: { id: number; family: number; tutor: number; live: boolean }[];
};

/** Reads what users currently see. Operations based on it may be outdated when they run. */
async function readMarket(database: Database): Promise<Town> {
  const list = async (query: string) => (await database.pool.query(query)).rows;
  return {
    cases: await list('select id::int, user_id::int as owner from cases'),
    listings: await list('select id::int, user_id::int as owner from tutor_listings'),
    interests:
      await list(`select id::int, family_user_id::int as family, tutor_user_id::int as tutor, asked_by, status
      from interests order by id desc limit 60`),
    matches: await list(`
      select distinct on (case_id) id::int, family_user_id::int as family, tutor_user_id::int as tutor,
        status in ('trial', 'going') as live
      from matches order by case_id, id desc`),
  };
}

export type Random = () => number;

/** A random number generator that gives the same numbers for the same seed (mulberry32). */
export function seeded(start: number): Random {
  let state = start >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Usually a plausible operation; sometimes by a user who has nothing to do with it. */
function randomOp(town: Town, random: Random): Op {
  const op = plausibleOp(town, random);
  if (random() > 0.03) return op;
  const people = [...town.cases, ...town.listings].map(({ owner }) => owner);
  return { ...op, userId: people[Math.floor(random() * people.length)] as number };
}

function plausibleOp(town: Town, random: Random): Op {
  const pick = <Item>(list: Item[]) => list[Math.floor(random() * list.length)];
  const slots = () =>
    random() < 0.3 ? undefined : hours.filter(() => random() < 0.3).map((hour) => slotAt(hour));
  const offer = () => ({ slots: slots(), ...(random() < 0.2 && { price: random() < 0.5 ? 280 : 300 }) });
  const about = pick(town.cases) as Town['cases'][number];
  const listing = pick(town.listings) as Town['listings'][number];
  const dice = random();
  const interest = (userId: number, body: InterestBody): Op => ({ userId, do: 'interest', body });

  if (dice < 0.24) return interest(listing.owner, { action: 'apply', case_id: about.id, ...offer() });
  if (dice < 0.4)
    return interest(about.owner, { action: 'invite', case_id: about.id, listing_id: listing.id, ...offer() });
  if (dice < 0.43) return { userId: about.owner, do: 'offline', caseId: about.id };
  if (dice < 0.52) return { userId: about.owner, do: 'online', caseId: about.id };

  const match = pick(random() < 0.5 ? town.matches.filter(({ live }) => live) : town.matches);
  if (dice < 0.66 && match) {
    const [matchId, family] = [match.id, match.family];
    const userId = random() < 0.9 ? family : match.tutor;
    if (match.live && random() < 0.5) return { userId, do: 'trial', matchId, passed: random() < 0.3 };
    return { userId, do: 'end', matchId, relist: userId === family && random() < 0.9 };
  }
  const open = town.interests.filter(({ status }) => status === 'pending');
  const one = pick(random() < 0.85 ? open : town.interests);
  if (!one) return interest(listing.owner, { action: 'apply', case_id: about.id });
  const [asker, recipient] = one.asked_by === 'tutor' ? [one.tutor, one.family] : [one.family, one.tutor];
  // Sometimes the wrong side tries.
  const [by, other] = random() < 0.95 ? [asker, recipient] : [recipient, asker];
  const choice = random();
  if (choice < 0.6) return interest(other, { action: 'accept', interest_id: one.id });
  if (choice < 0.8) return interest(other, { action: 'decline', interest_id: one.id });
  return interest(by, { action: 'withdraw', interest_id: one.id });
}

type Storm = {
  database: Database;
  /** The name of this connection, a prefix of its operations' names. */
  name: string;
  operations: number;
  random: Random;
  limits?: Limits;
  /** Called before each operation, for a process that may be killed before the answer arrives. */
  begins?: (name: string, op: Op) => void;
  heard: (answer: Answer) => void;
};

/** Runs random operations one after the other. */
export async function rage(storm: Storm) {
  const { database, operations, random, limits = stormLimits, begins, heard } = storm;
  let town = await retried(() => readMarket(database));
  for (let count = 0; count < operations; count++) {
    if (count % 5 === 4) town = await retried(() => readMarket(database));
    const [name, op] = [`${storm.name}-${count}`, randomOp(town, random)];
    begins?.(name, op);
    heard(await perform(database, name, op, limits));
  }
}

/** Retries a read after a lost connection; reads change nothing. */
async function retried<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isLost(error)) throw error;
    }
  }
}
