import { useState } from 'react';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { Choice, toggled } from '#web/ui/forms/choices.tsx';
import { FieldGroup } from '#web/ui/forms/field-group.tsx';
import type { CaseLists } from './case-lists.ts';

type SubjectPickerProps = {
  id: string;
  legend: string;
  error: string | undefined;
  lists: Pick<CaseLists, 'majors' | 'others' | 'grades'>;
  grade: number | null;
  major: readonly number[];
  other: readonly number[];
  onChange: (subjects: { major_subject?: number[]; other_subject?: number[] }) => void;
};

/** The subject types listed first for each stage of education; ids of reference lists never change. */
const kindsOfStage: Record<number, readonly number[]> = {
  1: [3],
  2: [3],
  3: [3],
  4: [1, 2],
  5: [4],
  6: [4],
  7: [4],
};

// English names are longer than a third of a phone screen.
const layout = 'grid grid-cols-3 gap-2 lg:grid-cols-5 [:lang(en)_&]:max-lg:grid-cols-2';

/** The subjects that fit the grade first; the others, and interests, behind a button. */
export function SubjectPicker(props: SubjectPickerProps) {
  const { lists, grade, major, other, onChange } = props;
  const t = useTranslate();
  const [all, setAll] = useState(false);
  const stage = lists.grades.find(({ id }) => id === grade)?.stage;
  const kinds = kindsOfStage[stage ?? 0] ?? [1, 3];
  const fitting = lists.majors.filter(
    (subject) => kinds.includes(subject.subject_type) || major.includes(subject.id),
  );
  const rest = lists.majors.filter((subject) => !fitting.includes(subject));
  const shownOthers = all ? lists.others : lists.others.filter(({ id }) => other.includes(id));

  const majorChoice = ({ id, name }: { id: number; name: string }) => (
    <Choice
      key={`major ${id}`}
      type="checkbox"
      checked={major.includes(id)}
      onChange={({ target }) => onChange({ major_subject: toggled(major, id, target.checked) })}
    >
      {name}
    </Choice>
  );
  return (
    <FieldGroup id={props.id} legend={props.legend} error={props.error}>
      <div className={layout}>{fitting.map(majorChoice)}</div>
      {(all || shownOthers.length > 0) && (
        <div className={layout}>
          {all && rest.map(majorChoice)}
          {shownOthers.map(({ id, name }) => (
            <Choice
              key={`other ${id}`}
              type="checkbox"
              checked={other.includes(id)}
              onChange={({ target }) => onChange({ other_subject: toggled(other, id, target.checked) })}
            >
              {name}
            </Choice>
          ))}
        </div>
      )}
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
