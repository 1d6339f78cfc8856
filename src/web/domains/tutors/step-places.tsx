import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { CheckChoices } from '#web/ui/forms/choices.tsx';
import { WeekSlots } from '#web/ui/forms/week-slots.tsx';
import { fieldId } from '#web/ui/stepped-form/schema-check.ts';
import { RegionChoices } from './region-choices.tsx';
import type { TutorStepProps } from './tutor-step-props.ts';

export function StepPlaces({ lists, values, change, errorAt }: TutorStepProps) {
  const t = useTranslate();
  const inPerson = lists.types.some(({ id, is_online }) => !is_online && values.tutoring_type.includes(id));
  return (
    <>
      <CheckChoices
        id={fieldId('tutoring_type')}
        legend={t('tutorForm.types')}
        error={errorAt('tutoring_type')}
        layout="grid grid-cols-3 gap-2 lg:grid-cols-5"
        options={lists.types}
        value={values.tutoring_type}
        onChange={(tutoring_type) => change({ tutoring_type })}
      />
      {inPerson && (
        <>
          <RegionChoices
            id={fieldId('tutoring_region')}
            legend={t('tutorForm.regions')}
            help={t('tutorForm.regionsHelp')}
            error={errorAt('tutoring_region')}
            regions={lists.regions}
            value={values.tutoring_region}
            onChange={(tutoring_region) =>
              change({
                tutoring_region,
                travel_region: values.travel_region.filter((id) => !tutoring_region.includes(id)),
              })
            }
          />
          <RegionChoices
            id={fieldId('travel_region')}
            legend={t('tutorForm.travel')}
            help={t('tutorForm.travelHelp')}
            error={errorAt('travel_region')}
            regions={lists.regions.filter(({ id }) => !values.tutoring_region.includes(id))}
            value={values.travel_region}
            onChange={(travel_region) => change({ travel_region })}
          />
        </>
      )}
      <WeekSlots
        id={fieldId('match_time')}
        legend={t('tutorForm.times')}
        error={errorAt('match_time')}
        days={lists.weekdays.map(({ name }) => name)}
        value={values.slots}
        onChange={(slots) => change({ slots }, ['match_time'])}
      />
    </>
  );
}
