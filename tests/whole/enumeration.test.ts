import { beforeAll, expect, test } from 'vitest';
import { readPhone } from '#server/ground/phone/phone.ts';
import { createBrowser } from '#tests/browser.ts';
import { addPerson } from '#tests/people.ts';
import { serve } from '#tests/serve.ts';

// A caller with a list of phone numbers cannot learn from answers or response times which of them have an
// account.

const pairs = 500;
/** Other load may slow down one kind by chance, so a difference counts only if every round shows it. */
const rounds = 4;
const { app, database } = await serve({
  environment: { SMS_DAILY_BUDGET: '100000000', SMS_DIAL_CODES: '852:100000' },
});
const prefixes: number[] = [];
const numberOf = (kind: 'known' | 'unknown', turn: number, round: number) =>
  `${prefixes[turn]}${(kind === 'known' ? 1000 : 2000) + round}`;

beforeAll(async () => {
  // Each pair has its own number prefix, so that no rate limit is reached; the last pair is for warming up.
  for (let prefix = 6100; prefixes.length <= pairs; prefix++) {
    if (!readPhone('852', `${prefix}1000`)) continue;
    prefixes.push(prefix);
  }
  await addKnown(0);
});

const added = new Set<number>();
/** Adds the accounts of a round before the round begins; most runs need only one round. */
async function addKnown(round: number) {
  if (added.has(round)) return;
  added.add(round);
  for (const turn of prefixes.keys())
    await addPerson(database, { mobile: `+852${numberOf('known', turn, round)}` });
}

type Request = (mobile: string) => Promise<unknown>;

/** Alternates known and unknown numbers, each first equally often, so that other load affects both alike. */
async function compare(request: Request, round: number) {
  const times = { known: [] as number[], unknown: [] as number[] };
  const answers = { known: new Set<string>(), unknown: new Set<string>() };
  const time = async (kind: 'known' | 'unknown', mobile: string) => {
    const startedAt = performance.now();
    const answer = await request(mobile);
    times[kind].push(performance.now() - startedAt);
    answers[kind].add(JSON.stringify(answer));
  };
  for (let turn = 0; turn < pairs; turn++) {
    const order = turn % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const);
    for (const kind of order) await time(kind, numberOf(kind, turn, round));
  }
  const median = (list: number[]) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0;
  return { answers, ratio: median(times.known) / median(times.unknown) };
}

const requests: Record<string, Request> = {
  'sending a code': async (mobile) => {
    const { status, code, data } = await createBrowser(app).post('/api/users/send_sms', { mobile });
    return { status, code, fields: Object.keys(data ?? {}) };
  },
  'verifying a wrong code': async (mobile) => {
    const body = { mobile, request_id: 'made-up', code: '000000' };
    const { status, code, data } = await createBrowser(app).post('/api/users/verify_sms', body);
    return { status, code, data };
  },
  'asking whether a number is banned': async (mobile) => {
    const { status, code, data } = await createBrowser(app).get(`/api/users/is_banned?mobile=${mobile}`);
    return { status, code, data };
  },
};

test.each(Object.keys(requests))('%s does not reveal an account', { timeout: 240_000 }, async (name) => {
  const request = requests[name] as Request;
  for (const kind of ['known', 'unknown'] as const) await request(numberOf(kind, pairs, 0));
  const ratios: number[] = [];
  while (ratios.length < rounds) {
    await addKnown(ratios.length);
    const { answers, ratio } = await compare(request, ratios.length);
    expect(answers.known).toEqual(answers.unknown);
    expect(answers.known.size).toBe(1);
    ratios.push(ratio);
    // A real leak differs in every round and in the same direction; noise of the machine does not.
    if (Math.abs(ratio - 1) < 0.05 || ratio > 1 !== (ratios[0] as number) > 1) return;
  }
  expect.fail(`known and unknown numbers differ by their time: ${ratios.join(', ')}`);
});

test('repeated ban queries by one visitor are rate-limited', async () => {
  const browser = createBrowser(app);
  const codes = new Set<number>();
  for (let turn = 0; turn < 25; turn++)
    codes.add((await browser.get('/api/users/is_banned?mobile=61001000')).code);
  expect([...codes]).toEqual([0, 1008]);
});
