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
      <p
        role="status"
        className={dropped.length > 0 ? 'rounded-card bg-paper-2 px-3 py-2 text-sm' : 'sr-only'}
      >
        {dropped.length > 0 &&
          t('caseForm.subjectsDropped', { grade: grade?.name ?? '', subjects: dropped.join(t('form.and')) })}
      </p>
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

/** When another grade is chosen, takes away the subjects that it does not teach. Returns their names. */
function useDropped({ lists, grade, major, other, onChange }: SubjectPickerProps) {
  const [dropped, setDropped] = useState<string[]>([]);
  const before = useRef(grade);
  const follow = useEffectEvent(() => {
    const stage = lists.grades.find(({ id }) => id === before.current)?.stage;
    const gone = (list: readonly Subject[], chosen: readonly number[]) =>
      list.filter((subject) => chosen.includes(subject.id) && !isTaughtAt(subject, grade));
    const [majors, others] = [gone(lists.majors, major), gone(lists.others, other)];
    const without = (chosen: readonly number[], list: readonly Subject[]) =>
      chosen.filter((id) => !list.some((subject) => subject.id === id));
    setDropped([...majors, ...others].map((subject) => nameAtStage(subject, stage)));
    if (majors.length + others.length > 0)
      onChange({ major_subject: without(major, majors), other_subject: without(other, others) });
  });
  useEffect(() => {
    if (before.current === grade) return;
    follow();
    before.current = grade;
  }, [grade]);
  return dropped;
}
