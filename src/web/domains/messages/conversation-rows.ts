import type { Conversation } from '#shared/conversations.ts';
import type { Locale } from '#shared/locale.ts';
import { nameIn, namesIn } from '#web/domains/reference/named.ts';
import { reference } from '#web/domains/reference/store.ts';
import type { Api } from '#web/ground/api/api.ts';
import { weekLines } from '#web/ground/i18n/times.ts';

type Names = Record<'grades' | 'majors' | 'others' | 'regions', readonly { id: number; name: string }[]>;

/** A conversation with the text of grades, subjects and district. */
export type ConversationRow = Conversation & { about: string; place: string; subject: string };

/** The offer that a conversation is about. */
export type TalkOffer = {
  /** Each day with its hours; none where the times are open. */
  times: string[];
  /** What the side that asked wrote with it. */
  line: string;
  /** Whom an acceptance would decline. */
  othersWaiting: number;
};
export type Conversations = { rows: ConversationRow[]; total: number };

export const rowsPerPage = 30;

function withAbout(
  conversation: Conversation,
  { grades, majors, others, regions }: Names,
  locale: Locale,
): ConversationRow {
  const { children, grade, major_subject, other_subject, tutoring_region } = conversation;
  const subjects = [...namesIn(majors, major_subject), ...namesIn(others, other_subject)];
  const parts = [children, namesIn(grades, grade), subjects].map((names) =>
    names.join(locale === 'en' ? ', ' : '、'),
  );
  return {
    ...conversation,
    about: parts.filter(Boolean).join(' ・ '),
    place: nameIn(regions, tutoring_region),
    subject: subjects[0] ?? '',
  };
}

/** For server rendering. */
export async function loadConversations(api: Api, locale: Locale): Promise<Conversations> {
  const [talk, names] = await Promise.all([
    api('GET /api/users/conversations', { query: { page_size: rowsPerPage } }),
    namesFrom(api),
  ]);
  return {
    rows: talk.list.map((conversation) => withAbout(conversation, names, locale)),
    total: talk.total,
  };
}

export async function loadConversationRow(api: Api, id: number, locale: Locale): Promise<ConversationRow> {
  const [conversation, names] = await Promise.all([
    api('GET /api/users/conversations/{id}', { params: { id } }),
    namesFrom(api),
  ]);
  return withAbout(conversation, names, locale);
}

/** The line comes with the application or invitation. */
export async function loadOffer(api: Api, id: number): Promise<TalkOffer> {
  const [interest, weekdays] = await Promise.all([
    api('GET /api/users/interests/{id}', { params: { id } }),
    api('GET /api/common_info/weekday'),
  ]);
  return {
    times: weekLines(interest.slots, weekdays.list).map(({ name, ranges }) => `${name} ${ranges.join('、')}`),
    line: interest.message,
    othersWaiting: interest.others_waiting,
  };
}

async function namesFrom(api: Api): Promise<Names> {
  const [grades, majors, others, regions] = await Promise.all([
    api('GET /api/common_info/grade'),
    api('GET /api/common_info/major_subject'),
    api('GET /api/common_info/other_subject'),
    api('GET /api/common_info/region'),
  ]);
  return { grades: grades.list, majors: majors.list, others: others.list, regions: regions.list };
}

/** In the browser, which has the lists already. */
export async function readConversations(api: Api, locale: Locale, pages: number): Promise<Conversations> {
  const [grades, majors, others, regions, ...read] = await Promise.all([
    reference(api, locale, 'grade'),
    reference(api, locale, 'major_subject'),
    reference(api, locale, 'other_subject'),
    reference(api, locale, 'region'),
    ...Array.from({ length: pages }, (_, page) =>
      api('GET /api/users/conversations', { query: { page: page + 1, page_size: rowsPerPage } }),
    ),
  ]);
  const names = { grades: grades.list, majors: majors.list, others: others.list, regions: regions.list };
  // A conversation may have moved up between two pages, and be on both.
  const rows = new Map<number, ConversationRow>();
  for (const { list } of read)
    for (const conversation of list)
      if (!rows.has(conversation.id)) rows.set(conversation.id, withAbout(conversation, names, locale));
  return { rows: [...rows.values()], total: read[0]?.total ?? 0 };
}
