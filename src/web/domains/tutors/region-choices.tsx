import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { ChoiceGroup } from '#web/ui/forms/choice-group.tsx';
import { FieldGroup } from '#web/ui/forms/field-group.tsx';
import type { TutorLists } from './tutor-lists.ts';

type RegionChoicesProps = {
  id: string;
  legend: string;
  help: string;
  error: string | undefined;
  regions: TutorLists['regions'];
  value: readonly number[];
  onChange: (regions: number[]) => void;
};

/** Districts by Hong Kong Island, Kowloon and the New Territories; each can be ticked as a whole. */
export function RegionChoices({ regions, value, onChange, ...group }: RegionChoicesProps) {
  const t = useTranslate();
  const areas = [...new Set(regions.map(({ area }) => area))];
  return (
    <FieldGroup {...group} optional>
      {areas.map((area) => (
        <ChoiceGroup
          key={area}
          name={area}
          all={t('tutorForm.wholeArea', { area })}
          options={regions.filter((region) => region.area === area)}
          value={value}
          onChange={onChange}
        />
      ))}
    </FieldGroup>
  );
}
