import { setTimeout as sleep } from 'node:timers/promises';
import { TOTP } from 'otpauth';
import pg from 'pg';
import { runningPostgresUrl } from '../../src/server/ground/postgres/postgres.ts';
import type { Random } from '../../tests/random.ts';
import { type Browser, createBrowser } from '../tools/browser.ts';
import { type Address, type Couple, join, marry } from './people.ts';

/** One ban, block or deletion, and what can be seen of it from outside. */
export type Trial = { act: () => Promise<unknown>; look: () => Promise<Signs> };
type Signs = Record<string, unknown>;
type State = { is: 'done' | 'undone' | 'half'; seen: string };
export type Deed = {
  name: string;
  prepare: () => Promise<Trial>;
  /** How an undisturbed one takes, in milliseconds. */
  usualMs: number;
  /** The signs that it changes. */
  signs: string[];
  judge: (trial: Trial) => Promise<State>;
};

/** What follows may be done by a job that the deed leaves behind; it must be done soon after the restart. */
const settleMs = 15_000;

const codeOf = async (browser: Browser, path: string) => (await browser.send('GET', path)).code;
const seen = (signs: Signs) => JSON.stringify(signs);

/** What the other side of a match sees of a tutor, in every place where the contract shows one. */
async function seenByFamily({
  family: { browser },
  listingId,
  matchId,
  talkId,
  interestId,
  classId,
}: Couple): Promise<Signs> {
  const read = async (path: string) => (await browser.send('GET', path)).data;
  const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
  const match = await read(`/api/users/matches/${matchId}`);
  const plan = await read(`/api/users/schedule?from=${day(1)}&to=${day(30)}&class_id=${classId}`);
  const conversation = await read(`/api/users/conversations/${talkId}`);
  return {
    listing: await codeOf(browser, `/api/common_info/teacher_case/${listingId}`),
    match: match?.status ?? null,
    'name in the match': match ? match.tutor.display_name !== '' : null,
    halt: match?.halt?.state ?? null,
    application: (await read(`/api/users/interests/${interestId}`))?.status ?? null,
    class: (await read(`/api/users/classes/${classId}`))?.finish_status ?? null,
    lessons: [...new Set((plan?.list ?? []).map(({ state }: { state: string }) => state))].sort().join(),
    conversation: conversation?.status ?? null,
  };
}

/** Makes a deed once undisturbed, to learn what it changes and how long it takes. */
async function measured(name: string, prepare: () => Promise<Trial>): Promise<Deed> {
  const trial = await prepare();
  const before = await trial.look();
  const began = performance.now();
  await trial.act();
  const usualMs = performance.now() - began;
  // Jobs that follow have run by then.
  await sleep(3_000);
  const after = await trial.look();
  const signs = Object.keys(after).filter((sign) => seen({ x: after[sign] }) !== seen({ x: before[sign] }));
  if (signs.length === 0) throw new Error(`nobody sees anything of a ${name}: ${seen(after)}`);
  return {
    name,
    prepare,
    usualMs,
    signs,
    async judge({ look }) {
      const deadline = Date.now() + settleMs;
      for (;;) {
        const now = seen(await look());
        if (now === seen(after)) return { is: 'done', seen: now };
        if (now === seen(before)) return { is: 'undone', seen: now };
        if (Date.now() > deadline) return { is: 'half', seen: now };
        await sleep(300);
      }
    },
  };
}

async function joinOperator(address: Address, dataDir: string, random: Random) {
  const operator = await join(address, random, 1);
  const database = new pg.Client(await runningPostgresUrl(dataDir));
  await database.connect();
  await database.query('insert into operators (user_id) values ($1)', [operator.id]);
  await database.end();
  const { secret } = await operator.browser.call('POST', '/api/users/second_factor/setup');
  await operator.browser.call('POST', '/api/users/second_factor/confirm', {
    code: new TOTP({ secret }).generate(),
  });
  return operator;
}

export async function createDeeds(address: Address, dataDir: string, random: Random): Promise<Deed[]> {
  const { browser: desk } = await joinOperator(address, dataDir, random);

  const ban = await measured('ban', async () => {
    const couple = await marry(address, random);
    const { tutor } = couple;
    return {
      act: () => desk.call('POST', '/api/operator/bans', { user_id: tutor.id, reason: '樣本' }),
      async look() {
        const user = await desk.call('GET', `/api/operator/users/${tutor.id}`);
        const bans = await desk.call('GET', '/api/operator/bans?page_size=100');
        return {
          banned: user.is_banned,
          'sessions left': user.live_sessions > 0,
          'in the list of bans': bans.list.some(({ user_id }: { user_id: number }) => user_id === tutor.id),
          'own session': await codeOf(tutor.browser, '/api/users/info'),
          ...(await seenByFamily(couple)),
        };
      },
    };
  });

  const deletion = await measured('deletion', async () => {
    const couple = await marry(address, random);
    const { tutor } = couple;
    const { request_id, demo_code } = await tutor.browser.call('POST', '/api/users/send_sms', {
      mobile: tutor.mobile,
    });
    return {
      act: () => tutor.browser.call('POST', '/api/users/delete_account', { request_id, code: demo_code }),
      async look() {
        const user = await desk.call('GET', `/api/operator/users/${tutor.id}`);
        return {
          deleted: user.deleted_at !== null,
          named: user.name !== '',
          'own session': await codeOf(tutor.browser, '/api/users/info'),
          'own AI session': await codeOf(tutor.browser, '/api_ai/user/profile'),
          'another account by the number': (
            await desk.call('GET', `/api/operator/users?mobile=${tutor.mobile}`)
          ).list.length,
          ...(await seenByFamily(couple)),
        };
      },
    };
  });

  const stranger = createBrowser(address);
  const block = await measured('block', async () => {
    const couple = await marry(address, random);
    const { family, tutor, caseId, matchId, talkId } = couple;
    return {
      act: () =>
        family.browser.call('POST', '/api/users/blocks', { place: 'conversation', place_id: talkId }),
      look: async () => ({
        'case for the tutor': await codeOf(tutor.browser, `/api/common_info/parent_case/${caseId}`),
        'match for the tutor': await codeOf(tutor.browser, `/api/users/matches/${matchId}`),
        'conversation for the tutor': await codeOf(tutor.browser, `/api/users/conversations/${talkId}`),
        'listing for others': await codeOf(stranger, `/api/common_info/teacher_case/${couple.listingId}`),
        'own list': (await family.browser.send('GET', '/api/users/blocks')).data?.list?.length ?? null,
        ...(await seenByFamily(couple)),
      }),
    };
  });
  return [ban, block, deletion];
}
