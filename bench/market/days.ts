import { eveningOf, type ParentCase, type TutorListing } from './declared.ts';
import { about, draw } from './draws.ts';
import { addLesson, addReview, presenceOf } from './make-tutors.ts';
import { gini, mean, ndcg } from './measures.ts';
import type { Family, Tutor } from './people.ts';
import type { Ranker } from './rankers.ts';
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

/** Passed to the watcher after a family has looked at its list: the tutors in order, and whom it asked. */
type Look = {
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
/** Probability that a family looks at a place of the list: lower places are looked at less often. */
const looksAt = (place: number) => 1 / (1 + 0.1 * place);

type Open = { family: Family; read: Set<number>; requests: number; matchedOn: number | undefined };
type Request = { open: Open; tutor: Tutor; pair: Pair };
/** The true value of a pair on the current day: the probability that both sides agree. */
export type GainOf = (wanted: ParentCase, tutor: TutorListing) => number;

/** Simulates thirty days with one ranker. Does not change the world. */
export function simulateMarket(
  world: World,
  rankerFor: (gainOf: GainOf) => Ranker,
  watcher: Watcher = {},
): Figures {
  const { seed } = world;
  const happens = (probability: number, ...keys: readonly number[]) => draw(seed, ...keys) < probability;
  const inRandomOrder = <Item>(items: readonly Item[], keys: (item: Item) => readonly number[]) =>
    items
      .map((item) => ({ item, turn: draw(seed, about.turn, ...keys(item)) }))
      .sort((a, b) => a.turn - b.turn)
      .map(({ item }) => item);
  let now = eveningOf(0);
  const tutors: Tutor[] = world.tutors.map((tutor) => ({ ...tutor, listing: { ...tutor.listing } }));
  const tutorOf = (id: number) => tutors[id - 1] as Tutor;
  const pairOf = (wanted: number, tutor: number) => world.pairs[wanted - 1]?.[tutor - 1];
  // A tutor with many pending requests accepts fewer of them.
  const gainOf: GainOf = (wanted, { id, pending }) => {
    const pair = pairOf(wanted.id, id);
    const tutor = tutorOf(id);
    return pair
      ? world.wants(pair, tutor) * pair.accepts * presenceOf(tutor, now) * acceptanceUnderLoad(pending)
      : 0;
  };
  const ranker = rankerFor(gainOf);

  const cases: Open[] = [];
  const requests: Request[] = [];
  const viewsByDay: Int32Array[] = [];
  const seenOn = new Map<number, number>();
  const exposures = new Int32Array(tutors.length + 1);
  const lessonsDue: { day: number; tutor: Tutor; wanted: number }[] = [];
  const gains: number[] = [];

  const look = (open: Open, day: number) => {
    const { parentCase: wanted, arrived } = open.family;
    // A returning family continues where it stopped: tutors it has read about are left out.
    const eligible = tutors.filter(
      ({ listing, joined }) =>
        joined <= day && listing.is_listed && pairOf(wanted.id, listing.id) && !open.read.has(listing.id),
    );
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
          shown.map((listing) => gainOf(wanted, listing)),
          eligible.map(({ listing }) => gainOf(wanted, listing)),
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
      if (!happens(looksAt(place), about.look, wanted.id, id, day)) return;
      open.read.add(id);
      if (!happens(world.wants(pair, tutorOf(id)), about.want, wanted.id, id)) return;
      chosen.add(id);
      open.requests++;
      tutorOf(id).listing.pending++;
      requests.push({ open, tutor: tutorOf(id), pair });
    });
    watcher.looked?.({ wanted, shown, now, asked: chosen });
  };

  const answer = (day: number) => {
    const answers = new Map<number, number>();
    const waiting = requests.splice(0);
    for (const request of inRandomOrder(waiting, ({ open, tutor }) => [
      open.family.parentCase.id,
      tutor.listing.id,
      day,
    ])) {
      const { open, tutor, pair } = request;
      const { listing } = tutor;
      const wanted = open.family.parentCase.id;
      const done = answers.get(listing.id) ?? 0;
      const isOver = open.matchedOn !== undefined || !listing.is_listed;
      const isPresent = happens(
        tutor.promptness * presenceOf(tutor, now),
        about.answer,
        wanted,
        listing.id,
        day,
      );
      if (!isOver && (done >= answersADay || !isPresent)) {
        requests.push(request);
        continue;
      }
      listing.pending--;
      if (isOver) continue;
      answers.set(listing.id, done + 1);
      listing.answered++;
      listing.active_at = eveningOf(day);
      const yes = happens(
        pair.accepts * acceptanceUnderLoad(listing.pending),
        about.accept,
        wanted,
        listing.id,
      );
      watcher.answered?.(wanted, listing.id, yes);
      if (!yes) continue;
      listing.accepted++;
      open.matchedOn = day;
      tutor.room--;
      if (tutor.room === 0) listing.is_listed = false;
      lessonsDue.push({ day: day + reviewAfter, tutor, wanted });
    }
  };

  for (let day = 0; day < days; day++) {
    viewsByDay.push(new Int32Array(tutors.length + 1));
    now = eveningOf(day);
    for (const { listing, habit, joined } of tutors) {
      if (joined <= day && happens(habit, about.visit, listing.id, day)) listing.active_at = eveningOf(day);
      listing.views = viewsByDay.slice(-7).reduce((sum, views) => sum + (views[listing.id] as number), 0);
    }
    for (const { tutor, wanted } of lessonsDue.filter((due) => due.day === day)) {
      for (let lesson = 0; lesson < 2; lesson++) addLesson(tutor, seed);
      if (happens(0.6, about.review, tutor.listing.id, wanted, day)) addReview(tutor, seed);
    }
    for (const open of inRandomOrder(cases, ({ family }) => [family.parentCase.id, day]))
      if (
        open.matchedOn === undefined &&
        day - open.family.arrived < staysDays &&
        happens(returnsTomorrow, about.back, open.family.parentCase.id, day)
      )
        look(open, day);
    for (const family of world.families.filter(({ arrived }) => arrived === day)) {
      const open = { family, read: new Set<number>(), requests: 0, matchedOn: undefined };
      cases.push(open);
      look(open, day);
    }
    answer(day);
  }

  const matched = cases.filter(({ matchedOn }) => matchedOn !== undefined);
  const couldBeSeen = new Set(tutorsWithFittingFamily(world));
  const newTutors = tutors.filter(
    ({ joined, listing }) => joined >= 0 && joined <= days - newFor && couldBeSeen.has(listing.id),
  );
  const everOpen = tutors.filter(({ listing, joined }) => joined < 0 || couldBeSeen.has(listing.id));
  return {
    ndcg: mean(gains),
    sameDay: cases.filter(({ matchedOn, family }) => matchedOn === family.arrived).length / cases.length,
    matchRate: matched.length / cases.length,
    daysToMatch: mean(matched.map(({ matchedOn, family }) => (matchedOn ?? 0) - family.arrived)),
    requestsPerMatch: cases.reduce((sum, open) => sum + open.requests, 0) / Math.max(1, matched.length),
    exposureGini: gini(everOpen.map(({ listing }) => exposures[listing.id] as number)),
    newTutorsSeen:
      newTutors.filter(({ joined, listing }) => (seenOn.get(listing.id) ?? days) < joined + newFor).length /
      Math.max(1, newTutors.length),
  };
}

/** Factor on acceptance when this many requests are pending. */
const acceptanceUnderLoad = (pending: number) => 1 / (1 + 0.2 * Math.max(0, pending));

/** Tutors for whom a fitting family arrived in their first week, so that a ranker could have shown them. */
const tutorsWithFittingFamily = ({ tutors, families, pairs }: World) =>
  tutors.flatMap(({ listing: { id }, joined }) =>
    families.some(
      ({ arrived, parentCase: wanted }) =>
        arrived >= joined && arrived < joined + newFor && pairs[wanted.id - 1]?.[id - 1] !== undefined,
    )
      ? [id]
      : [],
  );
