import type { TutorDetail } from '#shared/tutors.ts';
import { useRemote } from '#web/ground/api/use-remote.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { AsideNotice, ConflictNotice, useNewer } from '#web/ui/stepped-form/conflict.tsx';
import { loadCheck } from '#web/ui/stepped-form/schema-check.ts';
import { SteppedForm } from '#web/ui/stepped-form/stepped-form.tsx';
import { SummaryList } from '#web/ui/stepped-form/summary-list.tsx';
import { useSteppedForm } from '#web/ui/stepped-form/use-stepped-form.ts';
import { EvidencePanel } from './evidence/evidence-panel.tsx';
import { StepPerson } from './step-person.tsx';
import { StepPlaces } from './step-places.tsx';
import { StepPrice } from './step-price.tsx';
import { StepStudies } from './step-studies.tsx';
import { StepTeaching } from './step-teaching.tsx';
import type { TutorLists } from './tutor-lists.ts';
import { evidenceSection, tutorSummary } from './tutor-summary.tsx';
import { bodyOf, type TutorBody, type TutorValues } from './tutor-values.ts';

type Kept = { id: number; values: TutorValues; version: number };

type TutorFormProps = {
  lists: TutorLists;
  initial: TutorValues;
  /** The saved listing; undefined for a new one. */
  kept: Kept | undefined;
  send: (body: TutorBody, draft: { key: string; version: number | null }) => Promise<TutorDetail>;
  /** Loads the saved listing again if it was changed elsewhere. */
  loadNewer: () => Promise<Kept | undefined>;
  onSent: (sent: TutorDetail) => Promise<void>;
  /** Saved without leaving the form. */
  onSaved: () => Promise<void>;
};

export function TutorForm({ lists, initial, kept, ...calls }: TutorFormProps) {
  const t = useTranslate();
  const { root, locale } = useShell();
  const evidence = useRemote({ read: (api) => api('GET /api/users/evidence') });
  const evidenceCount = evidence.value?.list.length ?? 0;
  const form = useSteppedForm<TutorValues>({
    draft: { name: 'tutor', owner: root?.user.id ?? 0 },
    initial,
    version: kept?.version ?? null,
    steps: [
      { title: t('tutorForm.stepPerson'), fields: ['display_name', 'gender', 'drawn_portrait'] },
      { title: t('tutorForm.stepStudies'), fields: ['education', 'school', 'gpa', 'rank', 'dse_results'] },
      { title: t('tutorForm.stepTeaching'), fields: ['subject_grades', 'experience', 'teaching_language'] },
      {
        title: t('tutorForm.stepPlaces'),
        heading: t('tutorForm.placesHeading'),
        fields: ['tutoring_type', 'tutoring_region', 'travel_region', 'match_time'],
      },
      {
        title: t('tutorForm.stepPrice'),
        heading: t('tutorForm.priceHeading'),
        fields: ['price_min', 'price_max', 'introduction', 'is_listed'],
      },
      { title: t('tutorForm.stepEvidence'), fields: [], hasContent: evidenceCount > 0 },
      { title: t('tutorForm.stepConfirm'), fields: [] },
    ],
    labelOf: (field, values) => {
      const [first = '', index, name] = field.split('.');
      const label =
        name === 'grade'
          ? t('tutorForm.grades')
          : t(labels[first as keyof typeof labels] ?? 'tutorForm.stepConfirm');
      const rows = first === 'subject_grades' ? values.subject_grades : values.dse_results;
      return index === undefined || rows.length < 2 ? label : `${label} ${Number(index) + 1}`;
    },
    loadCheck: async () => {
      const check = await loadCheck<TutorValues>({
        locale,
        body: bodyOf,
        schemas: async () => {
          const steps = await import('#shared/tutors.ts');
          return [
            ...[steps.TutorStepPerson, steps.TutorStepStudies, steps.TutorStepSubjects],
            ...[steps.TutorStepPlaces, steps.TutorStepTimes, steps.TutorStepPrice],
          ];
        },
        wordsFor: (field) => (field === 'price_max' ? t('tutorForm.priceOrder') : undefined),
      });
      // The schema asks for a subject only once the rest of its row is valid.
      return (values) => ({
        ...check(values),
        ...Object.fromEntries(
          values.subject_grades.flatMap(({ subject }, index) =>
            subject === null ? [[`subject_grades.${index}.major_subject`, t('tutorForm.needSubject')]] : [],
          ),
        ),
      });
    },
  });
  const newer = useNewer(form.draft, kept);
  const { values, change, errorAt } = form;
  const step = { lists, values, change, errorAt };
  const summary = tutorSummary(t, lists, values);
  return (
    <SteppedForm
      form={form}
      finish={{
        label: t(kept ? 'tutorForm.save' : 'tutorForm.publish'),
        send: () => calls.send(bodyOf(form.values), form.draft),
        onSent: calls.onSent,
        onConflict: async () => newer.found(await calls.loadNewer()),
      }}
      save={
        kept && {
          label: t('tutorForm.save'),
          onSaved: async ({ version }: TutorDetail) => {
            form.draft.goOnFrom(version, form.values);
            await calls.onSaved();
          },
        }
      }
      notices={
        <>
          {newer.newer && (
            <ConflictNotice
              mine={summary}
              newer={tutorSummary(t, lists, newer.newer.values)}
              onLoadNewer={newer.loadNewer}
              onKeepMine={newer.keepMine}
            />
          )}
          {form.draft.aside && <AsideNotice onTakeBack={newer.takeBack} onDrop={newer.dropAside} />}
        </>
      }
    >
      {form.step === 0 && <StepPerson {...step} />}
      {form.step === 1 && <StepStudies {...step} />}
      {form.step === 2 && <StepTeaching {...step} />}
      {form.step === 3 && <StepPlaces {...step} />}
      {form.step === 4 && <StepPrice {...step} ownId={kept?.id} />}
      {form.step === 5 && <EvidencePanel evidence={evidence} />}
      {form.step === 6 && (
        <SummaryList sections={[...summary, evidenceSection(t, evidence.value?.list)]} onEdit={form.goTo} />
      )}
    </SteppedForm>
  );
}

const labels = {
  display_name: 'tutorForm.name',
  gender: 'tutorForm.gender',
  drawn_portrait: 'tutorForm.portrait',
  introduction: 'tutorForm.introduction',
  education: 'tutorForm.education',
  school: 'tutorForm.school',
  gpa: 'tutorForm.gpa',
  rank: 'tutorForm.rank',
  experience: 'tutorForm.experience',
  dse_results: 'tutorForm.dse',
  subject_grades: 'tutorForm.subjects',
  tutoring_type: 'tutorForm.types',
  tutoring_region: 'tutorForm.regions',
  travel_region: 'tutorForm.travel',
  teaching_language: 'tutorForm.languages',
  match_time: 'tutorForm.times',
  price_min: 'tutorForm.priceMin',
  price_max: 'tutorForm.priceMax',
  is_listed: 'tutorForm.listed',
} as const;
