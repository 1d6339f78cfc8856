import { randomUUID } from 'node:crypto';
import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { codes } from '../../src/shared/codes/codes.ts';
import { createChatClient } from '../../tests/chat.ts';
import { buildSchool } from '../../tests/clock-in/school.ts';
import { type Answer, tapAway } from '../../tests/clock-in/storm.ts';
import { type Asked, ask } from '../../tests/cluster/steady-load.ts';
import { createClient } from '../../tests/eraser/client.ts';
import { drawPaper } from '../../tests/eraser/papers.ts';
import type { Random } from '../../tests/random.ts';
import { createTimeline } from './timeline.ts';

const freeMessages = 100;
export const allowance = {
  QUOTA_FREE: `assistant=${freeMessages},paper=1000,voice=100000`,
  QUOTA_DAILY_MAX: '',
};

const as = (id: number, identity = 1) => ({ 'x-caller': JSON.stringify({ id, identity }) });

/** Each user has a local address of their own, because rate limits count by address without a login token. */
const agents = new Map<number, Agent>();
export function agentOf(id: number) {
  const known =
    agents.get(id) ?? new Agent({ keepAlive: true, localAddress: `127.1.${(id >> 8) & 255}.${id & 255}` });
  agents.set(id, known);
  return known;
}

export type World = Awaited<ReturnType<typeof buildWorld>>;
/** By the id of its conversation. */
type Match = { id: number; family: number };

/** Inserts users directly into the database. */
export async function buildWorld(pool: pg.Pool) {
  const teachers = await buildSchool(pool, 60, 3);
  const { rows: matches } = await pool.query<Match>(
    'select interest_id::int as id, family_user_id::int as family from matches order by id',
  );
  const newPeople = async (count: number) => {
    const { rows } = await pool.query<{ id: number }>(
      `insert into users (last_identity, product_since) select 1, now() from generate_series(1, $1) returning id::int`,
      [count],
    );
    return rows.map(({ id }) => id);
  };
  return {
    teachers,
    matches,
    students: await newPeople(3_000),
    paperOwners: await newPeople(2),
    uploaders: await newPeople(4),
    callers: await newPeople(24),
  };
}

/** What was acknowledged, to be compared with what is stored. */
export type Records = {
  messages: Set<string>;
  answers: Answer[];
  chats: { userId: number; messageId: number; shown: string }[];
};

type Load = {
  address: string;
  world: World;
  chance: Random;
  isOver: () => boolean;
  /** The question for the model; its answer streams for a second or two. */
  question: () => string;
  offer: string;
  pool: pg.Pool;
};

const pages = [
  '/',
  '/faq',
  '/terms-conditions',
  '/api/common_info/grade',
  '/api/common_info/school?page_size=20',
];

/** Starts the mixed load. `calls` and `uploads` only run while the component they need is being killed. */
export function startLoad({ address, world, chance, isOver, question, offer, pool }: Load) {
  const timelines = {
    browse: createTimeline('browse'),
    post: createTimeline('post'),
    chat: createTimeline('chat'),
    erase: createTimeline('erase'),
    job: createTimeline('job'),
    call: createTimeline('call'),
    upload: createTimeline('upload'),
  };
  const records: Records = { messages: new Set(), answers: [], chats: [] };
  let tapsSentAgain = 0;

  async function call(id: number, asked: Asked) {
    const { status, text } = await ask(address, agentOf(id), {
      ...asked,
      headers: { 'accept-language': 'en', ...as(id), 'content-type': 'application/json', ...asked.headers },
    });
    if (status === 200 && !text.startsWith('{')) return text;
    const { code, message } = JSON.parse(text) as { code: number; message: string };
    if (code !== 0) throw Object.assign(new Error(`${asked.path} ${status} ${code} ${message}`), { code });
    return text;
  }

  const browse = timelines.browse.steadily(20, isOver, async (at) => {
    const path = pages[at % pages.length] as string;
    const { status, text } = await ask(address, agentOf(0), {
      path,
      headers: { 'accept-language': 'zh-Hant' },
    });
    if (status === 503) throw Object.assign(new Error(`${path} ${status}`), { code: 1010 });
    if (status !== 200) throw new Error(`${path} ${status} ${text.slice(0, 80)}`);
  });

  /** Three users post messages; each message is retried with the same key until it is acknowledged. */
  const post = Promise.all(
    [0, 1, 2].map(async (writer) => {
      for (let at = writer; !isOver(); at += 3) {
        const { id, family } = world.matches[at % world.matches.length] as Match;
        const client_key = randomUUID();
        const body = JSON.stringify({ text: `訊息 ${at}`, client_key });
        const path = `/api/users/conversations/${id}/messages`;
        await timelines.post.untilDone(async () => {
          try {
            await call(family, { method: 'POST', path, body });
            records.messages.add(client_key);
          } catch (error) {
            // A clock-in has ended the class meanwhile: a valid refusal.
            if ((error as { code?: number }).code !== codes.matchOver.code) throw error;
          }
        });
        await sleep(100);
      }
    }),
  );

  const chat = Promise.all(
    [0, 1, 2, 3].map(async (reader) => {
      for (let at = reader; !isOver(); at += 4) await converse(world.students[at] as number);
    }),
  );

  /**
   * Like the web page: a broken stream is resumed from where it was, at any process; an interrupted answer is
   * continued.
   */
  async function converse(userId: number) {
    const me = createChatClient(address, as(userId));
    let thread = 0;
    await timelines.chat.untilDone(async () => {
      thread = await me.newThread();
    });
    const text = question();
    const keys = { send: randomUUID(), continue: randomUUID() };
    const known = { messageId: 0, shown: '', state: undefined as string | undefined };
    while (known.state !== 'done') {
      const succeeded = await timelines.chat.attempt(async () => {
        const { messageId, shown } = known;
        const part =
          known.state === 'interrupted'
            ? await me.stream('POST', `messages/${messageId}/continue`, { client_key: keys.continue })
            : messageId === 0
              ? await me.send(thread, text, { client_key: keys.send })
              : await me.follow(messageId, shown.length).catch((error) => {
                  // Accepted but lost before any text was shown (asynchronous commit): the page sends it again
                  // unchanged.
                  if (shown !== '' || error.code !== codes.notFound.code) throw error;
                  return me.send(thread, text, { client_key: keys.send });
                });
        known.messageId = part.messageId || messageId;
        // A continuation says at which position it begins; its text replaces everything after that.
        known.shown = shown.slice(0, known.state === 'interrupted' ? part.from : shown.length) + part.text;
        known.state = part.state;
      });
      if (!succeeded) await sleep(250);
      if (known.state === 'failed') {
        timelines.chat.broken.push(`answer ${known.messageId} failed`);
        return;
      }
    }
    records.chats.push({ userId, messageId: known.messageId, shown: known.shown });
  }

  const erase = Promise.all(
    world.paperOwners.map(async (owner, at) => {
      const client = createClient(async () => address, as(owner));
      for (let task = 0; !isOver(); task++) {
        const files: number[] = [];
        for (let page = 0; page < 2; page++) {
          const paper = await drawPaper({ width: 240, height: 340, seed: at * 1_000 + task * 2 + page });
          await timelines.erase.untilDone(async () => {
            files[page] = await sendAgain(() => client.upload(paper, `paper ${task}-${page}.jpg`));
          });
        }
        let started: { id: number } | undefined;
        await timelines.erase.untilDone(async () => {
          started = await client.start(files);
        });
        if (started) await client.until(started.id, 2, 180_000);
        await sleep(2_000);
      }
    }),
  );

  const clockIn = Promise.all(
    [0, 1].map(() =>
      tapAway(
        {
          // A pause between clock-ins limits the load on this machine.
          address: async () => {
            await sleep(150);
            return address;
          },
          teachers: world.teachers,
          random: chance.share,
          begun: [],
          days: 6.5,
          stopsIn: 1_000,
          heard: (answer) => records.answers.push(answer),
          lost: () => tapsSentAgain++,
          isOver,
        },
        Number.POSITIVE_INFINITY,
      ),
    ),
  );

  /** Adds jobs that do nothing, and waits until a worker has run each. */
  const jobs = timelines.job.steadily(2, isOver, async () => {
    const key = `probe ${randomUUID()}`;
    await query(`select graphile_worker.add_job('delete-files', '{"keys":[]}', job_key => $1)`, key);
    while (await query('select from graphile_worker.jobs where key = $1', key)) await sleep(100);
  });

  /** A query of the benchmark itself: a failure counts as "not ready", because the primary may be down. */
  async function query(statement: string, value: string) {
    try {
      return (await pool.query(statement, [value])).rowCount;
    } catch (error) {
      throw Object.assign(error as Error, { code: codes.notReady.code });
    }
  }

  return {
    timelines,
    records,
    tapsSentAgain: () => tapsSentAgain,
    calls: (isEnough: () => boolean) =>
      timelines.call.steadily(2, isEnough, async (at) => {
        const caller = world.callers[at % world.callers.length] as number;
        const path = '/api_ai_jp/realtime/answer_sdp?language=en';
        await call(caller, { method: 'POST', path, body: offer, headers: { 'content-type': 'text/plain' } });
      }),
    uploads: (isEnough: () => boolean) =>
      timelines.upload.steadily(2, isEnough, async (at) => {
        const uploader = world.uploaders[at % world.uploaders.length] as number;
        const paper = await drawPaper({
          width: 120,
          height: 170,
          seed: 100_000 + Math.round(Date.now() / 10),
        });
        const client = createClient(async () => address, as(uploader));
        await sendAgain(() => client.upload(paper, `small ${at}.jpg`));
      }),
    ended: allEnded({ browse, post, chat, erase, clockIn, jobs }, isOver),
  };
}

/** Like the web page: an upload whose connection breaks is sent again, four times in total. */
async function sendAgain<Value>(send: () => Promise<Value>): Promise<Value> {
  for (const pauseMs of [1_000, 3_000, 9_000]) {
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      await sleep(pauseMs);
    }
  }
  return send();
}

/** Waits until all have ended; fails with the names of those still running four minutes after the end. */
async function allEnded(people: Record<string, Promise<unknown>>, isOver: () => boolean) {
  const running = new Set(Object.keys(people));
  const ended = Promise.all(
    Object.entries(people).map(([name, one]) => one.finally(() => running.delete(name))),
  );
  const tooLate = (async () => {
    while (!isOver()) await sleep(1_000);
    await sleep(240_000, undefined, { ref: false });
    throw new Error(`still going on long after the end: ${[...running].join(', ')}`);
  })();
  await Promise.race([ended, tooLate]);
}
