import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { PriceAdvice } from '#shared/matching.ts';
import { currentMajorSubject } from '#shared/subjects/subject-ids.ts';
import { feesIn, hasMiddle } from '#web/domains/matching/asked-fees.ts';
import { isTaughtAt } from '#web/domains/reference/subjects.ts';
import { useRemote } from '#web/ground/api/use-remote.ts';
import type { Translate } from '#web/ground/i18n/i18n.ts';
import { countWords, keepUnits } from '#web/ground/i18n/numbers.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { oncePer } from '#web/ground/once-per.ts';
import { useHydrated } from '#web/ground/page-life.ts';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { optionsHtml, Select } from '#web/ui/forms/select.tsx';
import { escaped } from '#web/ui/text.ts';

type Part = 'grade' | 'subject' | 'region';
type Draft = Partial<Record<Part, string>>;
/** `o7` is the other subject 7, `7` the school subject. */
type FinderSubject = { value: string; name: string; grades: readonly number[] };
export type FinderGroup = {
  name: string;
  /** One line for each subject, made by subjectLine: as separate values they would take more bytes than the page's cards. */
  lines: string;
};
export type FinderOptions = {
  /** Made by optionsHtml. */
  grade: string;
  region: string;
  subjects: readonly FinderGroup[];
};

/** The localStorage key of the choices, until the case is posted. */
const draftKey = 'mingshi:case-draft';

function readDraft(): Draft {
  try {
    const draft: Draft = JSON.parse(localStorage.getItem(draftKey) ?? '{}');
    if (!draft.subject || draft.subject.startsWith('o')) return draft;
    return { ...draft, subject: String(currentMajorSubject(Number(draft.subject))) };
  } catch {
    return {};
  }
}

/** What the fields hold already: chosen before the script ran. */
function chosenIn(form: HTMLFormElement | null): Draft {
  const given = form ? new FormData(form) : undefined;
  const values = Object.entries(fieldNames).map(([part, name]) => [part, given?.get(name)] as const);
  return Object.fromEntries(values.filter(([, value]) => value));
}

/** The names of the fields are those of the list's filters, so that the form works without a script. */
const fieldNames = { grade: 'grade', subject: 'major_subject', region: 'region' } as const;

/** `o7 4,5,6 Football` */
export const subjectLine = ({ value, grades, name }: FinderSubject) => `${value} ${grades.join()} ${name}`;
const subjectsIn = oncePer(({ lines }: FinderGroup) =>
  lines.split('\n').map((line): FinderSubject => {
    const [value = '', grades = '', ...name] = line.split(' ');
    return { value, grades: grades.split(',').map(Number), name: name.join(' ') };
  }),
);

const isTaught = (subject: FinderSubject, grade: string | undefined) =>
  isTaughtAt(subject, grade ? Number(grade) : null);

const subjectsHtml = (groups: readonly FinderGroup[], grade?: string) =>
  groups
    .map((group) => ({ name: group.name, list: subjectsIn(group).filter((one) => isTaught(one, grade)) }))
    .filter(({ list }) => list.length > 0)
    .map(({ name, list }) => {
      const inGroup = list.map((one) => `<option value=${one.value}>${escaped(one.name)}`).join('');
      return `<optgroup label="${escaped(name)}">${inGroup}</optgroup>`;
    })
    .join('');
/** Before a grade is chosen, as the server draws it for everybody. */
const allSubjects = oncePer((groups: readonly FinderGroup[]) => subjectsHtml(groups));

/** What is chosen, under the names of the list's filters. */
function filtersOf({ grade, subject, region }: Draft) {
  const isOther = subject?.startsWith('o');
  return {
    ...(region && { region }),
    ...(subject && (isOther ? { other_subject: subject.slice(1) } : { major_subject: subject })),
    ...(grade && { grade }),
  };
}

/** Grade, subject and district lead to the tutors themselves. Before any script runs it is a plain form. */
export function Finder({ options }: { options: FinderOptions }) {
  const t = useTranslate();
  const { href } = useShell();
  const navigate = useNavigate();
  const [draft, setDraft] = useState<Draft>({});
  const { grade, subject, region } = draft;
  const [dropped, setDropped] = useState('');
  const form = useRef<HTMLFormElement>(null);

  const take = (next: Draft) => {
    const chosen = options.subjects
      .flatMap((group) => subjectsIn(group))
      .find(({ value }) => value === next.subject);
    // A subject that the other grade does not teach has to be chosen again.
    const isGone = chosen !== undefined && !isTaught(chosen, next.grade);
    setDropped(isGone ? chosen.name : '');
    if (isGone) delete next.subject;
    setDraft(next);
    localStorage.setItem(draftKey, JSON.stringify(next));
  };
  const choose = (part: Part) => (event: React.ChangeEvent<HTMLSelectElement>) =>
    take({ ...draft, [part]: event.target.value });
  // Before React writes into the fields for the first time.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the script takes over
  useLayoutEffect(() => {
    const chosen = chosenIn(form.current);
    if (Object.keys(chosen).length > 0) take({ ...readDraft(), ...chosen });
    else setDraft(readDraft());
  }, []);
  const subjectOptions = useMemo(
    () => (grade ? subjectsHtml(options.subjects, grade) : allSubjects(options.subjects)),
    [options, grade],
  );
  const rows = [
    ['grade', t('home.grade'), options.grade],
    ['subject', t('home.subject'), subjectOptions],
    ['region', t('home.region'), options.region],
  ] as const;
  const nothing = optionsHtml([{ id: '', name: t('home.choose') }]);
  const answer = useAnswer(draft);
  const query = new URLSearchParams(filtersOf(draft)).toString();
  const withChoices = (path: string) => href(path) + (query && `?${query}`);

  return (
    <form
      ref={form}
      action={href('/tutors')}
      className="grid grid-cols-2 gap-3 rounded-card border border-line bg-sheet p-4 shadow-float lg:gap-4 lg:p-6"
      onSubmit={(event) => {
        event.preventDefault();
        navigate(withChoices('/tutors'));
      }}
    >
      <h2 className="col-span-2 text-xl max-lg:sr-only">{t('home.finderTitle')}</h2>
      {rows.map(([part, label, choices]) => (
        <Field
          key={part}
          label={label}
          help={part === 'subject' && dropped ? t('home.subjectDropped', { subject: dropped }) : undefined}
          className={part === 'region' ? 'col-span-2' : 'min-w-0 content-start'}
        >
          <Select
            name={fieldNames[part]}
            value={draft[part] ?? ''}
            onChange={choose(part)}
            options={nothing + choices}
          />
        </Field>
      ))}
      <Button variant="primary" type="submit" className="col-span-2">
        {answer?.words ?? t('home.see')}
      </Button>
      <p role="status" className="col-span-2 grid min-h-[2lh] items-center text-ink-2 text-sm">
        {answer ? (answer.isNone ? t('home.finderNone') : answer.price) : t('home.finderNote')}
      </p>
      {/* Nothing is posted yet: the choices are carried over; before the script runs, by the form. */}
      {useHydrated() ? (
        <a href={withChoices('/me/case/new')} data-discover="true" className={postClass}>
          {grade || subject || region ? t('home.postThis') : t('home.post')}
        </a>
      ) : (
        <button type="submit" formAction={href('/me/case/new')} className={postClass}>
          {t('home.post')}
        </button>
      )}
    </form>
  );
}

const postClass = 'col-span-2 flex min-h-11 items-center justify-center text-sm underline underline-offset-4';

/** How many tutors the list will show for all three choices, and the usual fee. */
function useAnswer(draft: Draft) {
  const t = useTranslate();
  const { grade, subject, region } = draft;
  const isComplete = Boolean(grade && subject && region);
  const { value } = useRemote({
    key: isComplete ? JSON.stringify(filtersOf(draft)) : '',
    read: async (api) => {
      if (!isComplete) return undefined;
      const { region, grade, ...subjects } = filtersOf(draft);
      const taught = Object.entries(subjects).map(([name, id]) => [name, [Number(id)]]);
      const child = { grade: Number(grade), ...Object.fromEntries(taught) };
      const [tutors, price] = await Promise.all([
        api('GET /api/common_info/teacher_case', { query: { ...filtersOf(draft), page_size: 1 } }),
        api('POST /api/algorithms/price_recommender', {
          body: { draft: { child_info: [child], tutoring_region: Number(region) } },
        }),
      ]);
      return { total: tutors.total, isCapped: tutors.total_is_capped, price };
    },
  });
  if (!isComplete || !value) return undefined;
  const { total, isCapped, price } = value;
  return {
    isNone: total === 0,
    words: total === 1 ? t('home.seeOne') : t('home.seeCount', { count: countWords(total, isCapped) }),
    price: keepUnits(priceWords(t, price)),
  };
}

/** What the tutors here ask; where nobody fits, what such lessons cost elsewhere. */
function priceWords(t: Translate, { asked, comparables, p25, p75 }: PriceAdvice) {
  if (asked) return t(hasMiddle(asked) ? 'home.finderAskedMiddle' : 'home.finderAsked', feesIn(asked));
  return t(comparables > 0 ? 'home.finderComparables' : 'home.finderTable', {
    ...{ count: comparables, low: p25, high: p75 },
  });
}
