import { useSchoolSearch } from '#web/domains/reference/school-search.ts';
import { nameAtStage } from '#web/domains/reference/subjects.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { Button } from '#web/ui/button.tsx';
import { Combobox } from '#web/ui/forms/combobox.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { FieldGroup } from '#web/ui/forms/field-group.tsx';
import { fieldId } from '#web/ui/stepped-form/schema-check.ts';
import { SelectField } from './select-field.tsx';
import type { TutorStepProps } from './tutor-step-props.ts';
import { type DseRow, newRowKey } from './tutor-values.ts';

/** Subjects of the public examination. */
const examinedKinds = [1, 2];
/** The stage that sits for it, and has its own names for Chinese and English. */
const seniorSecondary = 4;
const mostResults = 15;

export function StepStudies({ lists, values, change, errorAt }: TutorStepProps) {
  const t = useTranslate();
  const search = useSchoolSearch();
  return (
    <>
      <SelectField
        path="education"
        label={t('tutorForm.education')}
        list={lists.educations}
        value={values.education}
        onChange={(education) => change({ education })}
        error={errorAt('education')}
      />
      <Field
        id={fieldId('school')}
        label={t('tutorForm.school')}
        help={t('tutorForm.schoolHelp')}
        optional
        error={errorAt('school')}
      >
        <Combobox
          placeholder={t('caseForm.schoolHint')}
          value={values.school}
          onChange={(school) => change({ school })}
          search={search}
          keepsTyped
        />
      </Field>
      <div className="grid grid-cols-2 gap-4">
        <SelectField
          path="gpa"
          label={t('tutorForm.gpa')}
          optional
          list={lists.gpas}
          value={values.gpa}
          onChange={(gpa) => change({ gpa })}
          error={errorAt('gpa')}
        />
        <SelectField
          path="rank"
          label={t('tutorForm.rank')}
          optional
          list={lists.ranks}
          value={values.rank}
          onChange={(rank) => change({ rank })}
          error={errorAt('rank')}
        />
      </div>
      <DseResults {...{ lists, values, change, errorAt }} />
    </>
  );
}

function DseResults({ lists, values, change, errorAt }: TutorStepProps) {
  const t = useTranslate();
  const rows = values.dse_results;
  const subjects = lists.majors
    .filter(({ subject_type }) => examinedKinds.includes(subject_type))
    .map((subject) => ({ ...subject, name: nameAtStage(subject, seniorSecondary) }));
  const set = (key: string, patch: Partial<DseRow>) =>
    change({ dse_results: rows.map((row) => (row.key === key ? { ...row, ...patch } : row)) });
  const general = rows.every((_, index) => !errorAt(`dse_results.${index}`))
    ? errorAt('dse_results')
    : undefined;
  return (
    <FieldGroup
      id={fieldId('dse_results')}
      legend={t('tutorForm.dse')}
      help={t('tutorForm.dseHelp')}
      optional
      error={general}
    >
      {rows.map((row, index) => (
        <div
          key={row.key}
          className="grid grid-cols-2 lg:grid-cols-[1fr_10rem] items-start gap-x-3 gap-y-1 border-line border-b pb-3"
        >
          <SelectField
            path={`dse_results.${index}.major_subject`}
            label={t('home.subject')}
            list={subjects.filter(
              ({ id }) => id === row.major_subject || !rows.some((other) => other.major_subject === id),
            )}
            value={row.major_subject}
            onChange={(major_subject) => set(row.key, { major_subject })}
            error={errorAt(`dse_results.${index}.major_subject`)}
          />
          <SelectField
            path={`dse_results.${index}.dse_level`}
            label={t('tutorForm.level')}
            list={lists.levels}
            value={row.dse_level}
            onChange={(dse_level) => set(row.key, { dse_level })}
            error={errorAt(`dse_results.${index}.dse_level`)}
          />
          <Button
            variant="quiet"
            size="compact"
            className="justify-self-start"
            onClick={() => change({ dse_results: rows.filter(({ key }) => key !== row.key) })}
          >
            {t('tutorForm.removeRow')}
          </Button>
        </div>
      ))}
      {rows.length < mostResults && (
        <Button
          className="justify-self-start"
          onClick={() =>
            change({ dse_results: [...rows, { key: newRowKey(), major_subject: null, dse_level: null }] }, [])
          }
        >
          {t('tutorForm.addResult')}
        </Button>
      )}
    </FieldGroup>
  );
}
