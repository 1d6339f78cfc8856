import type { PoliceCheck } from '#shared/trust.ts';
import type { MadeMatch } from './load-requests.ts';
import { trialAct } from './trial-line.tsx';

/** A match with its class: one thing, one card. */
export type MatchView = MadeMatch & {
  cls?:
    | {
        id: number;
        isOpen: boolean;
        totals: { lessons: number; minutes: number };
        next: { when: string; isTrial: boolean; isToday: boolean } | undefined;
      }
    | undefined;
  /** Another match of the family with the same tutor, in which numbers are exchanged. */
  known?: Known | undefined;
  /** How far the latest police check of the match has come. */
  checkIs?: PoliceCheck['status'] | undefined;
};
export type Known = { matchId: number; children: string; contact: MadeMatch['contact'] };

/** The class in which this tutor teaches the family already, with numbers exchanged. */
export function knownFrom(
  matches: readonly MadeMatch[],
  { listing_id }: { listing_id: number | null },
  own?: number,
): Known | undefined {
  const found = matches.find(
    ({ contact, halt, ...match }) =>
      match.isFamily &&
      match.id !== own &&
      match.listing_id !== null &&
      match.listing_id === listing_id &&
      match.status === 'going' &&
      match.canTalk &&
      !halt &&
      contact.i_agreed &&
      contact.other_agreed,
  );
  return found && { matchId: found.id, children: found.children || found.about, contact: found.contact };
}

export const isLive = ({ status }: Pick<MatchView, 'status'>) => status === 'trial' || status === 'going';

/** What this side can do about the trial now; null where it is the other's turn or there is nothing to do. */
export const stepOf = ({ status, trial }: MatchView) =>
  status === 'trial' && trial.trial ? trialAct(trial, trial.trial) : null;

/** The other side waits for a word about the trial, the numbers or the police check, or the next step is still to be taken. */
export const needsMe = (match: MatchView) =>
  !match.halt &&
  (stepOf(match) !== null ||
    (match.contact.other_agreed && !match.contact.i_agreed) ||
    (match.isFamily && match.checkIs === 'shared'));

/** An answer that somebody waits for comes before a day that is still to be found. */
export const byUrgency = (one: MatchView, other: MatchView) => rankOf(one) - rankOf(other);
const rankOf = (match: MatchView) => (stepOf(match) === 'propose' ? 1 : 0);
