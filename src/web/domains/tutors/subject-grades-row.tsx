import { useState } from 'react';
import { currentMajorSubject } from '#shared/subjects/subject-ids.ts';
import { stretches } from '#web/domains/market/names.ts';
import { namesIn } from '#web/domains/reference/named.ts';
import { bothLists, groupsOf, isTaughtAt, type Subject } from '#web/domains/reference/subjects.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { ChoiceGroup } from '#web/ui/forms/choice-group.tsx';
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
  /** The last other subject with grades that learn this one too. */
  const same = others
    .flatMap(({ subject: id, grade }) => {
      const name = subjects.find((one) => one.id === id)?.name;
      return name ? [{ name, grade }] : [];
    })
    .findLast(({ grade }) => grade.some((one) => !chosen || isTaughtAt(chosen, one)));
  const [dropped, setDropped] = useState<number[]>([]);
  // What is complete stands in one line until somebody wants to change it.
  const [isOpen, setIsOpen] = useState(row.subject === null || row.grade.length === 0);
  const hasError = errorAt(path) !== undefined;
  const grades = lists.stages.flatMap((stage) => stage.grades);
  /** Another subject keeps the grades that learn it; what falls away is told. */
  const choose = (id: number | null) => {
    const next = subjects.find((one) => one.id === id);
    const fits = (grade: number) => !next || isTaughtAt(next, grade);
    setDropped(row.grade.filter((grade) => !fits(grade)));
    onChange({ subject: id, grade: row.grade.filter(fits) });
  };
  if (!isOpen && !hasError)
    return (
      <Card className="flex items-center justify-between gap-3 py-2">
        <p className="min-w-0 text-sm">
          <span className="block font-semibold">{chosen?.name}</span>
          <span className="text-ink-2">
            {stretches(grades, row.grade, { to: t('tutorForm.gradesTo'), and: t('form.and') })}
          </span>
        </p>
        <Button
          variant="quiet"
          size="compact"
          className="shrink-0"
          aria-label={t('tutorForm.changeGrades', { subject: chosen?.name ?? '' })}
          onClick={() => setIsOpen(true)}
        >
          {t('form.edit')}
        </Button>
      </Card>
    );
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
          <ChoiceGroup
            key={stage.id}
            name={stage.name}
            all={t('tutorForm.wholeStage', { stage: stage.name })}
            options={stage.grades}
            value={row.grade}
            onChange={(grade) => onChange({ grade })}
          />
        ))}
        {same && row.grade.length === 0 && (
          <Button
            className="justify-self-start"
            onClick={() =>
              onChange({ grade: same.grade.filter((grade) => !chosen || isTaughtAt(chosen, grade)) })
            }
          >
            {t('tutorForm.sameGrades', { subject: same.name })}
          </Button>
        )}
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
