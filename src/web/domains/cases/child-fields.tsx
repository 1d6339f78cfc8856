import { useSchoolSearch } from '#web/domains/reference/school-search.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { RadioChoices } from '#web/ui/forms/choices.tsx';
import { Combobox } from '#web/ui/forms/combobox.tsx';
import { Field, FieldError } from '#web/ui/forms/field.tsx';
import { Input } from '#web/ui/forms/input.tsx';
import { optionsHtml, Select } from '#web/ui/forms/select.tsx';
import { fieldId } from '#web/ui/stepped-form/schema-check.ts';
import type { CaseStepProps } from './case-form-context.ts';
import type { ChildValues } from './case-values.ts';
import { OptionalPart } from './optional-part.tsx';
import { SubjectPicker } from './subject-picker.tsx';

type ChildFieldsProps = CaseStepProps & {
  index: number;
  child: ChildValues;
  onRemove: (() => void) | undefined;
};

export function ChildFields({ index, child, onRemove, lists, values, change, errorAt }: ChildFieldsProps) {
  const t = useTranslate();
  const search = useSchoolSearch();
  const path = (name: string) => `child_info.${index}.${name}`;
  const set = (patch: Partial<ChildValues>) =>
    change(
      { child_info: values.child_info.map((one) => (one.key === child.key ? { ...one, ...patch } : one)) },
      Object.keys(patch).map(path),
    );
  const isFilled =
    child.gender !== 'U' ||
    child.school !== null ||
    Boolean(errorAt(path('gender')) ?? errorAt(path('school')));
  const ofChild = errorAt(path('id'));
  return (
    <Card as="section" className="grid gap-5">
      <div className="flex items-center justify-between gap-3">
        <h3 className="text-lg">
          {child.nickname.trim() || t('caseForm.childNumber', { number: index + 1 })}
        </h3>
        {onRemove && (
          <Button variant="quiet" size="compact" onClick={onRemove}>
            {t('caseForm.removeChild')}
          </Button>
        )}
      </div>
      {ofChild && (
        <div id={fieldId(path('id'))} tabIndex={-1}>
          <FieldError id={`${fieldId(path('id'))}-error`}>{ofChild}</FieldError>
        </div>
      )}
      <div data-field={path('nickname')}>
        <Field
          id={fieldId(path('nickname'))}
          label={t('caseForm.nickname')}
          help={t('caseForm.nicknameHelp')}
          error={errorAt(path('nickname'))}
        >
          <Input
            autoComplete="off"
            enterKeyHint="next"
            value={child.nickname}
            onChange={({ target }) => set({ nickname: target.value })}
          />
        </Field>
      </div>
      <Field id={fieldId(path('grade'))} label={t('home.grade')} error={errorAt(path('grade'))}>
        <Select
          value={child.grade ?? ''}
          onChange={({ target }) => set({ grade: Number(target.value) || null })}
          options={optionsHtml([{ id: '', name: t('home.choose') }, ...lists.grades])}
        />
      </Field>
      <SubjectPicker
        id={fieldId(path('major_subject'))}
        legend={t('caseForm.subjects')}
        error={errorAt(path('major_subject')) ?? errorAt(path('other_subject'))}
        lists={lists}
        grade={child.grade}
        major={child.major_subject}
        other={child.other_subject}
        onChange={set}
      />
      <OptionalPart title={t('liveFit.moreChild')} needed={isFilled}>
        <RadioChoices
          id={fieldId(path('gender'))}
          legend={t('caseForm.childGender')}
          error={errorAt(path('gender'))}
          layout="grid grid-cols-3 gap-2"
          options={[
            { id: 'U', name: t('caseForm.genderUnsaid') },
            { id: 'M', name: t('caseForm.boy') },
            { id: 'F', name: t('caseForm.girl') },
          ]}
          value={child.gender}
          onChange={(gender) => set({ gender })}
        />
        <Field
          id={fieldId(path('school'))}
          label={t('caseForm.school')}
          optional
          error={errorAt(path('school'))}
          className="relative"
        >
          <Combobox
            placeholder={t('caseForm.schoolHint')}
            value={child.school}
            onChange={(school) => set({ school })}
            search={search}
          />
        </Field>
      </OptionalPart>
    </Card>
  );
}
