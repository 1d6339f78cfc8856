import type { CaseDetail, SavedDraft } from '#shared/cases.ts';
import { currentMajorSubjects } from '#shared/subjects/subject-ids.ts';
import { type Named, nameIn } from '#web/domains/reference/named.ts';
import { otherSubjectsIn } from '#web/domains/reference/subjects.ts';
import { type Draft, dropDraft, finderDraft, newKey, readDraft } from '#web/ground/drafts.ts';
import type { Beginning } from '#web/ui/stepped-form/use-draft.ts';
import type { CaseLists } from './case-lists.ts';
import {
  type CaseValues,
  type ChildLimit,
  type ChildValues,
  emptyCase,
  newChild,
  type SavedChild,
  valuesOf,
} from './case-values.ts';

export const newCaseDraft = 'case:new';
/** The owner of what a visitor has filled in, until there is an account. */
export const visitor = 0;

/** What the home page or a list of tutors was asked for. */
export type Choices = { grade: number | null; major: number[]; other: number[]; region: number | null };

/** What is known of the family beside what they have filled in. */
export type Known = {
  lists: CaseLists;
  saved: readonly SavedChild[];
  limit: ChildLimit;
  /** The latest case. */
  last: CaseDetail | undefined;
};

const idsOf = (given: unknown) =>
  String(given ?? '')
    .split(',')
    .map(Number);
const idsIn = (list: readonly Named[], ids: readonly number[]) => ids.filter((id) => nameIn(list, id) !== '');

function choicesOf(lists: CaseLists, given: Record<'grade' | 'major' | 'other' | 'region', unknown>) {
  const choices: Choices = {
    grade: idsIn(lists.grades, idsOf(given.grade))[0] ?? null,
    major: idsIn(lists.majors, currentMajorSubjects(idsOf(given.major))),
    other: idsIn(lists.others, [
      ...idsOf(given.other),
      ...otherSubjectsIn([String(given.major)]).map(Number),
    ]),
    region: idsIn(lists.regions, idsOf(given.region))[0] ?? null,
  };
  const isEmpty = choices.grade === null && choices.region === null;
  return isEmpty && choices.major.length + choices.other.length === 0 ? undefined : choices;
}

export const choiceFields = ['grade', 'major_subject', 'other_subject', 'region'] as const;

const choicesInAddress = (lists: CaseLists, search: URLSearchParams) =>
  choicesOf(lists, {
    grade: search.get('grade'),
    major: search.get('major_subject'),
    other: search.get('other_subject'),
    region: search.get('region'),
  });

function choicesOfHome(lists: CaseLists): Choices | undefined {
  try {
    const { grade, subject, region } = JSON.parse(localStorage.getItem(finderDraft) ?? '{}') ?? {};
    return choicesOf(lists, { grade, major: subject, other: '', region });
  } catch (error) {
    console.error('應用層錯誤: the answers of the home page could not be read', error);
    return undefined;
  }
}

/** The child of the account that is meant; undefined for a new one. */
function childFor({ saved, limit, last }: Known, grade: number | null): SavedChild | undefined {
  const fitting = grade === null ? saved : saved.filter((child) => child.grade === grade);
  if (fitting.length === 1) return fitting[0];
  const isFull = limit.count >= limit.limit;
  const latest = fitting.find(({ id }) => id === last?.child_info[0]?.id);
  return latest ?? (isFull ? (fitting[0] ?? saved[0]) : undefined);
}

/** Initial values: what was chosen, a child of the account, and the latest case, as the next is mostly the same. */
export function valuesFrom(known: Known, choices?: Choices): CaseValues {
  const { grade = null, major = [], other = [], region = null } = choices ?? {};
  const child = newChild({ ...childFor(known, grade), major_subject: major, other_subject: other });
  const first: ChildValues = { ...child, grade: grade ?? child.grade };
  const decided = [
    ...(grade !== null ? [`${first.key} grade`] : []),
    ...(major.length + other.length > 0 ? [`${first.key} subjects`] : []),
    ...(region !== null ? ['place'] : []),
  ];
  const empty = { ...emptyCase(first, region), decided };
  if (!known.last) return empty;
  const { tutoring_days_per_week, tutoring_time_per_class, tutoring_type, tutoring_region } = known.last;
  const { teacher_gender, teacher_education, teaching_language } = known.last;
  return {
    ...empty,
    ...{
      tutoring_days_per_week,
      tutoring_time_per_class,
      teacher_gender,
      teacher_education,
      teaching_language,
    },
    // A district that was chosen means lessons in person.
    ...(region === null && { tutoring_type, tutoring_region }),
  };
}

/** The values of an earlier case; for a sibling, the child is another one of the account or a new one. */
function copyOf(known: Known, copied: Copied): CaseValues {
  const values = valuesOf(copied.detail, copied.schools);
  const inCase = values.child_info.map(({ id }) => id);
  const sibling = known.saved.find(({ id }) => !inCase.includes(id));
  const [first] = values.child_info;
  const children =
    copied.isForSibling || !first
      ? [
          newChild({
            ...sibling,
            major_subject: first?.major_subject ?? [],
            other_subject: first?.other_subject ?? [],
          }),
        ]
      : values.child_info;
  // A day that has passed is no start.
  return { ...values, child_info: children, start_tutoring_date: '', decided: ['price'] };
}

type Copied = { detail: CaseDetail; schools: readonly Named[]; isForSibling: boolean };

/** What a visitor has filled in so far: by the address, in this browser, or on the home page. */
export function visitorValues(known: Known, search: URLSearchParams): CaseValues | undefined {
  const choices = choicesInAddress(known.lists, search);
  if (choices) return valuesFrom(known, choices);
  const kept = readDraft<CaseValues>(newCaseDraft, visitor)?.values;
  if (kept && isCase(kept)) return kept;
  const fromHome = choicesOfHome(known.lists);
  return fromHome && valuesFrom(known, fromHome);
}

type Wish = {
  owner: number;
  known: Known;
  search: URLSearchParams;
  copied: Copied | undefined;
  server: SavedDraft | null;
};

/** Where the form of somebody logged in begins; what they had begun before is set aside for what they ask for now. */
export function beginCase({ owner, known, search, copied, server }: Wish): Beginning<CaseValues> | undefined {
  const earlier = earlierDraft(owner, server);
  const asked = copied ? copyOf(known, copied) : visitorValues(known, search);
  if (!asked || (earlier && !copied && asksTheSame(asked, earlier.values)))
    return earlier && { draft: earlier, isRestored: true };
  const values = copied ? asked : withAccount(known, asked);
  const draft = { owner, key: newKey(), version: null, values, aside: earlier?.values };
  return { draft, isRestored: false };
}

/** A visitor's values meet the account: its children and its latest case are known only now. */
function withAccount(known: Known, asked: CaseValues): CaseValues {
  const [first, ...more] = asked.child_info;
  if (!first || first.id !== null || more.length > 0) return asked;
  const fresh = valuesFrom(known, {
    grade: first.grade,
    major: first.major_subject,
    other: first.other_subject,
    region: asked.tutoring_region,
  });
  return fresh;
}

/** This device's draft where the server does not have its changes, else the server's. */
function earlierDraft(owner: number, server: SavedDraft | null): Draft<CaseValues> | undefined {
  const local = readDraft<CaseValues>(newCaseDraft, owner);
  if (local && !local.saved && isCase(local.values)) return local;
  if (!server || !isCase(server.form)) return undefined;
  return { owner, key: server.key, version: null, values: server.form, saved: server.saved_at };
}

const isCase = (form: unknown): form is CaseValues => {
  const { child_info: children, slots } = (form ?? {}) as Partial<CaseValues>;
  return (
    Array.isArray(children) &&
    Array.isArray(slots) &&
    children.length > 0 &&
    children.every((child) => Array.isArray(child?.major_subject) && Array.isArray(child.other_subject))
  );
};

function asksTheSame(asked: CaseValues, begun: CaseValues) {
  const [one, other] = [asked.child_info[0], begun.child_info[0]];
  const same = (a: readonly number[] = [], b: readonly number[] = []) =>
    [...a].sort().join() === [...b].sort().join();
  return (
    one?.grade === other?.grade &&
    same(one?.major_subject, other?.major_subject) &&
    same(one?.other_subject, other?.other_subject) &&
    (asked.tutoring_region === null || asked.tutoring_region === begun.tutoring_region)
  );
}

/** What was asked for is in the account's draft by now. */
export function forgetChoices() {
  localStorage.removeItem(finderDraft);
  if (readDraft(newCaseDraft, visitor)) dropDraft(newCaseDraft);
}
