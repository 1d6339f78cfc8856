import { sql } from 'drizzle-orm';
import { haltsOf } from '#server/domains/accounts/standing.ts';
import { nicknamesOf, ownNicknamesOf } from '#server/domains/cases/case-outline.ts';
import { portraitsOf } from '#server/domains/tutors/portraits.ts';
import type { Db, Tx } from '#server/ground/db/db.ts';
import type { Paging } from '#server/ground/db/paging.ts';
import { AppError } from '#server/ground/http/errors.ts';
import { splitMessages } from '#shared/contacts/cover-contacts.ts';
import type { Conversation, TrialStep } from '#shared/conversations.ts';
import { type InterestStatus, isLive, type MatchStatus, type Side } from '#shared/interest.ts';
import { slotAt } from '#shared/rules/half-hours.ts';
import { talkRules } from '#shared/rules/talk-rules.ts';
import { nameShown } from '#shared/tutor-name.ts';
import { announce } from './events.ts';
import { offerLine } from './offer-line.ts';
import { interestsWithMatches, isOpen, isSide, isWrittenIn, talkOf } from './talk-access.ts';
import { filesOfLatest } from './talk-files.ts';
import { type MessageRow, messagesOf, unansweredBy } from './talk-messages.ts';

type ConversationRow = {
  id: string;
  case_id: string;
  listing_id: string | null;
  family_user_id: string;
  tutor_user_id: string;
  asked_by: Side;
  interest_status: InterestStatus;
  match_id: string | null;
  status: MatchStatus | null;
  closed_for: 'ban' | 'child_safety' | null;
  price: number;
  slots: number[];
  tutor_name: string | null;
  class_id: string | null;
  tutoring_region: number | null;
  children: { grade: number; major_subject: number[]; other_subject: number[] }[] | null;
  family_agreed: boolean;
  tutor_agreed: boolean;
  proposals: Proposal[] | null;
  read_by_other: string;
  /** The last message, and those before it by the same person. */
  latest: MessageRow[] | null;
  unanswered: number;
  unread_count: number;
};

type Proposal = {
  status: 'open' | 'agreed' | 'replaced' | 'declined' | 'cancelled';
  by: Side;
  starts_at: string;
  proposed_at: string;
  decided_at: string | null;
};

/** A proposal that another took the place of has no answer of its own. */
const stepsOf = ({ status, by, starts_at, proposed_at, decided_at }: Proposal): TrialStep[] => {
  const about = { by, starts_at: new Date(starts_at).toISOString() };
  return [
    { what: 'proposed', ...about, at: new Date(proposed_at).toISOString() },
    ...(decided_at && status !== 'open' && status !== 'replaced'
      ? [{ what: status, ...about, at: new Date(decided_at).toISOString() }]
      : []),
  ];
};

const unread = (userId: number) => sql`
  (select count(*)::int from conversation_messages theirs
   where theirs.interest_id = interests.id and theirs.user_id <> ${userId}
     and theirs.id > coalesce((select read_up_to from conversation_reads seen
                               where seen.interest_id = interests.id and seen.user_id = ${userId}), 0))`;

/** What came to nothing without a word is no conversation in the list. */
const isListed = sql`(interests.status in ('pending', 'accepted') or ${isWrittenIn(sql`interests.id`)})`;

async function readConversations(db: Db, userId: number, which: ReturnType<typeof sql>) {
  const { rows } = await db.execute<ConversationRow>(sql`
    select interests.id, interests.case_id, interests.listing_id, interests.family_user_id,
      interests.tutor_user_id, asked_by, interests.status as interest_status, matches.id as match_id,
      matches.status, closed_for, coalesce(matches.price, interests.price) as price,
      coalesce(matches.slots, interests.slots) as slots,
      (select display_name from tutor_listings where id = interests.listing_id) as tutor_name,
      (select id from classes where classes.match_id = matches.id) as class_id,
      (select tutoring_region_id from cases where cases.id = interests.case_id) as tutoring_region,
      (select json_agg(json_build_object('grade', grade_id, 'major_subject', major_subject_ids,
                                         'other_subject', other_subject_ids) order by position)
       from case_children join children on children.id = child_id
       where case_children.case_id = interests.case_id) as children,
      family_agreed_at is not null as family_agreed, tutor_agreed_at is not null as tutor_agreed,
      (select json_agg(json_build_object('status', trial_proposals.status, 'by', proposed_by, 'starts_at', starts_at,
                                         'proposed_at', proposed_at, 'decided_at', decided_at)
                       order by trial_proposals.id)
       from trial_proposals where match_id = matches.id) as proposals,
      coalesce((select read_up_to from conversation_reads seen
                where seen.interest_id = interests.id and seen.user_id <> ${userId}), 0) as read_by_other,
      (select json_agg(latest) from (
         select theirs.* from (
           select user_id from conversation_messages newest
           where newest.interest_id = interests.id order by newest.id desc limit 1) writer
         cross join lateral (
           (select id, user_id, text, sent_at from conversation_messages
            where interest_id = interests.id and user_id = writer.user_id order by id desc limit ${splitMessages})
           union all
           select id, user_id, text, sent_at from ${offerLine} line where line.user_id = writer.user_id) theirs
         order by theirs.id desc limit ${splitMessages}) latest) as latest,
      ${unansweredBy(userId, sql`interests.id`)} as unanswered,
      ${unread(userId)} as unread_count
    from ${interestsWithMatches} where ${isSide(userId)} and ${which}`);
  const states = rows.map(({ interest_status, status }) => ({ interest: interest_status, match: status }));
  const halts = await haltsOf(
    db,
    rows.map((row, at) => ({
      familyUserId: Number(row.family_user_id),
      tutorUserId: Number(row.tutor_user_id),
      isLive: isOpen(states[at] as (typeof states)[number]),
      closedFor: row.closed_for,
    })),
  );
  const portraits = await portraitsOf(
    db,
    rows.flatMap(({ listing_id }) => (listing_id === null ? [] : Number(listing_id))),
  );
  const shares = rows.map((row, at) => row.family_agreed && row.tutor_agreed && !halts[at]);
  const nicknames = new Map([
    ...(await ownNicknamesOf(
      db,
      userId,
      rows.map(({ case_id }) => Number(case_id)),
    )),
    ...(await nicknamesOf(
      db,
      rows.flatMap(({ status, case_id }, at) =>
        shares[at] && status !== null && isLive(status) ? Number(case_id) : [],
      ),
    )),
  ]);
  const files = await filesOfLatest(
    db,
    rows.map((row) => ({ id: Number(row.id), message: Number(row.latest?.[0]?.id ?? 0) })),
  );
  return rows.map((row, at): Conversation => {
    const children = row.children ?? [];
    const isFamily = Number(row.family_user_id) === userId;
    const halt = halts[at] ?? null;
    const contact_shared = shares[at] ?? false;
    return {
      id: Number(row.id),
      my_side: isFamily ? 'family' : 'tutor',
      asked_by: row.asked_by,
      interest_status: row.interest_status,
      match_id: row.match_id === null ? null : Number(row.match_id),
      status: row.status,
      halt,
      case_id: Number(row.case_id),
      listing_id: row.listing_id === null ? null : Number(row.listing_id),
      price: row.price,
      slots: row.slots.map(slotAt),
      can_write: isOpen(states[at] as (typeof states)[number]) && halt === null,
      unanswered_left:
        row.interest_status === 'pending' ? Math.max(0, talkRules.unanswered - row.unanswered) : null,
      tutor_name: nameShown(row.tutor_name ?? '', !isFamily || contact_shared),
      tutor_portrait: portraits.get(Number(row.listing_id)) ?? null,
      children: nicknames.get(Number(row.case_id)) ?? [],
      class_id: row.class_id === null ? null : Number(row.class_id),
      tutoring_region: row.tutoring_region,
      grade: children.map(({ grade }) => grade),
      major_subject: [...new Set(children.flatMap(({ major_subject }) => major_subject))],
      other_subject: [...new Set(children.flatMap(({ other_subject }) => other_subject))],
      contact_shared,
      i_agreed: isFamily ? row.family_agreed : row.tutor_agreed,
      other_agreed: isFamily ? row.tutor_agreed : row.family_agreed,
      read_by_other: Number(row.read_by_other),
      trial_steps: (row.proposals ?? [])
        .flatMap(stepsOf)
        .sort((one, other) => one.at.localeCompare(other.at)),
      last: messagesOf(row.latest ?? [], userId, contact_shared, files).at(-1) ?? null,
      unread_count: row.unread_count,
    };
  });
}

/** One that nothing was written in yet stands where it was asked or accepted. */
export async function listConversations(db: Db, userId: number, { page, page_size }: Paging) {
  const list = await readConversations(
    db,
    userId,
    sql`${isListed} order by coalesce(
        (select sent_at from conversation_messages written where written.interest_id = interests.id
         order by written.id desc limit 1), made_at, asked_at) desc,
      interests.id desc limit ${page_size} offset ${(page - 1) * page_size}`,
  );
  const { rows } = await db.execute<{ total: number }>(
    sql`select count(*)::int as total from interests where ${isSide(userId)} and ${isListed}`,
  );
  return { list, total: rows[0]?.total ?? 0, page, page_size };
}

export async function readConversation(db: Db, userId: number, id: number) {
  const [found] = await readConversations(db, userId, sql`interests.id = ${id}`);
  if (!found) throw new AppError('notFound');
  return found;
}

/** The read position only moves forward, and not beyond the last message. */
export async function readUpTo(tx: Tx, userId: number, id: number, upTo: number) {
  const { other } = await talkOf(tx, userId, id);
  const moved = await tx.execute(sql`
    insert into conversation_reads (interest_id, user_id, read_up_to)
    select ${id}, ${userId}, max(id) from conversation_messages where interest_id = ${id} and id <= ${upTo}
    having max(id) is not null
    on conflict (interest_id, user_id)
    do update set read_up_to = excluded.read_up_to where conversation_reads.read_up_to < excluded.read_up_to
    returning interest_id`);
  // Other open pages of the reader update their count; the sender sees how far was read.
  if (moved.rows.length > 0)
    for (const person of [userId, other]) await announce(tx, person, { kind: 'read', conversation: id });
  return { unread_count: await unreadIn(tx, userId, id) };
}

/** The unread count of one conversation. */
async function unreadIn(db: Db | Tx, userId: number, id: number) {
  const { rows } = await db.execute<{ unread_count: number }>(
    sql`select ${unread(userId)} as unread_count from interests where id = ${id} and ${isSide(userId)}`,
  );
  return rows[0]?.unread_count ?? 0;
}

export async function unreadMessages(db: Db, userId: number) {
  const { rows } = await db.execute<{ unread: number }>(
    sql`select coalesce(sum(${unread(userId)}), 0)::int as unread from interests where ${isSide(userId)}`,
  );
  return rows[0]?.unread ?? 0;
}
