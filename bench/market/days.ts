import { type Chance, createChance } from '../random.ts';
import { eveningOf, type ParentCase, type TutorListing } from './declared.ts';
import { addReview, presenceOf } from './make-tutors.ts';
import { gini, mean, ndcg } from './measures.ts';
import type { Family, Tutor } from './people.ts';
import { oracleOf, type Ranker } from './rankers.ts';
import type { Pair } from './tastes.ts';
import { days, type World } from './world.ts';

export type Figures = {
  ndcg: number;
  sameDay: number;
  matchRate: number;
  daysToMatch: number;
  requestsPerMatch: number;
  exposureGini: number;
  newTutorsSeen: number;
};

/** Told after a family has looked at its list: who stood where, whom it asked. */
export type Look = {
  wanted: ParentCase;
  shown: readonly TutorListing[];
  now: number;
  asked: ReadonlySet<number>;
};
export type Watcher = {
  looked?(look: Look): void;
  answered?(wanted: number, tutor: number, accepted: boolean): void;
};

const shownAtOnce = 10;
const requestsADay = 3;
const returnsTomorrow = 0.6;
const staysDays = 14;
const answersADay = 4;
const newFor = 7;
const reviewAfter = 6;
/** Of the lower places of a list fewer are looked at. */
const looksAt = (place: number) => 1 / (1 + 0.1 * place);

type Open = { family: Family; asked: Set<number>; requests: number; matchedOn: number | undefined };

/** Thirty days with one ranker. The world itself is left as it was. */
export function live(world: World, rankerFor: (oracle: Ranker) => Ranker, watcher: Watcher = {}): Figures {
  const chance = createChance(world.seed * 31 + 5);
  let now = eveningOf(0);
  const tutors: Tutor[] = world.tutors.map((tutor) => ({ ...tutor, listing: { ...tutor.listing } }));
  const tutorOf = (id: number) => tutors[id - 1] as Tutor;
  const pairOf = (wanted: number, tutor: number) => world.pairs[wanted - 1]?.[tutor - 1];
  /** What the two would have of each other tonight: a tutor under many requests answers fewer of them. */
  const gainOf = (wanted: number, { id, pending }: TutorListing) => {
    const pair = pairOf(wanted, id);
    return pair ? pair.wants * pair.accepts * presenceOf(tutorOf(id), now) * patience(pending) : 0;
  };
  const ranker = rankerFor(oracleOf((wanted, tutor) => gainOf(wanted.id, tutor)));

  const cases: Open[] = [];
  const requests: { open: Open; tutor: Tutor; pair: Pair }[] = [];
  const viewsByDay: Int32Array[] = [];
  const seenOn = new Map<number, number>();
  const fitted = new Set<number>();
  const exposures = new Int32Array(tutors.length + 1);
  const reviewsDue: { day: number; tutor: Tutor }[] = [];
  const gains: number[] = [];

  const look = (open: Open, day: number) => {
    const { wanted, arrived } = open.family;
    const eligible = tutors.filter(
      ({ listing, joined }) =>
        joined <= day && listing.is_listed && pairOf(wanted.id, listing.id) && !open.asked.has(listing.id),
    );
    for (const { joined, listing } of eligible)
      if (joined >= 0 && day < joined + newFor) fitted.add(listing.id);
    const order = ranker
      .rank(
        wanted,
        eligible.map(({ listing }) => listing),
        now,
      )
      .slice(0, shownAtOnce);
    const shown = order.map((id) => tutorOf(id).listing);
    if (day === arrived && eligible.length > shownAtOnce)
      gains.push(
        ndcg(
          shown.map((listing) => gainOf(wanted.id, listing)),
          eligible.map(({ listing }) => gainOf(wanted.id, listing)),
        ),
      );
    const today = viewsByDay[day] as Int32Array;
    for (const id of order) {
      today[id] = (today[id] as number) + 1;
      exposures[id] = (exposures[id] as number) + 1;
      if (!seenOn.has(id)) seenOn.set(id, day);
    }
    const chosen = new Set<number>();
    shown.forEach(({ id }, place) => {
      const pair = pairOf(wanted.id, id);
      if (!pair || chosen.size === requestsADay) return;
      if (!chance.happens(looksAt(place)) || pair.wantDraw >= pair.wants) return;
      chosen.add(id);
      open.asked.add(id);
      open.requests++;
      tutorOf(id).listing.pending++;
      requests.push({ open, tutor: tutorOf(id), pair });
    });
    watcher.looked?.({ wanted, shown, now, asked: chosen });
  };

  const answer = (day: number) => {
    const answers = new Map<number, number>();
    const waiting = requests.splice(0);
    for (const request of shuffled(waiting, chance)) {
      const { open, tutor, pair } = request;
      const { listing } = tutor;
      const done = answers.get(listing.id) ?? 0;
      const isOver = open.matchedOn !== undefined || !listing.is_listed;
      if (!isOver && (done >= answersADay || !chance.happens(tutor.promptness * presenceOf(tutor, now)))) {
        requests.push(request);
        continue;
      }
      listing.pending--;
      if (isOver) continue;
      answers.set(listing.id, done + 1);
      listing.answered++;
      listing.active_at = eveningOf(day);
      const yes = pair.acceptDraw < pair.accepts * patience(listing.pending);
      watcher.answered?.(open.family.wanted.id, listing.id, yes);
      if (!yes) continue;
      listing.accepted++;
      open.matchedOn = day;
      tutor.room--;
      if (tutor.room === 0) listing.is_listed = false;
      reviewsDue.push({ day: day + reviewAfter, tutor });
    }
  };

  for (let day = 0; day < days; day++) {
    viewsByDay.push(new Int32Array(tutors.length + 1));
    now = eveningOf(day);
    for (const { listing, habit, joined } of tutors) {
      if (joined <= day && chance.happens(habit)) listing.active_at = eveningOf(day);
      listing.views = viewsByDay.slice(-7).reduce((sum, views) => sum + (views[listing.id] as number), 0);
    }
    for (const { tutor } of reviewsDue.filter((due) => due.day === day)) {
      tutor.listing.lessons_due += 2;
      for (let lesson = 0; lesson < 2; lesson++)
        if (chance.happens(tutor.reliable)) tutor.listing.lessons_kept++;
      if (chance.happens(0.6)) addReview(tutor, chance);
    }
    for (const open of shuffled(cases, chance))
      if (
        open.matchedOn === undefined &&
        day - open.family.arrived < staysDays &&
        chance.happens(returnsTomorrow)
      )
        look(open, day);
    for (const family of world.families.filter(({ arrived }) => arrived === day)) {
      const open = { family, asked: new Set<number>(), requests: 0, matchedOn: undefined };
      cases.push(open);
      look(open, day);
    }
    answer(day);
  }

  const matched = cases.filter(({ matchedOn }) => matchedOn !== undefined);
  const came = tutors.filter(
    ({ joined, listing }) => joined >= 0 && joined <= days - newFor && fitted.has(listing.id),
  );
  const everOpen = tutors.filter(({ listing, joined }) => joined < 0 || fitted.has(listing.id));
  return {
    ndcg: mean(gains),
    sameDay: cases.filter(({ matchedOn, family }) => matchedOn === family.arrived).length / cases.length,
    matchRate: matched.length / cases.length,
    daysToMatch: mean(matched.map(({ matchedOn, family }) => (matchedOn ?? 0) - family.arrived)),
    requestsPerMatch: cases.reduce((sum, open) => sum + open.requests, 0) / Math.max(1, matched.length),
    exposureGini: gini(everOpen.map(({ listing }) => exposures[listing.id] as number)),
    newTutorsSeen:
      came.filter(({ joined, listing }) => (seenOn.get(listing.id) ?? days) < joined + newFor).length /
      Math.max(1, came.length),
  };
}

/** The share of requests a tutor still answers with care when so many wait. */
const patience = (pending: number) => 1 / (1 + 0.2 * Math.max(0, pending));

function shuffled<Item>(items: readonly Item[], chance: Chance): Item[] {
  const list = [...items];
  for (let at = list.length - 1; at > 0; at--) {
    const other = chance.below(at + 1);
    [list[at], list[other]] = [list[other] as Item, list[at] as Item];
  }
  return list;
}
