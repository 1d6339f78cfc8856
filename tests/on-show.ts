import { sql } from 'drizzle-orm';
import { createCase } from '#server/domains/cases/cases.ts';
import { createRandom } from '#server/domains/demo/random.ts';
import { sampleCase } from '#server/domains/demo/sample-cases.ts';
import { sampleTutor } from '#server/domains/demo/sample-tutors.ts';
import { createListing } from '#server/domains/tutors/tutors.ts';
import type { Database } from '#server/ground/db/db.ts';
import type { CaseForm } from '#shared/cases.ts';
import type { TutorForm } from '#shared/tutors.ts';

type Options = {
  tutors?: number;
  cases?: number;
  seed?: number;
  /** Field values shared by all of them. */
  tutor?: Partial<TutorForm>;
  case?: Partial<CaseForm>;
};

/** Publishes realistic listings and cases, each by its own person. Returns their ids, oldest first. */
export async function publishSamples(database: Database, requested: Options) {
  const random = createRandom(requested.seed ?? 1);
  const ids = { tutors: [] as number[], cases: [] as number[] };
  // All in one transaction: one transaction each takes half a minute on a busy machine.
  await database.db.transaction(async (tx) => {
    const person = async (identity: 1 | 2) => {
      const { rows } = await tx.execute(
        sql`insert into users (last_identity, product_since) values (${identity}, now()) returning id`,
      );
      return Number(rows[0]?.id);
    };
    for (let count = 0; count < (requested.tutors ?? 0); count++) {
      const form = { ...sampleTutor(random), ...requested.tutor };
      ids.tutors.push((await createListing(tx, await person(2), form)).id);
    }
    for (let count = 0; count < (requested.cases ?? 0); count++) {
      const form = { ...sampleCase(random), ...requested.case };
      const options = { maxChildren: 20, locale: 'zh-Hant' } as const;
      ids.cases.push((await createCase(tx, await person(1), form, options)).id);
    }
  });
  return ids;
}
