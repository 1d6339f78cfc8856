import { sql } from 'drizzle-orm';
import { createCase } from '#server/cases/cases.ts';
import type { Database } from '#server/db.ts';
import { createRandom } from '#server/demo/random.ts';
import { sampleCase } from '#server/demo/sample-cases.ts';
import { sampleTutor } from '#server/demo/sample-tutors.ts';
import { createListing } from '#server/tutors/tutors.ts';
import type { CaseForm } from '#shared/cases.ts';
import type { TutorForm } from '#shared/tutors.ts';
import { createUser } from './registrations.ts';

type Wanted = {
  tutors?: number;
  cases?: number;
  seed?: number;
  /** What is the same for all of them. */
  tutor?: Partial<TutorForm>;
  case?: Partial<CaseForm>;
};

/** Puts tutors and cases that could exist on show, each of a person of their own. Gives their ids, oldest first. */
export async function putOnShow(database: Database, wanted: Wanted) {
  const random = createRandom(wanted.seed ?? 1);
  const ids = { tutors: [] as number[], cases: [] as number[] };
  for (let made = 0; made < (wanted.tutors ?? 0); made++) {
    const { id } = await createUser(database, 2);
    const form = { ...sampleTutor(random), ...wanted.tutor };
    ids.tutors.push((await database.db.transaction((tx) => createListing(tx, id, form))).id);
  }
  for (let made = 0; made < (wanted.cases ?? 0); made++) {
    const { id } = await createUser(database, 1);
    const form = { ...sampleCase(random), ...wanted.case };
    ids.cases.push(
      (
        await database.db.transaction((tx) =>
          createCase(tx, id, form, { maxChildren: 20, locale: 'zh-Hant' }),
        )
      ).id,
    );
  }
  return ids;
}

/** Marks everything on show as made up. */
export async function markAsSamples(database: Database) {
  await database.db.execute(sql`update cases set is_sample = true`);
  await database.db.execute(sql`update tutor_listings set is_sample = true`);
}
