import type { CaseDetail } from '#shared/cases.ts';
import { LiveFitLine } from '#web/domains/matching/live-fit-line.tsx';
import { useLiveFit } from '#web/domains/matching/use-live-fit.ts';
import type { Draft } from '#web/ground/drafts.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { WeekSlots } from '#web/ui/forms/week-slots.tsx';
import { AsideNotice, ConflictNotice, useNewer } from '#web/ui/stepped-form/conflict.tsx';
import { fieldId, loadCheck } from '#web/ui/stepped-form/schema-check.ts';
import { SteppedForm } from '#web/ui/stepped-form/stepped-form.tsx';
import { SummaryList } from '#web/ui/stepped-form/summary-list.tsx';
import { useSteppedForm } from '#web/ui/stepped-form/use-stepped-form.ts';
import type { CaseLists } from './case-lists.ts';
import { caseSummary } from './case-summary.ts';
import { bodyOf, type CaseValues } from './case-values.ts';
import { type ChildLimit, type SavedChild, StepChildren } from './step-children.tsx';
import { StepNeeds } from './step-needs.tsx';
import { StepWishes } from './step-wishes.tsx';

type CaseBody = ReturnType<typeof bodyOf>;

type CaseFormProps = {
  draft: string;
  lists: CaseLists;
  saved: readonly SavedChild[];
  limit: ChildLimit;
  initial: CaseValues;
  /** The saved case; undefined for a new one. */
  kept?: { values: CaseValues; version: number };
  finishLabel: string;
  send: (
    body: CaseBody,
    draft: Pick<Draft<CaseValues>, 'owner' | 'key' | 'version' | 'values'>,
  ) => Promise<CaseDetail>;
  /** Loads the saved case again if it was changed elsewhere. */
  loadNewer?: () => Promise<{ values: CaseValues; version: number }>;
  onSent: (sent: CaseDetail) => Promise<void>;
};

export function CaseForm({
  draft,
  lists,
  saved,
  limit,
  initial,
  kept,
  finishLabel,
  ...calls
}: CaseFormProps) {
  const t = useTranslate();
  const { root, locale } = useShell();
  const isOnline = (type: number | null) => lists.types.find(({ id }) => id === type)?.is_online ?? false;
  const toBody = (values: CaseValues) => bodyOf(withKnownChildren(values, saved), isOnline);
  const labelOf = (field: string, values: CaseValues) => {
    const [, index, name] = /^child_info\.(\d+)\.(\w+)/.exec(field) ?? [];
    if (index === undefined || name === undefined)
      return t(labels[field.split('.')[0] as keyof typeof labels] ?? 'caseForm.stepConfirm');
    const child = values.child_info[Number(index)]?.nickname.trim();
    const label = t(childLabels[name as keyof typeof childLabels] ?? 'caseForm.stepChildren');
    return values.child_info.length > 1
      ? `${child || t('caseForm.childNumber', { number: Number(index) + 1 })} ${label}`
      : label;
  };
  const form = useSteppedForm<CaseValues>({
    draft: { name: draft, owner: root?.user.id ?? 0 },
    initial,
    version: kept?.version ?? null,
    steps: [
      { title: t('caseForm.stepChildren'), fields: ['child_info'] },
      {
        title: t('caseForm.stepNeeds'),
        fields: [
          ...['tutoring_type', 'tutoring_region', 'tutoring_days_per_week'],
          ...['tutoring_time_per_class', 'start_tutoring_date'],
        ],
      },
      {
        title: t('caseForm.stepTimes'),
        fields: ['match_time', 'weekday', 'start_tutoring_time', 'weekend_start_tutoring_time'],
      },
      {
        title: t('caseForm.stepWishes'),
        fields: [
          ...['price', 'teacher_gender', 'teacher_education', 'teaching_language'],
          ...['special_note', 'channel', 'other_channel'],
        ],
      },
      { title: t('caseForm.stepConfirm'), fields: [] },
    ],
    labelOf,
    loadCheck: async () => {
      const check = await loadCheck<CaseValues>({
        locale,
        body: toBody,
        schemas: async () => {
          const { CaseStepChild, CaseStepNeeds, CaseStepTimes, CaseStepTutor } = await import(
            '#shared/cases.ts'
          );
          return [CaseStepChild, CaseStepNeeds, CaseStepTimes, CaseStepTutor];
        },
      });
      // Rules that need a list, or that the schema checks only once the rest is valid.
      return (values) => ({
        ...check(values),
        ...Object.fromEntries(
          values.child_info.flatMap(({ major_subject, other_subject }, index) =>
            major_subject.length + other_subject.length > 0
              ? []
              : [[`child_info.${index}.major_subject`, t('caseForm.needSubject')]],
          ),
        ),
        ...(!isOnline(values.tutoring_type) &&
          values.tutoring_region === null && { tutoring_region: t('caseForm.needRegion') }),
      });
    },
  });
  const newer = useNewer(form.draft, kept);
  const { values, change, errorAt } = form;
  const fit = useLiveFit(toBody(values));
  const step = { lists, values, change, errorAt, fit };
  const summary = caseSummary(t, lists, values);
  return (
    <SteppedForm
      form={form}
      finish={{
        label: finishLabel,
        send: () => calls.send(toBody(form.values), form.draft),
        onSent: calls.onSent,
        onConflict: async () => newer.found(await calls.loadNewer?.()),
      }}
      besideButtons={<LiveFitLine fit={fit} />}
      notices={
        <>
          {newer.newer && (
            <ConflictNotice
              mine={summary}
              newer={caseSummary(t, lists, newer.newer.values)}
              onLoadNewer={newer.loadNewer}
              onKeepMine={newer.keepMine}
            />
          )}
          {form.draft.aside && <AsideNotice onTakeBack={newer.takeBack} onDrop={newer.dropAside} />}
        </>
      }
    >
      {form.step === 0 && <StepChildren {...step} saved={saved} limit={limit} />}
      {form.step === 1 && <StepNeeds {...step} />}
      {form.step === 2 && (
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
      )}
      {form.step === 3 && <StepWishes {...step} />}
      {form.step === 4 && <SummaryList sections={summary} onEdit={form.goTo} />}
    </SteppedForm>
  );
}

/** A child removed from the account since the draft was started becomes a new one. */
const withKnownChildren = (values: CaseValues, saved: readonly SavedChild[]): CaseValues => ({
  ...values,
  child_info: values.child_info.map((child) =>
    saved.some(({ id }) => id === child.id) ? child : { ...child, id: null },
  ),
});

const childLabels = {
  id: 'caseForm.stepChildren',
  nickname: 'caseForm.nickname',
  gender: 'caseForm.childGender',
  grade: 'home.grade',
  school: 'caseForm.school',
  major_subject: 'caseForm.subjects',
  other_subject: 'caseForm.subjects',
} as const;

const labels = {
  child_info: 'caseForm.stepChildren',
  tutoring_type: 'caseForm.type',
  tutoring_region: 'home.region',
  tutoring_days_per_week: 'caseForm.daysPerWeek',
  tutoring_time_per_class: 'caseForm.length',
  start_tutoring_date: 'caseForm.startDate',
  price: 'caseForm.price',
  match_time: 'caseForm.times',
  weekday: 'caseForm.times',
  start_tutoring_time: 'caseForm.times',
  weekend_start_tutoring_time: 'caseForm.times',
  teacher_gender: 'caseForm.tutorGender',
  teacher_education: 'caseForm.education',
  teaching_language: 'caseForm.languages',
  special_note: 'caseForm.note',
  channel: 'caseForm.channel',
  other_channel: 'caseForm.channel',
} as const;
