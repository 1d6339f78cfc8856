import { readPhone } from '../../src/server/ground/phone/phone.ts';
import { wholeCase, wholeListing } from '../../tests/forms.ts';
import type { Random } from '../../tests/random.ts';
import { type Browser, createBrowser } from '../tools/browser.ts';

export type Address = () => Promise<string>;
export type Somebody = { browser: Browser; id: number; mobile: string };

const used = new Set<string>();
function newNumber(random: Random): string {
  const number = `6${String(random.below(10_000_000)).padStart(7, '0')}`;
  if (used.has(number) || !readPhone('852', number)) return newNumber(random);
  used.add(number);
  return number;
}

export async function join(address: Address, random: Random, identity: 1 | 2): Promise<Somebody> {
  const [browser, mobile] = [createBrowser(address), newNumber(random)];
  const id = await browser.logIn(mobile, { name: identity === 1 ? '家長樣本' : '導師樣本', identity });
  return { browser, id, mobile };
}

const anyTime = { weekday: [], start_tutoring_date: null, match_time: [] };
export const caseForm = { ...wholeCase, ...anyTime };
const everySlot = Array.from({ length: 336 }, (_, slot) => ({
  weekday: 1 + Math.floor(slot / 48),
  start: `${String(Math.floor((slot % 48) / 2)).padStart(2, '0')}:${slot % 2 ? '30' : '00'}`,
}));

export type Couple = Awaited<ReturnType<typeof marry>>;

/** A family and a tutor with a match, a class, weekly times and messages; the tutor also waits for another family. */
export async function marry(address: Address, random: Random) {
  const [family, tutor] = [await join(address, random, 1), await join(address, random, 2)];
  const listing = await tutor.browser.call('POST', '/api/common_info/teacher_detailed_registration', {
    ...wholeListing,
    match_time: everySlot,
  });
  const post = (form: object) =>
    family.browser.call('POST', '/api/common_info/student_detailed_registration', form);
  const [taken, open] = [await post(caseForm), await post(caseForm)];
  const interest = (browser: Browser, body: object) => browser.call('POST', '/api/users/interest', body);
  const slots = [2, 5].flatMap((weekday) => ['17:00', '17:30'].map((start) => ({ weekday, start })));
  const applied = await interest(tutor.browser, { action: 'apply', case_id: taken.id, slots });
  const accepted = await interest(family.browser, { action: 'accept', interest_id: applied.id });
  const waiting = await interest(tutor.browser, { action: 'apply', case_id: open.id });
  const { list } = await family.browser.call('GET', '/api/users/classes');
  await family.browser.call('POST', `/api/users/conversations/${applied.id}/messages`, {
    text: '您好',
    client_key: crypto.randomUUID(),
  });
  return {
    family,
    tutor,
    listingId: listing.id as number,
    caseId: taken.id as number,
    matchId: accepted.match_id as number,
    talkId: applied.id as number,
    interestId: waiting.id as number,
    classId: list[0].id as number,
  };
}
