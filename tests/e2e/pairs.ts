import { type Browser, type BrowserContextOptions, expect, type Page } from '@playwright/test';
import { openDatabase } from '#server/ground/db/db.ts';
import { createLog } from '#server/ground/log/log.ts';
import { runningPostgresUrl } from '#server/ground/postgres/postgres.ts';
import { publishSamples } from '../on-show.ts';
import { dataDirOf } from './data-dir.ts';
import { words } from './helpers.ts';
import { newNetwork, newNumber, signUp, sql } from './people.ts';

/** A page in a new browser context, by default as wide as a phone, with its own IP address. */
export async function onPhone(
  browser: Browser,
  baseURL: string | undefined,
  { width = 375, ...more }: BrowserContextOptions & { width?: number } = {},
) {
  const context = await browser.newContext({
    ...(baseURL && { baseURL }),
    viewport: { width, height: 800 },
    locale: 'zh-HK',
    serviceWorkers: 'block',
    reducedMotion: 'reduce',
    extraHTTPHeaders: newNetwork(),
    ...more,
  });
  return context.newPage();
}

/** The family invites from the tutor's page on a phone: the bar, then the sheet that says what follows. */
export async function inviteFromPage(page: Page) {
  const { ask, market } = words['zh-Hant'];
  await page.getByRole('button', { name: market.inviteShort, exact: true }).click();
  await sendOffer(page, ask.sendInvite);
  await expect(page.getByText(market.invitedShort)).toBeVisible();
}

/** Creates listed tutors and online cases of new users, and returns their ids. */
export async function onShow(options: Parameters<typeof publishSamples>[1]) {
  const url = await runningPostgresUrl(dataDirOf(process.env.E2E_PORT));
  const database = openDatabase(url, { log: createLog('warn'), poolSize: 2 });
  const ids = await publishSamples(database, options);
  await database.close();
  return ids;
}

export async function giveCase(userId: number, caseId: number | undefined) {
  await sql(
    'update children set user_id = $1 where id in (select child_id from case_children where case_id = $2)',
    [userId, caseId],
  );
  await sql('update cases set user_id = $1, is_sample = false where id = $2', [userId, caseId]);
}

export const giveListing = (userId: number, listingId: number | undefined) =>
  sql('update tutor_listings set user_id = $1, is_sample = false where id = $2', [userId, listingId]);

/** A listed tutor and an online case that belong to these two users. */
export async function onShowFor(
  family: number,
  tutor: number,
  options: Pick<Parameters<typeof publishSamples>[1], 'tutor' | 'case'> = {},
) {
  const shown = await onShow({ tutors: 1, cases: 1, ...options });
  const [caseId, listingId] = [shown.cases[0], shown.tutors[0]];
  await giveCase(family, caseId);
  await giveListing(tutor, listingId);
  return { caseId, listingId };
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** An API call of the user who is logged in on this page, made outside the page; returns any envelope. */
async function envelopeOf(page: Page, method: Method, path: string, data?: object) {
  const token = await page.evaluate(() => localStorage.getItem('token'));
  const csrf = (await page.context().cookies()).find(({ name }) => name === 'csrftoken');
  const response = await page.request.fetch(path, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      'x-csrftoken': csrf?.value ?? '',
      origin: new URL(page.url()).origin,
    },
    ...(data && { data }),
  });
  return response.json();
}

/** The same for a call that must succeed. */
export async function call(page: Page, method: Method, path: string, data?: object) {
  const answer = await envelopeOf(page, method, path, data);
  expect(answer.code, `${path}: ${answer.message}`).toBe(0);
  return answer.data;
}

/** The trial has passed, and the weekly lessons have begun. */
async function goOn(matchId: number) {
  await sql(`update matches set status = 'going' where id = $1`, [matchId]);
  await sql('update classes set weekly_from = made_at where match_id = $1', [matchId]);
}

/** Confirms in the sheet that says what follows. */
export const confirmWith = (page: Page, name: string) =>
  page.getByRole('alertdialog').getByRole('button', { name, exact: true }).click();

/** Sends the offer that the sheet of an invitation or application shows. */
export const sendOffer = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true }).click();

export type Pair = {
  family: Page;
  tutor: Page;
  matchId: number;
  /** Of the conversation. */
  talkId: number;
  classId: number;
  listingId: number | undefined;
  mobiles: { family: string; tutor: string };
  ids: { family: number; tutor: number };
};

/** A parent on a phone and a tutor who are matched, and so have a class. */
export async function matched(
  browser: Browser,
  baseURL: string | undefined,
  {
    family: familyScreen = {},
    tutor: tutorScreen = {},
    offer = {},
    onTrial = false,
  }: {
    family?: Parameters<typeof onPhone>[2];
    tutor?: Parameters<typeof onPhone>[2];
    /** Price and slots, if the defaults do not suit. */
    offer?: object;
    /** By default the trial has passed, and the weekly lessons have begun. */
    onTrial?: boolean;
  } = {},
): Promise<Pair> {
  const family = await onPhone(browser, baseURL, familyScreen);
  const tutor = await onPhone(browser, baseURL, tutorScreen);
  const mobiles = { family: newNumber(), tutor: newNumber() };
  const parent = await signUp(family, { mobile: mobiles.family, name: '陳太' });
  const teacher = await signUp(tutor, { mobile: mobiles.tutor, name: '李老師', identity: 2 });
  // No weekly times means that any time suits.
  const { caseId, listingId } = await onShowFor(parent.id, teacher.id, {
    case: { match_time: [], start_tutoring_date: null },
    tutor: { match_time: [] },
  });
  const invite = { action: 'invite', case_id: caseId, listing_id: listingId, ...offer };
  const invitation = await call(family, 'POST', '/api/users/interest', invite);
  const made = await call(tutor, 'POST', '/api/users/interest', {
    action: 'accept',
    interest_id: invitation.id,
  });
  if (!onTrial) await goOn(made.match_id);
  // Lessons of the days before may be recorded.
  await sql(`
    alter table classes disable trigger hold_class;
    update classes set made_at = made_at - interval '8 days' where match_id = ${made.match_id};
    alter table classes enable trigger hold_class`);
  const classes = await call(tutor, 'GET', '/api/users/classes');
  return {
    ...{ family, tutor, listingId, mobiles },
    matchId: made.match_id,
    talkId: invitation.id,
    classId: classes.list[0].id,
    ids: { family: parent.id, tutor: teacher.id },
  };
}
