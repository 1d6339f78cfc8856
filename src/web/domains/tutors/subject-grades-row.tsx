import { useState } from 'react';
import { currentMajorSubject } from '#shared/subjects/subject-ids.ts';
import { namesIn } from '#web/domains/reference/named.ts';
import { bothLists, groupsOf, isTaughtAt, type Subject } from '#web/domains/reference/subjects.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Choice, toggled } from '#web/ui/forms/choices.tsx';
import { FieldGroup } from '#web/ui/forms/field-group.tsx';
import { fieldId } from '#web/ui/stepped-form/schema-check.ts';
import { SelectField } from './select-field.tsx';
import type { TutorLists } from './tutor-lists.ts';
import type { SubjectRow } from './tutor-values.ts';

type SubjectGradesRowProps = {
  path: string;
  lists: TutorLists;
  row: SubjectRow;
  others: readonly SubjectRow[];
  errorAt: (path: string) => string | undefined;
  onChange: (patch: Partial<SubjectRow>) => void;
  onRemove: (() => void) | undefined;
};

/** One subject and its grades; a whole stage can be chosen at once. */
export function SubjectGradesRow({
  path,
  lists,
  row,
  others,
  errorAt,
  onChange,
  onRemove,
}: SubjectGradesRowProps) {
  const t = useTranslate();
  const free = (subject: number) => !others.some((other) => other.subject === subject);
  const subject = row.subject === null ? null : currentMajorSubject(row.subject);
  const subjects = bothLists(lists.majors, lists.others);
  const chosen = subjects.find(({ id }) => id === subject);
  const [dropped, setDropped] = useState<number[]>([]);
  const grades = lists.stages.flatMap((stage) => stage.grades);
  /** Another subject keeps the grades that learn it; what falls away is told. */
  const choose = (id: number | null) => {
    const next = subjects.find((one) => one.id === id);
    const fits = (grade: number) => !next || isTaughtAt(next, grade);
    setDropped(row.grade.filter((grade) => !fits(grade)));
    onChange({ subject: id, grade: row.grade.filter(fits) });
  };
  return (
    <Card className="grid gap-4">
      <SelectField
        path={`${path}.major_subject`}
        label={t('home.subject')}
        groups={groupsOf(
          lists.subjectTypes,
          subjects.filter(({ id }) => free(id)),
        )}
        value={subject}
        onChange={choose}
        error={errorAt(`${path}.major_subject`) ?? errorAt(`${path}.other_subject`)}
      />
      <FieldGroup
        id={fieldId(`${path}.grade`)}
        legend={t('tutorForm.grades')}
        error={errorAt(`${path}.grade`)}
      >
        <p role="status" className={dropped.length > 0 ? 'text-sm' : 'sr-only'}>
          {dropped.length > 0 &&
            t('tutorForm.gradesDropped', {
              subject: chosen?.name ?? '',
              grades: namesIn(grades, dropped).join(t('form.and')),
            })}
        </p>
        {stagesOf(lists.stages, chosen, row.grade).map((stage) => (
          <Stage
            key={stage.id}
            name={stage.name}
            grades={stage.grades}
            chosen={row.grade}
            onChange={(grade) => onChange({ grade })}
          />
        ))}
      </FieldGroup>
      {onRemove && (
        <Button variant="quiet" size="compact" className="justify-self-start" onClick={onRemove}>
          {t('tutorForm.removeSubject')}
        </Button>
      )}
    </Card>
  );
}

/** The grades that learn the subject, by stage; grades that are chosen already stay among them. */
const stagesOf = (
  stages: TutorLists['stages'],
  subject: Pick<Subject, 'grades'> | undefined,
  chosen: readonly number[],
) =>
  stages
    .map((stage) => ({
      ...stage,
      grades: stage.grades.filter(({ id }) => !subject || isTaughtAt(subject, id) || chosen.includes(id)),
    }))
    .filter(({ grades }) => grades.length > 0);

type StageProps = {
  name: string;
  grades: readonly { id: number; name: string }[];
  chosen: readonly number[];
  onChange: (grades: number[]) => void;
};

function Stage({ name, grades, chosen, onChange }: StageProps) {
  const t = useTranslate();
  const all = grades.every(({ id }) => chosen.includes(id));
  const ids = grades.map(({ id }) => id);
  const others = chosen.filter((id) => !ids.includes(id));
  return (
    <div className="grid items-start gap-x-3 border-line lg:grid-cols-[max(7rem,100px)_1fr] border-t pt-2 first-of-type:border-t-0">
      {grades.length > 1 ? (
        <button
          type="button"
          aria-pressed={all}
          aria-label={t('tutorForm.wholeStage', { stage: name })}
          onClick={() => onChange(all ? others : [...others, ...ids])}
          className="min-h-11 text-left text-sm underline decoration-line underline-offset-4 hover:decoration-ink"
        >
          {name}
        </button>
      ) : (
        <span className="flex min-h-11 items-center text-sm">{name}</span>
      )}
      <div className="flex flex-wrap gap-2">
        {grades.map((grade) => (
          <Choice
            key={grade.id}
            type="checkbox"
            checked={chosen.includes(grade.id)}
            onChange={({ target }) => onChange(toggled(chosen, grade.id, target.checked))}
          >
            {grade.name}
          </Choice>
        ))}
      </div>
    </div>
  );
}
