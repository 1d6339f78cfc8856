import { PriceHints } from '#web/domains/matching/price-hints.tsx';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { CheckChoices, RadioChoices } from '#web/ui/forms/choices.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { NumberInput, Textarea } from '#web/ui/forms/input.tsx';
import { optionsHtml, Select } from '#web/ui/forms/select.tsx';
import { fieldId } from '#web/ui/stepped-form/schema-check.ts';
import type { CaseStepProps } from './case-form-context.ts';
import { OptionalPart } from './optional-part.tsx';

const folded = ['teacher_education', 'teaching_language', 'special_note', 'channel', 'other_channel'];

export function StepWishes({ lists, values, change, errorAt, fit }: CaseStepProps) {
  const t = useTranslate();
  const isFilled =
    values.teacher_education !== null ||
    values.teaching_language.length > 0 ||
    values.special_note !== '' ||
    values.channel !== null ||
    folded.some((field) => errorAt(field) !== undefined);
  const select = (
    name: 'teacher_education' | 'channel',
    label: string,
    none: string,
    list: typeof lists.educations,
  ) => (
    <Field id={fieldId(name)} label={label} optional error={errorAt(name)}>
      <Select
        value={values[name] ?? ''}
        onChange={({ target }) => change({ [name]: Number(target.value) || null })}
        options={optionsHtml([{ id: '', name: none }, ...list])}
      />
    </Field>
  );
  return (
    <>
      <div data-field="price">
        <Field
          id={fieldId('price')}
          label={t('caseForm.price')}
          help={t('caseForm.priceHelp')}
          optional
          error={errorAt('price')}
        >
          <NumberInput
            before="HK$"
            after={t('caseForm.perHour')}
            placeholder={t('caseForm.priceOpen')}
            value={values.price}
            onChange={(price) => change({ price })}
          />
        </Field>
        <PriceHints fit={fit} value={values.price} onChoose={(price) => change({ price })} />
      </div>
      <RadioChoices
        id={fieldId('teacher_gender')}
        legend={t('caseForm.tutorGender')}
        error={errorAt('teacher_gender')}
        layout="grid grid-cols-3 gap-2"
        options={[
          { id: 'U', name: t('caseForm.anyGender') },
          { id: 'F', name: t('caseForm.woman') },
          { id: 'M', name: t('caseForm.man') },
        ]}
        value={values.teacher_gender}
        onChange={(teacher_gender) => change({ teacher_gender })}
      />
      <OptionalPart title={t('liveFit.more')} needed={isFilled}>
        {select('teacher_education', t('caseForm.education'), t('caseForm.any'), lists.educations)}
        <CheckChoices
          id={fieldId('teaching_language')}
          legend={t('caseForm.languages')}
          help={t('caseForm.languagesHelp')}
          optional
          error={errorAt('teaching_language')}
          options={lists.languages}
          value={values.teaching_language}
          onChange={(teaching_language) => change({ teaching_language })}
        />
        <div data-field="special_note">
          <Field
            id={fieldId('special_note')}
            label={t('caseForm.note')}
            help={t('caseForm.noteHelp')}
            optional
            error={errorAt('special_note')}
            written={values.special_note}
          >
            <Textarea
              value={values.special_note}
              onChange={({ target }) => change({ special_note: target.value })}
            />
          </Field>
        </div>
        {select('channel', t('caseForm.channel'), t('caseForm.unsaid'), lists.channels)}
      </OptionalPart>
    </>
  );
}
