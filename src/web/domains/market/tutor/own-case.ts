import type { LoaderFunctionArgs } from 'react-router';
import type { TutorPage } from '#shared/market.ts';
import { loadFits } from '#web/domains/matching/fit-view.ts';
import { nameIn } from '#web/domains/reference/named.ts';
import type { Api } from '#web/ground/api/api.ts';
import { cookiesOf } from '#web/ground/cookies.ts';
import { rangesOn } from '#web/ground/i18n/times.ts';
import { ifSignedIn, orNone } from '#web/ground/routing/page-loader.ts';
import { dot, subjectsOf } from '../case-view.ts';
import type { Opened } from '../load-one.ts';
import { soughtIn } from '../tutor-view.ts';

/** How far the family and this tutor have come about the case. */
export type Standing = 'open' | 'invited' | 'applied' | 'declined' | 'matched' | 'failed' | 'idle';

/**
 * The case of the family's own that this page is about: the one it was opened from, else the first online one.
 * Undefined for visitors and for people without a case.
 */
export async function loadOwnCase(args: LoaderFunctionArgs, opened: Opened, tutor: TutorPage) {
  const { api, names } = opened;
  const wanted = /^[1-9]\d{0,14}$/.exec(args.url.searchParams.get('case') ?? '')?.[0];
  const online = wanted ? [] : await onlineCases(api);
  const id = wanted ? Number(wanted) : online[0]?.id;
  const own =
    id && (await orNone(api('GET /api/common_info/student_detailed_registration/{id}', { params: { id } })));
  if (!own) return undefined;
  return {
    id: own.id,
    /** Whether the page was opened from this case: then it leads back to it. */
    isOpenedFrom: wanted !== undefined,
    /** Of several, the family chooses when it invites. */
    isOnly: online.length <= 1,
    title: own.child_info
      .map((child) => [nameIn(names.grades, child.grade), ...subjectsOf(names, child)].join(' '))
      .join(dot),
    slots: own.match_time,
    sought: soughtIn(own),
    ...(online.length > 1
      ? { standing: 'open' as const, agreed: [], talk: null }
      : await standingOf(api, own, tutor.id)),
    /** How well this tutor fits it, where the page was opened from the case. */
    fit: wanted ? ((await loadFits(opened, own, [tutor.id])).get(tutor.id) ?? null) : null,
  };
}
export type OwnCase = NonNullable<Awaited<ReturnType<typeof loadOwnCase>>>;

/** Whether this is the tutor's own page. */
export async function isOwnPage(args: LoaderFunctionArgs, { api }: Opened, listingId: number) {
  if (!cookiesOf(args.request).csrftoken) return false;
  const own = await ifSignedIn(api('GET /api/users/tutor_listing'));
  return own?.listing?.id === listingId;
}

async function onlineCases(api: Api) {
  const user = await ifSignedIn(api('GET /api/users/info'));
  return user?.case_list.filter(({ status }) => status === 1) ?? [];
}

async function standingOf(
  api: Api,
  { id, status }: { id: number; status: number },
  listingId: number,
): Promise<{ standing: Standing; agreed: Slots; talk: number | null }> {
  const query = { side: 'family', page_size: 100 } as const;
  const [interests, matches] = await Promise.all([
    api('GET /api/users/interests', { query }),
    api('GET /api/users/matches', { query }),
  ]);
  const isThis = (one: { case_id: number; listing_id: number | null }) =>
    one.case_id === id && one.listing_id === listingId;
  const match = matches.list.find(isThis);
  const interest = interests.list.find(isThis);
  const standing = (): Standing => {
    if (match?.status === 'trial' || match?.status === 'going') return 'matched';
    if (interest?.status === 'pending') return interest.asked_by === 'family' ? 'invited' : 'applied';
    if (match?.status === 'failed') return 'failed';
    if (status !== 1) return 'idle';
    return interest?.status === 'declined' ? 'declined' : 'open';
  };
  // The times of their own match are taken for everybody else, and free for this family.
  return {
    standing: standing(),
    agreed: standing() === 'matched' ? (match?.slots ?? []) : [],
    /** Where they talk about it. */
    talk: interest?.id ?? null,
  };
}

type Slots = TutorPage['match_time'];
const numberOf = ({ weekday, start }: Slots[number]) =>
  (weekday - 1) * 48 + Number(start.slice(0, 2)) * 2 + (start.endsWith('30') ? 1 : 0);

/** The tutor's times day by day, beside the family's where it has told them, and what they have in common. */
export function timesBeside(
  theirs: Slots,
  mine: Slots,
  weekdays: readonly { id: number; name: string }[],
  and: string,
) {
  const [tutor, family] = [theirs.map(numberOf), mine.map(numberOf)];
  const common = tutor.filter((slot) => family.includes(slot));
  return weekdays
    .map(({ id, name }) => {
      const on = (slots: readonly number[]) => rangesOn(slots, id - 1).join(and);
      return { name, theirs: on(tutor), mine: on(family), common: on(common) };
    })
    .filter((day) => day.theirs || day.mine);
}
export type DayTimes = ReturnType<typeof timesBeside>[number];
