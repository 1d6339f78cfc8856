import type { Class } from '#shared/classes.ts';
import { addToMonth, isMonth, type Month, monthOf, today } from '#shared/hong-kong.ts';
import type { Side } from '#shared/interest.ts';
import type { FeeAccount } from '#shared/money/fees.ts';
import { tutorCalled } from '#shared/tutor-name.ts';
import { namesIn } from '#web/domains/reference/named.ts';
import type { Api } from '#web/ground/api/api.ts';
import { type ClassNames, type ClassWords, loadClassNames } from '../load-classes.ts';

type FeesAsked = { month: Month | null; side: Side | null; classId: number | null };

export function feesAsked(search: URLSearchParams): FeesAsked {
  const [month, side, cls] = [search.get('month'), search.get('side'), search.get('class') ?? ''];
  return {
    month: isMonth(month) ? month : null,
    side: side === 'family' || side === 'tutor' ? side : null,
    classId: /^[1-9]\d{0,14}$/.test(cls) ? Number(cls) : null,
  };
}

/** The tax year of a month, by the year in which it begins. */
const taxYearOf = (month: Month) => {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return number < 4 ? year - 1 : year;
};

/** What a person pays or receives in a month; a tutor also reads the year and where they are paid. */
export async function loadFees(api: Api, asked: FeesAsked) {
  const [names, { list }] = await Promise.all([
    loadClassNames(api),
    api('GET /api/users/classes', { query: { page_size: 100 } }),
  ]);
  const own = new Set(list.map(({ my_side }) => my_side));
  const ofClass = list.find(({ id }) => id === asked.classId)?.my_side;
  const side = asked.side ?? ofClass ?? (own.has('tutor') && !own.has('family') ? 'tutor' : 'family');
  const month = await monthFor(api, asked.month, side);
  return {
    names,
    sides: (['family', 'tutor'] as const).filter((one) => own.has(one)),
    classId: asked.classId,
    classes: list.map(({ id, children, grade, major_subject, other_subject }) => ({
      ...{ id, children, grade, major_subject, other_subject },
    })),
    shown: await readFees(api, side, month),
  };
}
export type LoadedFees = Awaited<ReturnType<typeof loadFees>>;

export async function readFees(api: Api, side: Side, month: Month) {
  const teaches = side === 'tutor';
  const [fees, year, fps] = await Promise.all([
    api('GET /api/users/fees', { query: { month, side } }),
    teaches ? api('GET /api/users/fee_year', { query: { year: taxYearOf(month), side } }) : null,
    teaches ? api('GET /api/users/fps') : null,
  ]);
  return { fees, year, fps: fps?.fps ?? null };
}

/** Unless one is asked for: the month before, while something of it is open, else this one. */
async function monthFor(api: Api, asked: Month | null, side: Side) {
  if (asked) return asked;
  const now = monthOf(today());
  const last = addToMonth(now, -1);
  const { open, marked } = await api('GET /api/users/fees', { query: { month: last, side } });
  return open > 0 || (side === 'tutor' && marked > 0) ? last : now;
}

type Outline = Pick<Class, 'children' | 'grade' | 'major_subject' | 'other_subject'>;

/** What a class is called among the fees: child, grade and subjects. */
export function feeClassName(cls: Outline, names: ClassNames, { and }: ClassWords) {
  const subjects = [...namesIn(names.majors, cls.major_subject), ...namesIn(names.others, cls.other_subject)];
  return [cls.children.join(and), namesIn(names.grades, cls.grade).join(and), subjects.join(and)]
    .filter(Boolean)
    .join(' ');
}

type Called = { side: Side; names: ClassNames; words: ClassWords; classes: LoadedFees['classes'] };

/** The other side of an account: a tutor by name, a family by name or by its first class. */
export function accountName(
  { name, class_id }: Pick<FeeAccount, 'name' | 'class_id'>,
  { side, names, words, classes }: Called,
) {
  if (name) return side === 'family' ? tutorCalled(name, words.called) : name;
  const first = classes.find(({ id }) => id === class_id);
  return first ? feeClassName(first, names, words) : `#${class_id}`;
}
