import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { currentMajorSubjects } from '#shared/subjects/subject-ids.ts';
import {
  choicesAt,
  groupsOf,
  isTaughtAt,
  nameAtStage,
  type Subject,
} from '#web/domains/reference/subjects.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { Choice, toggled } from '#web/ui/forms/choices.tsx';
import { FieldGroup } from '#web/ui/forms/field-group.tsx';
import type { CaseLists } from './case-lists.ts';

type SubjectPickerProps = {
  id: string;
  legend: string;
  error: string | undefined;
  lists: Pick<CaseLists, 'majors' | 'others' | 'grades' | 'subjectTypes'>;
  grade: number | null;
  major: readonly number[];
  other: readonly number[];
  onChange: (subjects: { major_subject?: number[]; other_subject?: number[] }) => void;
};

// English names are longer than a third of a phone screen.
const layout = 'grid grid-cols-3 gap-2 text-balance lg:grid-cols-5 [:lang(en)_&]:max-lg:grid-cols-2';

/** What the grade learns at school, by kind; languages, music, sport and interests behind a button. */
export function SubjectPicker(props: SubjectPickerProps) {
  const { lists, other, onChange } = props;
  const t = useTranslate();
  const [all, setAll] = useState(false);
  const grade = lists.grades.find(({ id }) => id === props.grade);
  const major = currentMajorSubjects(props.major);
  const dropped = useDropped({ ...props, major });
  // Until a grade is chosen, only what every grade learns.
  const listed = grade
    ? lists.majors
    : lists.majors.filter(({ id, grades }) => grades.length === lists.grades.length || major.includes(id));
  const school = groupsOf(lists.subjectTypes, choicesAt(listed, grade, major));
  const others = groupsOf(
    lists.subjectTypes,
    choicesAt(all ? lists.others : lists.others.filter(({ id }) => other.includes(id)), grade, other),
  );
  const group = (
    field: 'major_subject' | 'other_subject',
    chosen: readonly number[],
    { name, list }: { name: string; list: Subject[] },
  ) => (
    <fieldset key={`${field} ${name}`}>
      <legend className="mb-1.5 text-ink-2 text-xs">{name}</legend>
      <div className={layout}>
        {list.map((subject) => (
          <Choice
            key={subject.id}
            type="checkbox"
            checked={chosen.includes(subject.id)}
            onChange={({ target }) => onChange({ [field]: toggled(chosen, subject.id, target.checked) })}
          >
            {subject.name}
          </Choice>
        ))}
      </div>
    </fieldset>
  );
  return (
    <FieldGroup id={props.id} legend={props.legend} error={props.error} className="gap-4">
      <DroppedSubjects grade={grade?.name ?? ''} dropped={dropped} />
      {school.map((one) => group('major_subject', major, one))}
      {!grade && <p className="text-ink-2 text-sm">{t('caseForm.subjectsFollowGrade')}</p>}
      {others.map((one) => group('other_subject', other, one))}
      <button
        type="button"
        aria-expanded={all}
        onClick={() => setAll(!all)}
        className="min-h-11 justify-self-start text-sm underline underline-offset-4"
      >
        {t(all ? 'caseForm.fewerSubjects' : 'caseForm.moreSubjects')}
      </button>
    </FieldGroup>
  );
}

type Chosen = { major_subject: readonly number[]; other_subject: readonly number[] };

/** What stays chosen at another grade, and the names of what it does not teach. */
export function chosenAt(
  lists: Pick<CaseLists, 'majors' | 'others' | 'grades'>,
  { major_subject, other_subject }: Chosen,
  { from, to }: { from: number | null; to: number | null },
) {
  const stage = lists.grades.find(({ id }) => id === from)?.stage;
  const [majors, others] = [currentMajorSubjects(major_subject), other_subject];
  const gone = (list: readonly Subject[], chosen: readonly number[]) =>
    list.filter((subject) => chosen.includes(subject.id) && !isTaughtAt(subject, to));
  const [goneMajors, goneOthers] = [gone(lists.majors, majors), gone(lists.others, others)];
  const without = (chosen: readonly number[], list: readonly Subject[]) =>
    chosen.filter((id) => !list.some((subject) => subject.id === id));
  return {
    kept: { major_subject: without(majors, goneMajors), other_subject: without(others, goneOthers) },
    dropped: [...goneMajors, ...goneOthers].map((subject) => nameAtStage(subject, stage)),
  };
}

/** Says which subjects another grade took away. */
export function DroppedSubjects({ grade, dropped }: { grade: string; dropped: readonly string[] }) {
  const t = useTranslate();
  const has = dropped.length > 0;
  return (
    <p role="status" className={has ? 'rounded-card bg-paper-2 px-3 py-2 text-sm' : 'sr-only'}>
      {has && t('caseForm.subjectsDropped', { grade, subjects: dropped.join(t('form.and')) })}
    </p>
  );
}

/** When another grade is chosen beside the picker, takes away the subjects that it does not teach. */
function useDropped({ lists, grade, major, other, onChange }: SubjectPickerProps) {
  const [names, setNames] = useState<string[]>([]);
  const before = useRef(grade);
  const follow = useEffectEvent(() => {
    const chosen = { major_subject: major, other_subject: other };
    const { kept, dropped } = chosenAt(lists, chosen, { from: before.current, to: grade });
    setNames(dropped);
    if (dropped.length > 0) onChange(kept);
  });
  useEffect(() => {
    if (before.current === grade) return;
    follow();
    before.current = grade;
  }, [grade]);
  return names;
}
