import type { CodeName } from '#shared/codes/codes.ts';
import type { InterestBody, InterestStatus, MatchStatus, Side } from '#shared/interest.ts';
import { slotIndex } from '#shared/rules/half-hours.ts';
import type { WeeklySlot } from '#shared/weekly-slots.ts';

// A second implementation of the marketplace rules, without a database: which rows an operation changes, or
// why it is refused.

export type Op = { userId: number } & (
  | { do: 'interest'; body: InterestBody }
  | { do: 'online'; caseId: number }
  | { do: 'offline'; caseId: number }
  | { do: 'trial'; matchId: number; passed: boolean }
  | { do: 'end'; matchId: number; relist: boolean }
);

type Case = { owner: number; status: 1 | 2 | 3 | 4; price: number | null; free: number[] };
type Listing = { owner: number; priceMin: number; free: number[] };
type Interest = {
  caseId: number;
  listingId: number;
  askedBy: Side;
  status: InterestStatus;
  price: number;
  slots: number[];
};
type Match = { interestId: number; caseId: number; listingId: number; status: MatchStatus; slots: number[] };

export type State = {
  cases: Map<number, Case>;
  listings: Map<number, Listing>;
  interests: Map<number, Interest>;
  matches: Map<number, Match>;
  /** `listing:slot` → the match that takes it. */
  taken: Map<string, number>;
};
export type Limits = { applications: number; invitations: number };
/** The ids of the rows that an operation may insert. */
export type Fresh = { interest: number; match: number };

/** One row and its new value: a status, the match that takes a half hour, or null if the row was deleted. */
export type Change = {
  table: 'cases' | 'interests' | 'matches' | 'match_slots';
  id: string;
  to: string | null;
};
export type Outcome = { code: CodeName; changes: Change[] };

type Step = { changes: Change[]; make: (state: State) => void };
class Refusal extends Error {
  readonly code: CodeName;
  constructor(code: CodeName) {
    super(code);
    this.code = code;
  }
}
const refuse = (code: CodeName): never => {
  throw new Refusal(code);
};
const nothing: Step = { changes: [], make: () => {} };

/** Applies an operation to the state, or returns the refusal's code. Changes the state in place for speed. */
export function reduce(state: State, op: Op, fresh: Fresh, limits: Limits): Outcome {
  try {
    const { changes, make } = stepOf(state, op, fresh, limits);
    make(state);
    return { code: 'ok', changes };
  } catch (error) {
    if (error instanceof Refusal) return { code: error.code, changes: [] };
    throw error;
  }
}

function stepOf(state: State, op: Op, fresh: Fresh, limits: Limits): Step {
  if (op.do === 'online' || op.do === 'offline') return setOnline(state, op.userId, op.caseId, op.do);
  if (op.do === 'trial' || op.do === 'end') return decideMatch(state, op);
  const { userId, body } = op;
  if (body.action === 'apply') {
    const listing = [...state.listings].find(([, { owner }]) => owner === userId);
    if (!listing) return refuse('listingNeeded');
    return ask(state, 'tutor', body, listing[0], fresh, limits);
  }
  if (body.action === 'invite') {
    if (state.cases.get(body.case_id)?.owner !== userId) return refuse('notFound');
    if (!state.listings.has(body.listing_id)) return refuse('notFound');
    return ask(state, 'family', body, body.listing_id, fresh, limits);
  }
  return answer(state, userId, body, fresh);
}

type Offer = { case_id: number; slots?: WeeklySlot[] | undefined; price?: number | undefined };

function ask(state: State, side: Side, offer: Offer, listingId: number, fresh: Fresh, limits: Limits): Step {
  const caseId = offer.case_id;
  const [about, listing] = [state.cases.get(caseId), state.listings.get(listingId)];
  if (!about || !listing) return refuse('notFound');
  if (about.owner === listing.owner) return refuse('ownCase');
  if (about.status === 3) {
    const made = [...state.matches.values()].find((match) => match.caseId === caseId && isLive(match));
    return made?.listingId === listingId ? nothing : refuse('caseTaken');
  }
  if (about.status !== 1) return refuse('caseNotOnline');
  const waiting = [...state.interests].filter(([, { status }]) => status === 'pending');
  const pending = waiting.find(([, one]) => one.caseId === caseId && one.listingId === listingId);
  if (pending?.[1].askedBy === side) return nothing;
  const price = offer.price ?? about.price ?? listing.priceMin;
  const slots = indexes(offer.slots);
  if (pending) {
    const [mine, theirs] = side === 'family' ? [about.free, listing.free] : [listing.free, about.free];
    const agreed = commonSlots({ slots: pending[1].slots, free: theirs }, { slots, free: mine });
    if (pending[1].price !== price || !agreed) return refuse('otherAskedFirst');
    return match(state, pending[0], agreed, fresh);
  }
  const mine = waiting.filter(
    ([, one]) =>
      one.askedBy === side && (side === 'tutor' ? one.listingId === listingId : one.caseId === caseId),
  );
  if (mine.length >= (side === 'tutor' ? limits.applications : limits.invitations))
    return refuse('reachedLimit');
  return {
    changes: [{ table: 'interests', id: String(fresh.interest), to: 'pending' }],
    make: ({ interests }) =>
      void interests.set(fresh.interest, {
        caseId,
        listingId,
        askedBy: side,
        status: 'pending',
        price,
        slots,
      }),
  };
}

type Answer = Extract<InterestBody, { interest_id: number }>;

function answer(state: State, userId: number, body: Answer, fresh: Fresh): Step {
  const id = body.interest_id;
  const interest = state.interests.get(id);
  if (!interest) return refuse('notFound');
  const about = state.cases.get(interest.caseId) as Case;
  const listing = state.listings.get(interest.listingId) as Listing;
  const side = userId === about.owner ? 'family' : userId === listing.owner ? 'tutor' : refuse('notFound');
  if ((side === interest.askedBy) !== (body.action === 'withdraw')) return refuse('notAllowed');
  if (body.action !== 'accept') {
    const to = body.action === 'decline' ? 'declined' : 'withdrawn';
    if (interest.status === to) return nothing;
    if (interest.status !== 'pending') return refuse('interestClosed');
    return {
      changes: [{ table: 'interests', id: String(id), to }],
      make: () => void Object.assign(interest, { status: to }),
    };
  }
  if (interest.status === 'accepted') return nothing;
  if (interest.status === 'closed' && about.status === 3) return refuse('caseTaken');
  if (interest.status !== 'pending') return refuse('interestClosed');
  if (body.price !== undefined && body.price !== interest.price) return refuse('conflict');
  const seen = indexes(body.slots);
  if (seen.length > 0 && interest.slots.length > 0 && seen.join() !== interest.slots.join())
    return refuse('conflict');
  const free = interest.askedBy === 'family' ? about.free : listing.free;
  if (seen.length > 0 && interest.slots.length === 0 && !within(seen, free)) return refuse('slotsNotOffered');
  return match(state, id, seen.length > 0 ? seen : interest.slots, fresh);
}

function match(state: State, interestId: number, slots: number[], fresh: Fresh): Step {
  const accepted = state.interests.get(interestId) as Interest;
  const { caseId, listingId } = accepted;
  const keys = slots.map((slot) => `${listingId}:${slot}`);
  if (keys.some((key) => state.taken.has(key))) return refuse('slotTaken');
  const others = pendingFor(state, caseId).filter(([id]) => id !== interestId);
  const id = fresh.match;
  return {
    changes: [
      { table: 'interests', id: String(interestId), to: 'accepted' },
      { table: 'matches', id: String(id), to: 'trial' },
      { table: 'cases', id: String(caseId), to: '3' },
      ...keys.map((key) => ({ table: 'match_slots' as const, id: key, to: String(id) })),
      ...closings(others),
    ],
    make() {
      accepted.status = 'accepted';
      for (const [, other] of others) other.status = 'closed';
      (state.cases.get(caseId) as Case).status = 3;
      state.matches.set(id, { interestId, caseId, listingId, status: 'trial', slots });
      for (const key of keys) state.taken.set(key, id);
    },
  };
}

function setOnline(state: State, userId: number, caseId: number, to: 'online' | 'offline'): Step {
  const about = state.cases.get(caseId);
  if (about?.owner !== userId) return refuse('notFound');
  if (about.status > 2) return refuse('caseClosed');
  const status = to === 'online' ? 1 : 2;
  const over = to === 'offline' ? pendingFor(state, caseId) : [];
  return {
    changes: [...(about.status === status ? [] : [caseTo(caseId, status)]), ...closings(over)],
    make() {
      about.status = status;
      for (const [, other] of over) other.status = 'closed';
    },
  };
}

function decideMatch(state: State, op: Extract<Op, { do: 'trial' | 'end' }>): Step {
  const match = state.matches.get(op.matchId);
  if (!match) return refuse('notFound');
  const about = state.cases.get(match.caseId) as Case;
  const isFamily = op.userId === about.owner;
  if (!isFamily && op.userId !== state.listings.get(match.listingId)?.owner) return refuse('notFound');
  if (op.do === 'trial') {
    if (!isFamily) return refuse('notAllowed');
    const to = op.passed ? 'going' : 'failed';
    if (match.status === to) return nothing;
    if (match.status !== 'trial') return refuse('matchOver');
    return op.passed
      ? {
          changes: [{ table: 'matches', id: String(op.matchId), to }],
          make: () => void Object.assign(match, { status: 'going' }),
        }
      : over(state, op.matchId, 'failed', 1);
  }
  if (op.relist && !isFamily) return refuse('notAllowed');
  if (isLive(match)) return over(state, op.matchId, 'ended', op.relist ? 1 : 4);
  if (!op.relist || about.status !== 4) return nothing;
  const later = [...state.matches].some(([id, one]) => one.caseId === match.caseId && id > op.matchId);
  if (later) return refuse('matchOver');
  return { changes: [caseTo(match.caseId, 1)], make: () => void Object.assign(about, { status: 1 }) };
}

function over(state: State, id: number, status: 'failed' | 'ended', caseStatus: 1 | 4): Step {
  const match = state.matches.get(id) as Match;
  const keys = match.slots.map((slot) => `${match.listingId}:${slot}`);
  return {
    changes: [
      { table: 'matches', id: String(id), to: status },
      caseTo(match.caseId, caseStatus),
      ...keys.map((key) => ({ table: 'match_slots' as const, id: key, to: null })),
    ],
    make() {
      match.status = status;
      (state.cases.get(match.caseId) as Case).status = caseStatus;
      for (const key of keys) state.taken.delete(key);
    },
  };
}

const isLive = ({ status }: Match) => status === 'trial' || status === 'going';
const indexes = (slots: WeeklySlot[] = []) => [...new Set(slots.map(slotIndex))].sort((a, b) => a - b);
const within = (slots: number[], free: number[]) =>
  free.length === 0 || slots.every((slot) => free.includes(slot));
const caseTo = (id: number, status: number): Change => ({
  table: 'cases',
  id: String(id),
  to: String(status),
});
const pendingFor = (state: State, caseId: number) =>
  [...state.interests].filter(([, one]) => one.caseId === caseId && one.status === 'pending');
const closings = (over: [number, Interest][]): Change[] =>
  over.map(([id]) => ({ table: 'interests', id: String(id), to: 'closed' }));

type Times = { slots: number[]; free: number[] };
function commonSlots(one: Times, other: Times): number[] | undefined {
  if (one.slots.length > 0 && other.slots.length > 0)
    return one.slots.join() === other.slots.join() ? one.slots : undefined;
  const [named, open] = one.slots.length > 0 ? [one, other] : [other, one];
  return within(named.slots, open.free) ? named.slots : undefined;
}
