import type { SavedTutorDraft } from '#shared/tutors.ts';
import { type Draft, readDraft } from '#web/ground/drafts.ts';
import type { Beginning } from '#web/ui/stepped-form/use-draft.ts';
import type { TutorValues } from './tutor-values.ts';

export const tutorDraft = 'tutor';

/** The values as the server keeps them, with the step at which they were left. */
export const keptForm = (values: TutorValues, step: number | undefined) =>
  JSON.parse(JSON.stringify({ ...values, at_step: step ?? 0 })) as SavedTutorDraft['form'];

/**
 * Where the form begins: with what this device or another has written. Where both have, the newer one counts and the
 * other is set aside.
 */
export function beginTutor(
  owner: number,
  server: SavedTutorDraft | null,
): Beginning<TutorValues> | undefined {
  const here = readDraft<TutorValues>(tutorDraft, owner);
  const kept = server && fromServer(owner, server);
  const isHere = here !== undefined && isTutor(here.values);
  // What the server once had and has no more was sent or thrown away elsewhere.
  if (!kept) return isHere && here.saved === undefined ? { draft: here, isRestored: true } : undefined;
  if (!isHere || here.saved !== undefined) {
    const step = isHere && here.seen === kept.seen ? here.step : kept.step;
    return { draft: { ...kept, step }, isRestored: true };
  }
  if (here.key === kept.key && here.seen === kept.seen) return { draft: here, isRestored: true };
  // The answer was lost, or both typed the same.
  if (isSame(here.values, kept.values)) return { draft: { ...kept, step: here.step }, isRestored: true };
  const [hereAt, otherAt] = [here.changed ?? '', kept.saved ?? ''];
  const draft: Draft<TutorValues> =
    hereAt > otherAt
      ? { ...here, aside: kept.values, asideFrom: { device: 'other', at: otherAt } }
      : { ...kept, aside: here.values, asideFrom: { device: 'this', at: hereAt || otherAt } };
  return { draft, isRestored: true };
}

/** Whether two forms say the same, in whatever order their parts come back from the server. */
export const isSame = (one: TutorValues, other: TutorValues) => inOrder(one) === inOrder(other);
const inOrder = (values: unknown): string =>
  JSON.stringify(values, (_, part) =>
    part && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => a.localeCompare(b)))
      : part,
  );

/** Undefined for what an older release has kept in another form. */
export function valuesIn({ form }: SavedTutorDraft): TutorValues | undefined {
  const { at_step: _, ...values } = form as unknown as TutorValues & { at_step?: unknown };
  return isTutor(values) ? values : undefined;
}

function fromServer(owner: number, draft: SavedTutorDraft) {
  const { key, version, revision, saved_at, form } = draft;
  const values = valuesIn(draft);
  if (!values) return null;
  const step = typeof form.at_step === 'number' ? form.at_step : undefined;
  return { owner, key, version, values, step, saved: saved_at, seen: revision } satisfies Draft<TutorValues>;
}

const isTutor = (values: Partial<TutorValues> | undefined): values is TutorValues =>
  [
    values?.dse_results,
    values?.subject_grades,
    values?.slots,
    values?.tutoring_type,
    values?.tutoring_region,
    values?.travel_region,
    values?.teaching_language,
  ].every(Array.isArray);
