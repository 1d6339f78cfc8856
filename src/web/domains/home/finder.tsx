import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { currentMajorSubject } from '#shared/subjects/subject-ids.ts';
import { type Named, nameIn } from '#web/domains/reference/named.ts';
import { isTaughtAt } from '#web/domains/reference/subjects.ts';
import { useRemote } from '#web/ground/api/use-remote.ts';
import { readCookie } from '#web/ground/cookies.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useLogin } from '#web/ground/login.ts';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { groupsHtml, optionsHtml, Select } from '#web/ui/forms/select.tsx';

type Part = 'grade' | 'subject' | 'region';
type Draft = Partial<Record<Part, string>>;
/** The options made by optionsHtml; subjects as they are, because they follow the grade. */
export type FinderOptions = Record<'grade' | 'region', string> & {
  subject: readonly { name: string; list: readonly (Named & { grades: readonly number[] })[] }[];
};

/** The localStorage key of the choices, until the case is posted. */
const draftKey = 'mingshi:case-draft';

function readDraft(): Draft {
  try {
    const draft: Draft = JSON.parse(localStorage.getItem(draftKey) ?? '{}');
    return draft.subject ? { ...draft, subject: String(currentMajorSubject(Number(draft.subject))) } : draft;
  } catch {
    return {};
  }
}

/** The first three fields of a case. */
export function Finder({ options }: { options: FinderOptions }) {
  const t = useTranslate();
  const { href } = useShell();
  const login = useLogin();
  const navigate = useNavigate();
  const [draft, setDraft] = useState<Draft>({});
  useEffect(() => setDraft(readDraft()), []);

  const [dropped, setDropped] = useState('');
  const taught = (at: string | undefined) =>
    options.subject
      .map(({ name, list }) => ({
        name,
        list: list.filter((one) => isTaughtAt(one, at ? Number(at) : null)),
      }))
      .filter(({ list }) => list.length > 0);
  const nameOf = (groups: FinderOptions['subject'], id: string | undefined) =>
    nameIn(
      groups.flatMap(({ list }) => list),
      Number(id),
    );

  const choose = (part: Part) => (event: React.ChangeEvent<HTMLSelectElement>) => {
    const next = { ...draft, [part]: event.target.value };
    // A subject that the other grade does not teach has to be chosen again.
    const gone = next.subject && !nameOf(taught(next.grade), next.subject);
    setDropped(gone ? nameOf(options.subject, next.subject) : '');
    if (gone) next.subject = '';
    setDraft(next);
    localStorage.setItem(draftKey, JSON.stringify(next));
  };
  const rows = [
    ['grade', t('home.grade')],
    ['subject', t('home.subject')],
    ['region', t('home.region')],
  ] as const;
  const nothing = optionsHtml([{ id: '', name: t('home.choose') }]);
  const { grade, subject, region } = draft;
  const complete = grade && subject && region;

  return (
    <form
      className="rounded-card border border-line bg-sheet p-5 shadow-float"
      onSubmit={(event) => {
        event.preventDefault();
        const target = href('/me/case/new');
        if (readCookie('csrftoken')) navigate(target);
        else login.open({ returnTo: target });
      }}
    >
      <h2 className="text-xl">{t('home.finderTitle')}</h2>
      {rows.map(([part, label]) => (
        <Field
          key={part}
          label={label}
          help={part === 'subject' && dropped ? t('home.subjectDropped', { subject: dropped }) : undefined}
          className="mt-4"
        >
          <Select
            value={draft[part] ?? ''}
            onChange={choose(part)}
            options={nothing + (part === 'subject' ? groupsHtml(taught(grade)) : options[part])}
          />
        </Field>
      ))}
      <p
        role="status"
        className={complete ? 'mt-4 rounded-card bg-jade-soft p-3 text-jade text-sm' : 'sr-only'}
      >
        {complete && <FinderAnswer grade={grade} subject={subject} region={region} />}
      </p>
      <Button variant="primary" type="submit" className="mt-4 w-full">
        {t('home.continue')}
      </Button>
      <p className="mt-3 text-center text-ink-2 text-xs">{t('home.finderNote')}</p>
    </form>
  );
}

type Choice = { grade: string; subject: string; region: string };

/** How many tutors fit the three choices, and their prices. Without an answer, the previous one stays. */
function FinderAnswer({ grade, subject, region }: Choice) {
  const t = useTranslate();
  const { value: answer } = useRemote({
    key: `${grade} ${subject} ${region}`,
    read: async (api) => {
      const draft = {
        child_info: [{ grade: Number(grade), major_subject: [Number(subject)] }],
        tutoring_region: Number(region),
      };
      const [{ total, total_is_capped }, price] = await Promise.all([
        api('POST /api/algorithms/tutor_matcher', { body: { draft } }),
        api('POST /api/algorithms/price_recommender', { body: { draft } }),
      ]);
      return { total, capped: total_is_capped, price };
    },
  });
  if (!answer) return t('home.finderKept');
  const { total, capped, price } = answer;
  return (
    <>
      <span className="block font-bold text-base">
        {total === 0 ? t('home.finderNone') : t('home.finderFound', { count: capped ? `${total}+` : total })}
      </span>
      <span className="block">
        {t('home.finderPrice', { low: price.p25, high: price.p75, middle: price.p50 })}
        {price.comparables > 0
          ? t('home.finderComparables', { count: price.comparables })
          : t('home.finderTable')}
      </span>
    </>
  );
}
