import { sql } from 'drizzle-orm';
import { createCase } from '#server/domains/cases/cases.ts';
import { createRandom } from '#server/domains/demo/random.ts';
import { sampleCase } from '#server/domains/demo/sample-cases.ts';
import { sampleTutor } from '#server/domains/demo/sample-tutors.ts';
import { createListing } from '#server/domains/tutors/tutors.ts';
import type { Database } from '#server/ground/db/db.ts';
import type { CaseForm } from '#shared/cases.ts';
import type { TutorForm } from '#shared/tutors.ts';

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
  // In one go: with a transaction for each, a busy machine takes half a minute.
  await database.db.transaction(async (tx) => {
    const person = async (identity: 1 | 2) => {
      const { rows } = await tx.execute(
        sql`insert into users (last_identity, product_since) values (${identity}, now()) returning id`,
      );
      return Number(rows[0]?.id);
    };
    for (let made = 0; made < (wanted.tutors ?? 0); made++) {
      const form = { ...sampleTutor(random), ...wanted.tutor };
      ids.tutors.push((await createListing(tx, await person(2), form)).id);
    }
    for (let made = 0; made < (wanted.cases ?? 0); made++) {
      const form = { ...sampleCase(random), ...wanted.case };
      const options = { maxChildren: 20, locale: 'zh-Hant' } as const;
      ids.cases.push((await createCase(tx, await person(1), form, options)).id);
    }
  });
  return ids;
}
