import { randomUUID } from 'node:crypto';
import type { Database } from '#server/ground/db/db.ts';
import { createChatClient, eventually, type Shown } from '../chat.ts';
import { addPerson } from '../people.ts';
import type { openUpstream, Plan } from './upstream.ts';

export const faults = [
  'tab closed',
  'network cut',
  'upstream killed',
  'malformed',
  'busy',
  'stopped',
] as const;
export type Fault = (typeof faults)[number] | 'server killed';

type Upstream = Awaited<ReturnType<typeof openUpstream>>;
export type World = {
  database: Database;
  upstream: Upstream;
  /** The address of the process that messages are sent to. */
  first: string;
  /** The address of another process, where answers are followed, stopped and continued. */
  second: string;
  random: () => number;
  /** Awaited by each round between creating its thread and sending its message. */
  ready?: () => Promise<void>;
  /** Called with everything a client has received so far. */
  onShown?: (shown: Shown) => void;
};
export type Round = {
  fault: Fault;
  id: number;
  userId: number;
  /** The texts that were shown to clients, each from the first character on. */
  shown: string[];
  messageId: number;
};

const free = 100;
const upstreamFaultOf = {
  'upstream killed': 'killed',
  malformed: 'malformed',
  busy: 'busy',
  'tab closed': 'none',
  'network cut': 'none',
  stopped: 'none',
  'server killed': 'none',
} as const;

let lastId = 0;
const person = (id: number) => ({ 'x-caller': JSON.stringify({ id, identity: 1 }) });

/** Sends one message and causes the fault at a random chunk of its answer. */
export async function play(world: World, fault: Fault): Promise<Round> {
  const { id: userId } = await addPerson(world.database);
  const me = createChatClient(world.first, person(userId));
  const elsewhere = createChatClient(world.second, person(userId));
  const id = ++lastId;
  const at = 1 + Math.floor(world.random() * 80);
  const plan: Plan = { id, fault: upstreamFaultOf[fault], at, paceMs: 2 + Math.floor(world.random() * 12) };
  const thread = await me.newThread();
  await world.ready?.();
  const cuts = fault === 'tab closed' || fault === 'network cut' || fault === 'stopped';
  const until = (shown: Shown) => {
    world.onShown?.(shown);
    return cuts && shown.text.length >= at * 3;
  };
  const shown = await me
    .send(thread, JSON.stringify(plan), {}, until)
    // The server was killed before the first event, so nothing was shown.
    .catch((error) => {
      if (fault !== 'server killed') throw error;
      return undefined;
    });
  const messageId = shown?.messageId || (await answerOf(world.database, thread));
  const round: Round = { fault, id, userId, shown: shown ? [shown.text] : [], messageId };
  if (fault === 'network cut') {
    // The page reconnects to another process and continues at the exact character.
    const rest = await elsewhere.follow(messageId, shown?.text.length ?? 0);
    round.shown.push((shown?.text ?? '') + rest.text);
  }
  if (fault === 'stopped') await elsewhere.call('POST', `messages/${messageId}/stop`);
  return round;
}

async function answerOf({ pool }: Database, threadId: number): Promise<number> {
  const { rows } = await pool.query(
    `select id::int from chat_messages where thread_id = $1 and role = 'assistant'`,
    [threadId],
  );
  return rows[0]?.id ?? 0;
}

/** Waits until the answer has ended, and returns the problems found; empty if there are none. */
export async function judge({ database, upstream, second }: World, round: Round): Promise<string[]> {
  const { fault, id, userId, messageId } = round;
  if (messageId === 0) return [];
  const read = async () => {
    const { rows } = await database.pool.query(`select text, state from chat_messages where id = $1`, [
      messageId,
    ]);
    return rows[0] as { text: string; state: string };
  };
  await eventually(async () => (await read()).state !== 'running', 20_000);
  const { text, state } = await read();
  const sent = upstream.sentFor(id);
  const wrong: string[] = [];
  const expectTrue = (isTrue: boolean, problem: string) =>
    void (isTrue || wrong.push(`${fault} ${id}: ${problem}`));

  for (const shown of round.shown)
    expectTrue(text.startsWith(shown), 'something was shown that is not stored');
  expectTrue(sent.startsWith(text), 'what is stored is not what was sent');
  const serverLived = fault !== 'server killed' && fault !== 'stopped';
  if (serverLived) expectTrue(text === sent, `${sent.length - text.length} characters are lost`);
  expectTrue(expectedStates[fault].includes(state), `it is ${state}`);

  const me = createChatClient(second, person(userId));
  const whole = await me.follow(messageId);
  expectTrue(whole.text === text, 'following it anew shows something else');
  const isCharged = state === 'done' || (state === 'stopped' && text !== '');
  expectTrue((await me.remaining()) === free - (isCharged ? 1 : 0), 'the quota is not exact');
  if (state === 'interrupted') {
    const rest = await me.stream('POST', `messages/${messageId}/continue`, { client_key: randomUUID() });
    const after = await read();
    expectTrue(rest.state === 'done' && after.state === 'done', 'it cannot be continued');
    expectTrue(
      after.text === text + rest.text,
      `continuing it changed it: ${JSON.stringify([text.slice(-20), rest, after.text.slice(-40)])}`,
    );
    expectTrue((await me.remaining()) === free - 1, 'the quota is not exact after it was continued');
  }
  const { rows } = await database.pool.query('select from chat_chunks where message_id = $1', [messageId]);
  expectTrue(rows.length === 0, 'chunks are left');
  return wrong;
}

const expectedStates: Record<Fault, readonly string[]> = {
  'tab closed': ['done'],
  'network cut': ['done'],
  'upstream killed': ['interrupted', 'failed', 'done'],
  malformed: ['interrupted', 'failed', 'done'],
  busy: ['failed'],
  stopped: ['stopped', 'done'],
  'server killed': ['interrupted', 'done'],
};
