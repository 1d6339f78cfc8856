import type { ReactNode } from 'react';
import { today } from '#shared/hong-kong.ts';
import { PriceHints } from '#web/domains/matching/price-hints.tsx';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { CheckChoices, RadioChoices } from '#web/ui/forms/choices.tsx';
import { DateInput } from '#web/ui/forms/date-input.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { Input, NumberInput, Textarea } from '#web/ui/forms/input.tsx';
import { optionsHtml, Select } from '#web/ui/forms/select.tsx';
import { WeekSlots } from '#web/ui/forms/week-slots.tsx';
import { fieldId } from '#web/ui/stepped-form/schema-check.ts';
import type { EditorProps } from './case-form-context.ts';
import { isOnline } from './case-lines.ts';
import { GradeEditor, SubjectsEditor, WhoEditor } from './child-editors.tsx';

const days = [1, 2, 3, 4, 5, 6, 7];
const inThrees = 'grid grid-cols-3 gap-2 lg:grid-cols-5';

/** The fields behind one line of the summary. */
export function LineEditor({
  line,
  onRemove,
  ...props
}: EditorProps & { line: string; onRemove: () => void }) {
  const [, index, part] = /^child\.(\d+)\.(\w+)$/.exec(line) ?? [];
  const child = props.values.child_info[Number(index)];
  if (index !== undefined) {
    if (!child) return null;
    const ofChild = { ...props, index: Number(index), child };
    if (part === 'grade')
      return (
        <Alone>
          <GradeEditor {...ofChild} />
        </Alone>
      );
    if (part === 'subjects')
      return (
        <Alone>
          <SubjectsEditor {...ofChild} />
        </Alone>
      );
    return <WhoEditor {...ofChild} onRemove={props.values.child_info.length > 1 ? onRemove : undefined} />;
  }
  const Editor = editors[line as keyof typeof editors];
  if (!Editor) return null;
  const isAlone = line === 'days' || line === 'length';
  return isAlone ? (
    <Alone>
      <Editor {...props} />
    </Alone>
  ) : (
    <Editor {...props} />
  );
}

/** One group of choices whose line names it already: its own name is for screen readers. */
const Alone = ({ children }: { children: ReactNode }) => (
  <div className="grid [&>fieldset>legend]:sr-only">{children}</div>
);

const editors = {
  place: PlaceEditor,
  days: DaysEditor,
  length: LengthEditor,
  times: TimesEditor,
  start: StartEditor,
  price: PriceEditor,
  wishes: WishesEditor,
  note: NoteEditor,
  you: YouEditor,
};

function PlaceEditor({ lists, values, change, errorAt }: EditorProps) {
  const t = useTranslate();
  return (
    <>
      <RadioChoices
        id={fieldId('tutoring_type')}
        legend={t('caseForm.type')}
        error={errorAt('tutoring_type')}
        layout={inThrees}
        options={lists.types}
        value={values.tutoring_type}
        onChange={(tutoring_type) => change({ tutoring_type }, ['tutoring_type', 'tutoring_region'])}
      />
      {!isOnline(lists, values.tutoring_type) && (
        <Field id={fieldId('tutoring_region')} label={t('home.region')} error={errorAt('tutoring_region')}>
          <Select
            value={values.tutoring_region ?? ''}
            onChange={({ target }) => change({ tutoring_region: Number(target.value) || null })}
            options={optionsHtml([{ id: '', name: t('home.choose') }, ...lists.regions])}
          />
        </Field>
      )}
    </>
  );
}

function DaysEditor({ values, change, errorAt }: EditorProps) {
  const t = useTranslate();
  return (
    <RadioChoices
      id={fieldId('tutoring_days_per_week')}
      legend={t('caseForm.daysPerWeek')}
      error={errorAt('tutoring_days_per_week')}
      layout="grid grid-cols-[repeat(auto-fill,minmax(max(2.75rem,44px),1fr))] gap-1"
      options={days.map((id) => ({ id, name: id }))}
      value={values.tutoring_days_per_week}
      onChange={(tutoring_days_per_week) => change({ tutoring_days_per_week })}
    />
  );
}

function LengthEditor({ lists, values, change, errorAt }: EditorProps) {
  const t = useTranslate();
  return (
    <RadioChoices
      id={fieldId('tutoring_time_per_class')}
      legend={t('caseForm.length')}
      error={errorAt('tutoring_time_per_class')}
      layout={inThrees}
      options={lists.lengths}
      value={values.tutoring_time_per_class}
      onChange={(tutoring_time_per_class) => change({ tutoring_time_per_class })}
    />
  );
}

function TimesEditor({ lists, values, change, errorAt }: EditorProps) {
  const t = useTranslate();
  return (
    <WeekSlots
      id={fieldId('match_time')}
      legend={t('caseForm.timesQuestion')}
      help={t('caseForm.timesHelp')}
      optional
      error={errorAt('match_time')}
      days={lists.weekdays.map(({ name }) => name)}
      value={values.slots}
      onChange={(slots) => change({ slots }, ['match_time'])}
    />
  );
}

function StartEditor({ values, change, errorAt }: EditorProps) {
  const t = useTranslate();
  return (
    <Field
      id={fieldId('start_tutoring_date')}
      label={t('caseForm.startDate')}
      optional
      error={errorAt('start_tutoring_date')}
    >
      <DateInput
        min={today()}
        placeholder={t('caseForm.startAny')}
        clearLabel={t('caseForm.startAny')}
        value={values.start_tutoring_date}
        onChange={(start_tutoring_date) => change({ start_tutoring_date })}
      />
    </Field>
  );
}

function PriceEditor({ values, change, errorAt, fit }: EditorProps) {
  const t = useTranslate();
  return (
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
  );
}

function WishesEditor({ lists, values, change, errorAt }: EditorProps) {
  const t = useTranslate();
  return (
    <>
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
      <Field
        id={fieldId('teacher_education')}
        label={t('caseForm.education')}
        optional
        error={errorAt('teacher_education')}
      >
        <Select
          value={values.teacher_education ?? ''}
          onChange={({ target }) => change({ teacher_education: Number(target.value) || null })}
          options={optionsHtml([{ id: '', name: t('caseForm.any') }, ...lists.educations])}
        />
      </Field>
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
    </>
  );
}

function NoteEditor({ lists, values, change, errorAt }: EditorProps) {
  const t = useTranslate();
  return (
    <>
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
      <Field id={fieldId('channel')} label={t('caseForm.channel')} optional error={errorAt('channel')}>
        <Select
          value={values.channel ?? ''}
          onChange={({ target }) => change({ channel: Number(target.value) || null })}
          options={optionsHtml([{ id: '', name: t('caseForm.unsaid') }, ...lists.channels])}
        />
      </Field>
    </>
  );
}

function YouEditor({ values, change, errorAt, you }: EditorProps) {
  const t = useTranslate();
  const now = values.you ?? you;
  return (
    <>
      <div data-field="you.name">
        <Field
          id={fieldId('you.name')}
          label={t('register.name')}
          help={t('register.nameHelp')}
          error={errorAt('you.name')}
        >
          <Input
            autoComplete="name"
            maxLength={60}
            value={now.name}
            onChange={({ target }) => change({ you: { ...now, name: target.value } }, ['you.name'])}
          />
        </Field>
      </div>
      <RadioChoices
        id={fieldId('you.gender')}
        legend={t('register.gender')}
        error={errorAt('you.gender')}
        layout="grid grid-cols-3 gap-2"
        options={[
          { id: 'U', name: t('register.genderU') },
          { id: 'M', name: t('register.genderM') },
          { id: 'F', name: t('register.genderF') },
        ]}
        value={now.gender}
        onChange={(gender) => change({ you: { ...now, gender } }, ['you.gender'])}
      />
    </>
  );
}
