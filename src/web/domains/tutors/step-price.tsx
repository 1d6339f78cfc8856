import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { RadioChoices } from '#web/ui/forms/choices.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { NumberInput, Textarea } from '#web/ui/forms/input.tsx';
import { fieldId } from '#web/ui/stepped-form/schema-check.ts';
import { FeeHelp } from './fees/fee-help.tsx';
import type { TutorStepProps } from './tutor-step-props.ts';

type StepPriceProps = TutorStepProps & { ownId: number | undefined };

export function StepPrice({ lists, values, change, errorAt, ownId }: StepPriceProps) {
  const t = useTranslate();
  const prices = [
    ['price_min', t('tutorForm.priceMin')],
    ['price_max', t('tutorForm.priceMax')],
  ] as const;
  return (
    <>
      <div className="grid grid-cols-2 gap-4">
        {prices.map(([name, label]) => (
          <div key={name} data-field={name}>
            <Field id={fieldId(name)} label={label} error={errorAt(name)}>
              <NumberInput
                before="HK$"
                value={values[name]}
                onChange={(price) => change({ [name]: price })}
              />
            </Field>
          </div>
        ))}
      </div>
      <p className="-mt-3 text-ink-2 text-xs">{t('tutorForm.priceHelp')}</p>
      <FeeHelp lists={lists} values={values} ownId={ownId} />
      <div data-field="introduction">
        <Field
          id={fieldId('introduction')}
          label={t('tutorForm.introduction')}
          help={t('tutorForm.introductionHelp')}
          optional
          error={errorAt('introduction')}
          written={values.introduction}
        >
          <Textarea
            rows={6}
            value={values.introduction}
            onChange={({ target }) => change({ introduction: target.value })}
          />
        </Field>
      </div>
      <RadioChoices
        id={fieldId('is_listed')}
        legend={t('tutorForm.listed')}
        error={errorAt('is_listed')}
        layout="grid gap-2 lg:grid-cols-2"
        options={[
          { id: 'yes', name: t('tutorForm.listedYes'), note: t('tutorForm.listedYesNote') },
          { id: 'no', name: t('tutorForm.listedNo'), note: t('tutorForm.listedNoNote') },
        ]}
        value={values.is_listed ? 'yes' : 'no'}
        onChange={(listed) => change({ is_listed: listed === 'yes' })}
      />
    </>
  );
}
