import type { Reference } from '#server/domains/reference/reference.ts';
import type { Db } from '#server/ground/db/db.ts';
import type { Month } from '#shared/hong-kong.ts';
import type { Side } from '#shared/interest.ts';
import type { Locale } from '#shared/locale.ts';
import { tutorBySurname, tutorCalled } from '#shared/tutor-name.ts';
import { classOf } from '../locks.ts';
import { totalsOf } from '../totals.ts';
import { readClass } from '../views.ts';
import { type Account, sumsOf } from './accounts.ts';
import { accountsAsked, peopleOf } from './fees.ts';
import type { Sheet, SheetPart } from './page.ts';
import { statementWords } from './words.ts';

type SheetRequest = { userId: number; month: Month; locale: Locale };
type Unmarked = Omit<Sheet, 'isSample'>;

/** The month of one class, which may have no lessons. */
export async function readSheet(
  db: Db,
  reference: Reference,
  { classId, ...asked }: SheetRequest & { classId: number },
): Promise<Unmarked> {
  const { userId, month, locale } = asked;
  const cls = await classOf(db, userId, classId);
  const side: Side = cls.tutorUserId === userId ? 'tutor' : 'family';
  const accounts = await accountsAsked(db, { userId, side, month, classId });
  const otherId = side === 'tutor' ? cls.familyUserId : cls.tutorUserId;
  const taught = accounts.flatMap((account) => account.taught).find((one) => one.cls.id === classId);
  const own = taught ?? { cls, lessons: [], totals: totalsOf([]) };
  const shown = { ...sumsOf([]), month, otherId, first: cls, taught: [own], payments: [] };
  return {
    ...{ month, locale, fileName: `mingshi-${classId}-${month}.pdf`, madeAt: new Date().toISOString() },
    parts: await partsOf(db, reference, asked, [shown]),
    totals: own.totals,
    settled: null,
  };
}

/** All classes of a month, or those with one person. */
export async function readMonthSheet(
  db: Db,
  reference: Reference,
  asked: SheetRequest & { side: Side; classId?: number | undefined },
): Promise<Unmarked> {
  const { month, locale } = asked;
  const accounts = await accountsAsked(db, asked);
  const { received, marked, open, ...totals } = sumsOf(accounts);
  return {
    ...{ month, locale, fileName: `mingshi-${month}.pdf`, madeAt: new Date().toISOString() },
    parts: await partsOf(db, reference, asked, accounts),
    totals,
    settled: { received, marked, open },
  };
}

/** The heading of each class: which it is, as far as both sides may know. */
async function partsOf(
  db: Db,
  { lists }: Reference,
  { userId, locale }: SheetRequest,
  accounts: readonly Account[],
): Promise<SheetPart[]> {
  const { between } = statementWords[locale];
  const [grades, majors, others] = await Promise.all([
    lists.grade(locale),
    lists.major_subject(locale),
    lists.other_subject(locale),
  ]);
  const named = (list: readonly { id: number; name: string }[], ids: readonly number[]) =>
    ids.flatMap((id) => list.find((one) => one.id === id)?.name ?? []);
  const people = await peopleOf(db, userId, accounts);
  const parts: SheetPart[] = [];
  for (const { otherId, taught } of accounts)
    for (const { cls, lessons, totals } of taught) {
      const detail = await readClass(db, userId, cls.id);
      const { tutor = '', family = '' } = people.get(otherId) ?? {};
      const rules = lessons.length === 0 ? [cls.feeRule] : lessons.map(({ fee_rule }) => fee_rule);
      parts.push({
        classId: cls.id,
        tutor: tutorCalled(tutor, tutorBySurname[locale]),
        family,
        children: detail.children.join(between),
        grades: named(grades, detail.grade).join(between),
        subjects: [...named(majors, detail.major_subject), ...named(others, detail.other_subject)].join(
          between,
        ),
        price: cls.price,
        feeRules: [...new Set(rules)],
        lessons,
        totals,
      });
    }
  return parts;
}
