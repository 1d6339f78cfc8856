import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import sharp from 'sharp';
import type { Tx } from '#server/ground/db/db.ts';
import type { Files } from '#server/ground/files/files.ts';
import { addDays, dayOf } from '#shared/hong-kong.ts';
import { badgeMonths } from '#shared/trust.ts';
import type { TutorForm } from '#shared/tutors.ts';
import type { EvidenceKind } from '#shared/uploads.ts';
import type { ListedSample } from './past-classes.ts';
import type { Random } from './random.ts';

const mediaType = 'image/webp';
const dayMs = 24 * 3600_000;

/** What a tutor with these studies would show. */
function evidenceKindsOf({ education, dse_results }: TutorForm): EvidenceKind[] {
  const study =
    education === 8
      ? 'teacher_registration'
      : education === 3 || education === 5
        ? 'student_card'
        : 'certificate';
  return dse_results.length > 0 ? [study, 'exam_results'] : [study];
}

/** A drawn page, the same for everybody, so that operators can open what a badge is based on. */
const samplePage = () =>
  sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="420" height="300">
      <rect width="420" height="300" fill="#fbfaf6"/>
      <rect x="24" y="24" width="372" height="252" fill="none" stroke="#1e2329" stroke-width="2"/>
      <path d="M60 90h220M60 130h300M60 170h260" stroke="#5b636d" stroke-width="6"/>
      <rect x="310" y="196" width="56" height="56" fill="none" stroke="#c23b22" stroke-width="5"/>
    </svg>`),
  )
    .webp()
    .toBuffer();

/** Evidence that an operator has verified, each with its badge since that day. */
export async function addBadges(
  tx: Tx,
  files: Pick<Files, 'put'>,
  badges: readonly { user: number; kind: EvidenceKind; since: string }[],
) {
  const page = await samplePage();
  const shown = badges.map((badge) => ({
    ...badge,
    key: `evidence/${randomUUID()}`,
    months: badgeMonths[badge.kind],
  }));
  for (const { key } of shown) await files.put(key, page);
  await tx.execute(sql`
    with given as (
      select *, ((since + months * interval '1 month' + interval '1 day - 1 second') at time zone 'Asia/Hong_Kong') as until
      from jsonb_to_recordset(${JSON.stringify(shown)}::jsonb)
        as row ("user" bigint, kind text, key text, since date, months integer)),
    shown as (
      insert into evidence (user_id, kind, file_key, media_type, byte_size, created_at, status, decided_at, expires_at)
      select "user", kind, key, ${mediaType}, ${page.byteLength}, since - 1, 'verified', since, until from given
      returning id, file_key)
    insert into badges (user_id, kind, evidence_id, since, expires_at, given_at)
    select "user", kind, shown.id, since, until, since from given join shown on shown.file_key = key`);
}

/** Most tutors have something verified, some nothing yet, and a few the police check. */
export async function addSampleBadges(
  tx: Tx,
  files: Pick<Files, 'put'>,
  random: Random,
  tutors: readonly ListedSample[],
  now: number,
) {
  const shown = tutors
    .filter(() => random.chance(0.6))
    .flatMap(({ userId, form, createdAt }) => {
      const daysHere = Math.floor((now - createdAt.getTime()) / dayMs);
      return evidenceKindsOf(form)
        .filter((_, at) => at === 0 || random.chance(0.7))
        .map((kind) => ({
          user: userId,
          kind,
          since: addDays(dayOf(now), -Math.min(random.between(5, 200), Math.max(0, daysHere - 1))),
        }));
    });
  await addBadges(tx, files, shown);
  const checked = tutors.filter(() => random.chance(0.14)).map(({ userId }) => userId);
  await tx.execute(sql`
    insert into badges (user_id, kind, confirmed_by, since, expires_at)
    select tutor, 'police_check', family, begins,
      (begins + ${badgeMonths.police_check} * interval '1 month' + interval '1 day - 1 second') at time zone 'Asia/Hong_Kong'
    from (
      select distinct on (tutor_user_id) tutor_user_id as tutor, family_user_id as family, begins_on as begins
      from classes where tutor_user_id in (select jsonb_array_elements_text(${JSON.stringify(checked)}::jsonb)::bigint)
      order by tutor_user_id, begins_on desc) as taught`);
}
