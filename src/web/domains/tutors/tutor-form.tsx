import { Suspense } from 'react';
import { formatShortTime } from '#shared/hong-kong.ts';
import type { SavedTutorDraft, TutorDetail } from '#shared/tutors.ts';
import { useApi } from '#web/ground/api/api-provider.tsx';
import { useRemote } from '#web/ground/api/use-remote.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { lazyPart, withWords } from '#web/ground/routing/lazy-part.ts';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { AsideNotice, ConflictNotice, useNewer } from '#web/ui/stepped-form/conflict.tsx';
import { loadCheck } from '#web/ui/stepped-form/schema-check.ts';
import { SteppedForm } from '#web/ui/stepped-form/stepped-form.tsx';
import { SummaryList } from '#web/ui/stepped-form/summary-list.tsx';
import { useServerDraft } from '#web/ui/stepped-form/use-server-draft.ts';
import { useSteppedForm } from '#web/ui/stepped-form/use-stepped-form.ts';
import { beginTutor, isSame, keptForm, tutorDraft, valuesIn } from './begin-tutor.ts';
import { EvidencePanel } from './evidence/evidence-panel.tsx';
import { StepPerson } from './step-person.tsx';
import { StepPlaces } from './step-places.tsx';
import { StepPrice } from './step-price.tsx';
import { StepStudies } from './step-studies.tsx';
import { StepTeaching } from './step-teaching.tsx';
import type { TutorLists } from './tutor-lists.ts';
import { evidenceSection, tutorSummary } from './tutor-summary.tsx';
import { bodyOf, type TutorBody, type TutorValues } from './tutor-values.ts';

const TutorPreview = lazyPart(withWords('market', () => import('./tutor-preview.tsx')));

type Kept = { id: number; values: TutorValues; version: number };

type TutorFormProps = {
  lists: TutorLists;
  initial: TutorValues;
  /** The saved listing; undefined for a new one. */
  kept: Kept | undefined;
  /** What the account has begun to write, on this device or another. */
  server: SavedTutorDraft | null;
  send: (body: TutorBody, draft: { key: string; version: number | null }) => Promise<TutorDetail>;
  /** Loads the saved listing again if it was changed elsewhere. */
  loadNewer: () => Promise<Kept | undefined>;
  onSent: (sent: TutorDetail) => Promise<void>;
  /** Saved without leaving the form. */
  onSaved: () => Promise<void>;
};

export function TutorForm({ lists, initial, kept, server, ...calls }: TutorFormProps) {
  const t = useTranslate();
  const api = useApi();
  const { root, locale } = useShell();
  const owner = root?.user.id ?? 0;
  const evidence = useRemote({ read: (api) => api('GET /api/users/evidence') });
  const evidenceCount = evidence.value?.list.length ?? 0;
  const form = useSteppedForm<TutorValues>({
    draft: { name: tutorDraft, owner, begin: () => beginTutor(owner, server) },
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
  const { draft } = form;
  useServerDraft(draft, async () => {
    const { key, version, values: typed, seen = null } = draft;
    const body = { key, version, seen, form: keptForm(typed, form.step) };
    const { draft: stored, replaced } = await api('PUT /api/users/tutor_draft', { body });
    if (stored) draft.markSaved(typed, stored.saved_at, stored.revision);
    const other = replaced && valuesIn(replaced);
    if (other && !isSame(other, typed)) draft.keepOther(other, replaced.saved_at);
  });
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
      onDiscard={() => {
        // If it fails the draft is offered once more, which loses nothing.
        api('DELETE /api/users/tutor_draft').catch(() => undefined);
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
          {draft.aside && !draft.asideFrom && (
            <AsideNotice onTakeBack={newer.takeBack} onDrop={newer.dropAside} />
          )}
          {draft.aside && draft.asideFrom && (
            <OtherDevice
              from={draft.asideFrom}
              onTake={() =>
                draft.set({
                  ...(draft.aside && { values: draft.aside }),
                  aside: draft.values,
                  asideFrom: {
                    device: draft.asideFrom?.device === 'this' ? 'other' : 'this',
                    at: draft.changed ?? draft.saved ?? new Date().toISOString(),
                  },
                })
              }
              onDrop={() => draft.set({ aside: undefined, asideFrom: undefined })}
            />
          )}
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
        <>
          <Suspense>
            <TutorPreview lists={lists} values={values} ownId={kept?.id} />
          </Suspense>
          <SummaryList sections={[...summary, evidenceSection(t, evidence.value?.list)]} onEdit={form.goTo} />
        </>
      )}
    </SteppedForm>
  );
}

type OtherDeviceProps = {
  from: { device: 'this' | 'other'; at: string };
  onTake: () => void;
  onDrop: () => void;
};

/** Both this device and another have written: says which one counts now, and offers the other. */
function OtherDevice({ from, onTake, onDrop }: OtherDeviceProps) {
  const t = useTranslate();
  const { locale } = useShell();
  const when = formatShortTime(from.at, locale);
  return (
    <AsideNotice
      text={t(from.device === 'this' ? 'tutorForm.otherNewer' : 'tutorForm.thisNewer', { when })}
      takeBack={t(from.device === 'this' ? 'tutorForm.takeThis' : 'tutorForm.takeOther')}
      onTakeBack={onTake}
      onDrop={onDrop}
    />
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
