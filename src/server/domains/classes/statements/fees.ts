import { userOn } from '#server/domains/accounts/lock-account.ts';
import { suspensionsOf } from '#server/domains/accounts/standing.ts';
import { hiddenFrom } from '#server/domains/blocks/blocks.ts';
import { familyNamesKnownTo } from '#server/domains/interest/contact.ts';
import { hasSharedContacts, pairsOf } from '#server/domains/interest/matches.ts';
import { displayNamesOf } from '#server/domains/tutors/tutors.ts';
import type { Db } from '#server/ground/db/db.ts';
import type { FileAnswer } from '#server/ground/http/file-answer.ts';
import type { PhoneEncryption } from '#server/ground/phone/phone-encryption.ts';
import { addToMonth, type Month, monthOf, today } from '#shared/hong-kong.ts';
import type { Side } from '#shared/interest.ts';
import type { Locale } from '#shared/locale.ts';
import type { FeeAccount, FeeMonth, FeeYear } from '#shared/money/fees.ts';
import { otherSide } from '#shared/rules/offer-rules.ts';
import { nameShown, tutorBySurname, tutorCalled } from '#shared/tutor-name.ts';
import { classOf } from '../locks.ts';
import { toClasses } from '../views.ts';
import { type Account, accountsOf, monthsBetween, type Sums, sumsOf } from './accounts.ts';
import { csvFile } from './csv.ts';
import { fpsOf } from './fps.ts';
import { drawCode, fpsPayload } from './fps-code.ts';
import { toPayment } from './payments.ts';
import { lessonCells } from './statement.ts';
import { statementWords } from './words.ts';

type Parts = { db: Db; vault: PhoneEncryption };

type MonthAsked = { userId: number; side: Side; month: Month; classId?: number | undefined };

export async function readMonth(parts: Parts, asked: MonthAsked): Promise<FeeMonth> {
  const { month, side } = asked;
  const accounts = await accountsAsked(parts.db, asked);
  return {
    month,
    side,
    is_closed: month < monthOf(today()),
    accounts: await toAccounts(parts, asked, accounts),
    ...sumsOf(accounts),
  };
}

/** Of one class, or all. */
export async function accountsAsked(db: Db, { userId, side, month, classId }: MonthAsked) {
  const otherId =
    classId === undefined ? undefined : userOn(await classOf(db, userId, classId), otherSide(side));
  return accountsOf(db, userId, { side, from: month, to: month, otherId });
}

async function toAccounts(parts: Parts, { userId, side }: MonthAsked, accounts: readonly Account[]) {
  const { db } = parts;
  const rows = accounts.flatMap(({ taught }) => taught.map(({ cls }) => cls));
  const details = await toClasses(db, userId, rows);
  const people = await peopleOf(db, userId, accounts);
  const codes = side === 'family' ? await codesFor(parts, userId, accounts, people) : new Map();
  const now = new Date();
  return accounts.map((account): FeeAccount => {
    const { first, otherId, taught, payments, month: _, ...sums } = account;
    return {
      class_id: first.id,
      name: nameOf(people, side, account),
      classes: taught.map(({ cls, lessons, totals }) => {
        const detail = details.find(({ id }) => id === cls.id);
        if (!detail) throw new Error('a class has lost its details');
        const { id, children, grade, major_subject, other_subject, price } = detail;
        return { id, children, grade, major_subject, other_subject, price, lessons, totals };
      }),
      payments: payments.map((payment) => toPayment(payment, side, now)),
      fps: codes.get(otherId) ?? null,
      ...sums,
    };
  });
}

type People = { tutor: string; family: string; areShared: boolean };
const unknown: People = { tutor: '', family: '', areShared: false };

/** The names of the two of each account, as they may be seen, and whether they share their contacts. */
export async function peopleOf(db: Db, userId: number, accounts: readonly Account[]) {
  const rows = accounts.flatMap(({ first, taught }) => [first, ...taught.map(({ cls }) => cls)]);
  const matchIds = [...new Set(rows.map(({ matchId }) => matchId))];
  const pairs = matchIds.length === 0 ? [] : await pairsOf(db, matchIds);
  const families = await familyNamesKnownTo(db, userId, matchIds);
  const listings = pairs.flatMap(({ listingId }) => listingId ?? []);
  const tutors = listings.length === 0 ? new Map<number, string>() : await displayNamesOf(db, listings);
  const found = new Map<number, People>();
  for (const cls of rows) {
    const pair = pairs.find(({ id }) => id === cls.matchId);
    if (!pair) continue;
    const otherId = cls.tutorUserId === userId ? cls.familyUserId : cls.tutorUserId;
    const before = found.get(otherId) ?? unknown;
    const areShared = hasSharedContacts(pair);
    const full = (pair.listingId !== null && tutors.get(pair.listingId)) || '';
    const tutor = nameShown(full, cls.tutorUserId === userId || areShared);
    found.set(otherId, {
      tutor: before.areShared ? before.tutor : tutor || before.tutor,
      family: before.family || (families.get(cls.matchId) ?? ''),
      areShared: before.areShared || areShared,
    });
  }
  return found;
}

const nameOf = (people: Map<number, People>, side: Side, { otherId }: { otherId: number }) =>
  (people.get(otherId) ?? unknown)[otherSide(side)];

/** For a family that has exchanged contacts with the tutor, and something to pay. */
async function codesFor(
  { db, vault }: Parts,
  userId: number,
  accounts: readonly Account[],
  people: Map<number, People>,
) {
  const tutors = accounts.map(({ otherId }) => otherId);
  const resting = await suspensionsOf(db, [userId, ...tutors]);
  const hidden = (await hiddenFrom(db, userId)).users;
  const owed = accounts.filter(
    ({ open, otherId }) =>
      open > 0 &&
      people.get(otherId)?.areShared &&
      !resting.has(userId) &&
      !resting.has(otherId) &&
      !hidden.includes(otherId),
  );
  const known = await fpsOf(
    db,
    vault,
    owed.map(({ otherId }) => otherId),
  );
  const codes = new Map<number, NonNullable<FeeAccount['fps']>>();
  for (const { otherId, open } of owed) {
    const fps = known.get(otherId);
    if (!fps) continue;
    const payload = fpsPayload(fps, open);
    codes.set(otherId, { ...fps, payload, svg: await drawCode(payload) });
  }
  return codes;
}

/** From 1 April to 31 March. */
export async function readYear(
  db: Db,
  { userId, side, year }: { userId: number; side: Side; year: number },
): Promise<FeeYear> {
  const from = `${year}-04`;
  const to = addToMonth(from, 11);
  const accounts = await accountsOf(db, userId, { side, from, to });
  const people = await peopleOf(db, userId, accounts);
  const rows = accounts.map((account) => ({
    month: account.month,
    class_id: account.first.id,
    name: nameOf(people, side, account),
    ...sumsOf([account]),
  }));
  const byOther = Map.groupBy(rows, ({ class_id }) => class_id);
  return {
    year,
    side,
    months: monthsBetween(from, to).map((month) => ({
      month,
      ...sumsOf(rows.filter((row) => row.month === month)),
    })),
    accounts: [...byOther].map(([class_id, own]) => ({
      class_id,
      name: own[0]?.name ?? '',
      ...sumsOf(own),
    })),
    rows,
    ...sumsOf(rows),
  };
}

/** The other side in a file: a tutor by name or surname, a family by name or the number of its first class. */
function calledIn(locale: Locale, side: Side, { name, class_id }: { name: string; class_id: number }) {
  if (name === '') return `${statementWords[locale].ofClass} ${class_id}`;
  return side === 'family' ? tutorCalled(name, tutorBySurname[locale]) : name;
}

export function monthCsv({ accounts, month, side, ...sums }: FeeMonth, locale: Locale): FileAnswer {
  const words = statementWords[locale];
  const [date, ...others] = words.head;
  const lines = accounts.flatMap((account) =>
    account.classes.flatMap(({ id, children, lessons }) =>
      lessons.map((lesson) => {
        const [day = '', ...rest] = lessonCells(lesson, locale);
        return [day, calledIn(locale, side, account), id, children.join(words.between), ...rest];
      }),
    ),
  );
  return csvFile(
    [
      [date ?? '', words[otherSide(side)], words.ofClass, words.children, ...others],
      ...lines,
      [words.total, '', '', '', '', '', sums.minutes, sums.charged_minutes, '', sums.amount, ''],
    ],
    `mingshi-${month}.csv`,
  );
}

export function yearCsv({ rows, year, side, ...sums }: FeeYear, locale: Locale): FileAnswer {
  const words = statementWords[locale];
  const cells = (of: Sums) => [
    of.lessons,
    of.minutes,
    of.charged_minutes,
    of.amount,
    of.received,
    of.marked,
    of.open,
  ];
  return csvFile(
    [
      [words.month, words[otherSide(side)], ...words.yearHead],
      ...rows.map((row) => [row.month, calledIn(locale, side, row), ...cells(row)]),
      [words.total, '', ...cells(sums)],
    ],
    `mingshi-${year}-${year + 1}.csv`,
  );
}
