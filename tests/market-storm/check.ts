import type pg from 'pg';
import { readJournal } from './journal.ts';
import { type Change, type Limits, reduce, type State } from './model.ts';
import type { Answer } from './storm.ts';
import { readTown } from './town.ts';

export type Verdict = {
  /** Transactions that changed rows; all of them are replayed. */
  committed: number;
  matchesMade: number;
  acceptances: number;
  lost: number;
  /** From here on: violations, which must not occur. */
  doubleMatches: number;
  lostAcceptances: string[];
  illegal: string[];
};

/** Replays the committed transactions through the model, and compares every answer with the final rows. */
export async function judge(
  pool: pg.Pool,
  begun: State,
  answers: readonly Answer[],
  limits: Limits,
): Promise<Verdict> {
  const journal = await readJournal(pool);
  const now = await readTown(pool);
  const illegal: string[] = [];
  const byName = new Map(answers.map((answer) => [answer.name, answer]));

  const state = begun;
  for (const { op: name, changes } of journal) {
    const known = byName.get(name);
    if (!known) {
      illegal.push(`${name} changed something and nobody did it`);
      continue;
    }
    if (known.answer !== 'ok' && known.answer !== 'lost')
      illegal.push(`${name} was refused (${known.answer}) and changed something`);
    const outcome = reduce(state, known.op, freshOf(changes), limits);
    const [expected, found] = [written(outcome.changes), written(changes)];
    if (expected !== found)
      illegal.push(`${name} ${JSON.stringify(known.op)}: ${outcome.code} [${expected}], but [${found}]`);
  }
  for (const part of ['cases', 'interests', 'matches', 'taken'] as const)
    if (plain(state[part]) !== plain(now[part])) illegal.push(`${part} are not what the steps make of them`);

  const doubled = await pool.query(`
    select case_id from matches where status in ('trial', 'going') group by case_id having count(*) > 1
    union all
    select a.id from matches a join matches b on a.listing_id = b.listing_id and a.id < b.id and a.slots && b.slots
    where a.status in ('trial', 'going') and b.status in ('trial', 'going')`);
  return {
    committed: journal.length,
    matchesMade: now.matches.size,
    acceptances: answers.filter(isAcceptance).length,
    lost: answers.filter(({ answer }) => answer === 'lost').length,
    doubleMatches: doubled.rowCount ?? 0,
    lostAcceptances: answers.filter((answer) => !holds(answer, now)).map(({ name }) => name),
    illegal,
  };
}

const isAcceptance = ({ op, answer }: Answer) =>
  answer === 'ok' && op.do === 'interest' && op.body.action === 'accept';

/** Whether the rows still agree with the answer. Checks only states that can never change again. */
function holds({ op, answer, interestId = 0 }: Answer, now: State): boolean {
  if (answer !== 'ok') return true;
  if (op.do === 'interest') {
    const interest = now.interests.get(interestId);
    if (!interest) return false;
    const { action } = op.body;
    if (action === 'decline') return interest.status === 'declined';
    if (action === 'withdraw') return interest.status === 'withdrawn';
    const made = [...now.matches.values()].some((match) => match.interestId === interestId);
    if (action === 'accept') return interest.status === 'accepted' && made;
    return (interest.status === 'accepted') === made;
  }
  if (op.do === 'online' || op.do === 'offline') return now.cases.has(op.caseId);
  const status = now.matches.get(op.matchId)?.status;
  if (op.do === 'end') return status === 'ended' || status === 'failed';
  return op.passed ? status === 'going' || status === 'ended' : status === 'failed';
}

/** The ids the database gave to the rows that a transaction inserted. */
function freshOf(changes: Change[]) {
  const made = (table: string, to: string) =>
    Number(changes.find((change) => change.table === table && change.to === to)?.id ?? 0);
  return { interest: made('interests', 'pending'), match: made('matches', 'trial') };
}

const written = (changes: Change[]) =>
  changes
    .map(({ table, id, to }) => `${table} ${id} ${to}`)
    .sort()
    .join(', ');
const plain = (map: Map<unknown, unknown>) =>
  [...map]
    .map(([key, value]) => `${key} ${JSON.stringify(value, Object.keys(Object(value)).sort())}`)
    .sort()
    .join('\n');
