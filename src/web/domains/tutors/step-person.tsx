import { calledBySurname, surnameOf } from '#shared/tutor-name.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { RadioChoices } from '#web/ui/forms/choices.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { Input } from '#web/ui/forms/input.tsx';
import { fieldId } from '#web/ui/stepped-form/schema-check.ts';
import { PortraitField } from './portrait/portrait-field.tsx';
import type { TutorStepProps } from './tutor-step-props.ts';

export function StepPerson({ values, change, errorAt }: TutorStepProps) {
  const t = useTranslate();
  const surname = surnameOf(values.display_name);
  const shown = surname && calledBySurname(surname, (name) => t('ui.tutorCalled', { surname: name }));
  return (
    <>
      <div data-field="display_name">
        <Field
          id={fieldId('display_name')}
          label={t('tutorForm.name')}
          help={shown ? t('tutorForm.nameHelp', { shown }) : t('tutorForm.nameEmpty')}
          error={errorAt('display_name')}
        >
          <Input
            autoComplete="name"
            value={values.display_name}
            onChange={({ target }) => change({ display_name: target.value })}
          />
        </Field>
      </div>
      <RadioChoices
        id={fieldId('gender')}
        legend={t('tutorForm.gender')}
        error={errorAt('gender')}
        layout="grid grid-cols-3 gap-2"
        options={[
          { id: 'F', name: t('caseForm.woman') },
          { id: 'M', name: t('caseForm.man') },
          { id: 'U', name: t('caseForm.genderUnsaid') },
        ]}
        value={values.gender}
        onChange={(gender) => change({ gender })}
      />
      <PortraitField
        name={values.display_name}
        drawn={values.drawn_portrait ?? null}
        onDrawn={(drawn_portrait) => change({ drawn_portrait })}
      />
    </>
  );
}
