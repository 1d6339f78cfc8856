import { useState } from 'react';
import { isNamed } from '#shared/rules/unnamed-child.ts';
import { nameIn } from '#web/domains/reference/named.ts';
import { useSchoolSearch } from '#web/domains/reference/school-search.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { Button } from '#web/ui/button.tsx';
import { RadioChoices } from '#web/ui/forms/choices.tsx';
import { Combobox } from '#web/ui/forms/combobox.tsx';
import { Field, FieldError } from '#web/ui/forms/field.tsx';
import { Input } from '#web/ui/forms/input.tsx';
import { fieldId } from '#web/ui/stepped-form/schema-check.ts';
import type { EditorProps } from './case-form-context.ts';
import { type ChildValues, newChild } from './case-values.ts';
import { chosenAt, DroppedSubjects, SubjectPicker } from './subject-picker.tsx';

type ChildEditorProps = EditorProps & { index: number; child: ChildValues };

const pathOf = (index: number, name: string) => `child_info.${index}.${name}`;

const withChild = ({ values, child }: ChildEditorProps, patch: Partial<ChildValues>) =>
  values.child_info.map((one) => (one.key === child.key ? { ...one, ...patch } : one));

const set = (props: ChildEditorProps, patch: Partial<ChildValues>) =>
  props.change(
    { child_info: withChild(props, patch) },
    Object.keys(patch).map((name) => pathOf(props.index, name)),
  );

/** Who needs tutoring: a child of the account, or a new one. */
export function WhoEditor({ onRemove, ...props }: ChildEditorProps & { onRemove: (() => void) | undefined }) {
  const t = useTranslate();
  const search = useSchoolSearch();
  const { child, index, values, lists, saved, limit, errorAt } = props;
  const path = (name: string) => pathOf(index, name);
  const elsewhere = values.child_info.filter((one) => one !== child).map(({ id }) => id);
  const offered = saved.filter(({ id }) => !elsewhere.includes(id));
  const others = values.child_info.filter((one) => one !== child && one.id === null).length;
  const hasRoom = limit.count + others < limit.limit;
  const ofChild = errorAt(path('id'));
  const choose = (id: number) => {
    const chosen = saved.find((one) => one.id === id);
    const { key, major_subject, other_subject, grade } = child;
    const next = newChild({ ...chosen, key, major_subject, other_subject });
    set(props, { ...next, grade: next.grade ?? grade });
  };
  return (
    <>
      {offered.length > 0 && (
        <RadioChoices
          id={fieldId(path('id'))}
          legend={t('caseForm.savedChildren')}
          error={ofChild}
          options={[
            ...offered.map(({ id, nickname, grade }) => ({
              id,
              name: isNamed(nickname) ? nickname : nameIn(lists.grades, grade) || nickname,
            })),
            ...(hasRoom ? [{ id: 0, name: t('caseForm.addChild') }] : []),
          ]}
          value={child.id ?? 0}
          onChange={choose}
        />
      )}
      {offered.length === 0 && ofChild && (
        <div id={fieldId(path('id'))} tabIndex={-1}>
          <FieldError id={`${fieldId(path('id'))}-error`}>{ofChild}</FieldError>
        </div>
      )}
      {!hasRoom && <p className="text-ink-2 text-sm">{t('caseForm.childLimit', { limit: limit.limit })}</p>}
      <div data-field={path('nickname')}>
        <Field
          id={fieldId(path('nickname'))}
          label={t('caseForm.nickname')}
          help={t('caseForm.nicknameHelp')}
          error={errorAt(path('nickname'))}
        >
          <Input
            autoComplete="off"
            placeholder={child.id === null ? t('caseForm.student') : undefined}
            value={child.nickname}
            onChange={({ target }) => set(props, { nickname: target.value })}
          />
        </Field>
      </div>
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
        onChange={(gender) => set(props, { gender })}
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
          onChange={(school) => set(props, { school })}
          search={search}
        />
      </Field>
      {onRemove && (
        <Button variant="quiet" className="justify-self-start" onClick={onRemove}>
          {t('caseForm.removeChild')}
        </Button>
      )}
    </>
  );
}

export function GradeEditor(props: ChildEditorProps) {
  const t = useTranslate();
  const path = pathOf(props.index, 'grade');
  const { lists, child } = props;
  const [dropped, setDropped] = useState<string[]>([]);
  const choose = (grade: number) => {
    const next = chosenAt(lists, child, { from: child.grade, to: grade });
    setDropped(next.dropped);
    set(props, { grade, ...(next.dropped.length > 0 && next.kept) });
  };
  return (
    <>
      <RadioChoices
        id={fieldId(path)}
        legend={t('home.grade')}
        error={props.errorAt(path)}
        layout="grid grid-cols-3 gap-2 lg:grid-cols-5 [:lang(en)_&]:max-lg:grid-cols-2"
        options={lists.grades}
        value={child.grade}
        onChange={choose}
      />
      <DroppedSubjects grade={nameIn(lists.grades, child.grade)} dropped={dropped} />
    </>
  );
}

export function SubjectsEditor(props: ChildEditorProps) {
  const t = useTranslate();
  const { index, child, lists, errorAt } = props;
  return (
    <SubjectPicker
      id={fieldId(pathOf(index, 'major_subject'))}
      legend={t('caseForm.subjects')}
      error={errorAt(pathOf(index, 'major_subject')) ?? errorAt(pathOf(index, 'other_subject'))}
      lists={lists}
      grade={child.grade}
      major={child.major_subject}
      other={child.other_subject}
      onChange={(subjects) => set(props, subjects)}
    />
  );
}
