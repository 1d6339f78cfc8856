import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { Button } from '#web/ui/button.tsx';
import { CheckChoices } from '#web/ui/forms/choices.tsx';
import { FieldGroup } from '#web/ui/forms/field-group.tsx';
import { fieldId } from '#web/ui/stepped-form/schema-check.ts';
import { SelectField } from './select-field.tsx';
import { SubjectGradesRow } from './subject-grades-row.tsx';
import { SubjectsByStage } from './subjects-by-stage.tsx';
import type { TutorStepProps } from './tutor-step-props.ts';
import { newRowKey } from './tutor-values.ts';

export function StepTeaching({ lists, values, change, errorAt }: TutorStepProps) {
  const t = useTranslate();
  const rows = values.subject_grades;
  return (
    <>
      <FieldGroup
        id={fieldId('subject_grades')}
        legend={t('tutorForm.subjects')}
        help={t('tutorForm.subjectsHelp')}
        error={rows.length === 0 ? errorAt('subject_grades') : undefined}
        className="gap-4"
      >
        <SubjectsByStage
          lists={lists}
          rows={rows}
          onChange={(subject_grades) => change({ subject_grades })}
        />
        <p className="text-ink-2 text-sm">{t('tutorForm.subjectsBelow')}</p>
        {rows.map((row, index) => (
          <SubjectGradesRow
            key={row.key}
            path={`subject_grades.${index}`}
            lists={lists}
            row={row}
            others={rows.filter((other) => other !== row)}
            errorAt={errorAt}
            onChange={(patch) =>
              change(
                { subject_grades: rows.map((one) => (one === row ? { ...one, ...patch } : one)) },
                Object.keys(patch).map((name) =>
                  name === 'subject'
                    ? `subject_grades.${index}.major_subject`
                    : `subject_grades.${index}.${name}`,
                ),
              )
            }
            onRemove={
              rows.length > 1
                ? () => change({ subject_grades: rows.filter((one) => one !== row) })
                : undefined
            }
          />
        ))}
        <Button
          className="justify-self-start"
          onClick={() =>
            change({ subject_grades: [...rows, { key: newRowKey(), subject: null, grade: [] }] }, [])
          }
        >
          {t('tutorForm.addSubject')}
        </Button>
      </FieldGroup>
      <SelectField
        path="experience"
        label={t('tutorForm.experience')}
        list={lists.experiences}
        value={values.experience}
        onChange={(experience) => change({ experience })}
        error={errorAt('experience')}
      />
      <CheckChoices
        id={fieldId('teaching_language')}
        legend={t('tutorForm.languages')}
        error={errorAt('teaching_language')}
        options={lists.languages}
        value={values.teaching_language}
        onChange={(teaching_language) => change({ teaching_language })}
      />
    </>
  );
}
