import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { RadioChoices } from '#web/ui/forms/choices.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { Input } from '#web/ui/forms/input.tsx';
import { optionsHtml, Select } from '#web/ui/forms/select.tsx';
import { fieldId } from '#web/ui/stepped-form/schema-check.ts';
import type { CaseStepProps } from './case-form-context.ts';

const days = [1, 2, 3, 4, 5, 6, 7];

export function StepNeeds({ lists, values, change, errorAt }: CaseStepProps) {
  const t = useTranslate();
  const online = lists.types.find(({ id }) => id === values.tutoring_type)?.is_online ?? false;
  return (
    <>
      <RadioChoices
        id={fieldId('tutoring_type')}
        legend={t('caseForm.type')}
        error={errorAt('tutoring_type')}
        layout="grid grid-cols-3 gap-2 lg:grid-cols-5"
        options={lists.types}
        value={values.tutoring_type}
        onChange={(tutoring_type) => change({ tutoring_type }, ['tutoring_type', 'tutoring_region'])}
      />
      {!online && (
        <Field id={fieldId('tutoring_region')} label={t('home.region')} error={errorAt('tutoring_region')}>
          <Select
            value={values.tutoring_region ?? ''}
            onChange={({ target }) => change({ tutoring_region: Number(target.value) || null })}
            options={optionsHtml([{ id: '', name: t('home.choose') }, ...lists.regions])}
          />
        </Field>
      )}
      <RadioChoices
        id={fieldId('tutoring_days_per_week')}
        legend={t('caseForm.daysPerWeek')}
        error={errorAt('tutoring_days_per_week')}
        layout="grid grid-cols-7 gap-1.5"
        options={days.map((id) => ({ id, name: id }))}
        value={values.tutoring_days_per_week}
        onChange={(tutoring_days_per_week) => change({ tutoring_days_per_week })}
      />
      <RadioChoices
        id={fieldId('tutoring_time_per_class')}
        legend={t('caseForm.length')}
        error={errorAt('tutoring_time_per_class')}
        layout="grid grid-cols-3 gap-2 lg:grid-cols-5"
        options={lists.lengths}
        value={values.tutoring_time_per_class}
        onChange={(tutoring_time_per_class) => change({ tutoring_time_per_class })}
      />
      <div data-field="start_tutoring_date">
        <Field
          id={fieldId('start_tutoring_date')}
          label={t('caseForm.startDate')}
          help={t('caseForm.startDateHelp')}
          optional
          error={errorAt('start_tutoring_date')}
        >
          <Input
            type="date"
            value={values.start_tutoring_date}
            onChange={({ target }) => change({ start_tutoring_date: target.value })}
          />
        </Field>
      </div>
    </>
  );
}
