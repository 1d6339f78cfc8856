import { clockOf, dayOf } from '#shared/hong-kong.ts';
import type { Locale } from '#shared/locale.ts';
import type { PlanProposal } from '#shared/timetable/proposals.ts';
import type { Translate } from '#web/ground/i18n/i18n.ts';
import { lengthWords, shortDay } from '../format.ts';

/** A proposal with its weekly times in words. */
export type ProposalView = PlanProposal & { weekly: string };

export const isOwn = ({ made_by }: Pick<PlanProposal, 'made_by'>, { asTutor }: { asTutor: boolean }) =>
  (made_by === 'tutor') === asTutor;

/** No line ends between a number and its unit. */
const unbroken = (text: string) => text.replaceAll(' ', '\u00a0');

/** What would change: the old time and the new one. */
export function proposalWords(t: Translate, proposal: ProposalView, locale: Locale): string {
  const { kind, was_at, starts_at, ends_at, from_day, to_day, minutes, was_minutes, weekly } = proposal;
  const day = (one: string | null) => (one ? unbroken(shortDay(one, locale)) : '');
  const when = (at: string) => `${day(dayOf(at))} ${clockOf(at)}`;
  const was = was_at ? when(was_at) : '';
  const end = ends_at ? `–${clockOf(ends_at)}` : '';
  const to = starts_at ? `${when(starts_at)}${end}` : '';
  const length = unbroken(lengthWords(t, minutes ?? 0));
  switch (kind) {
    case 'weekly':
      return t('classes.proposal.what.weekly', { times: weekly, from: day(from_day) });
    case 'extra':
      return t('classes.proposal.what.extra', { to, length });
    case 'move':
      return t('classes.proposal.what.move', { was, to });
    case 'cancel':
      return t('classes.proposal.what.cancel', { was });
    case 'pause': {
      const key = from_day === to_day ? 'pauseDay' : 'pause';
      return t(`classes.proposal.what.${key}`, { from: day(from_day), until: day(to_day) });
    }
    case 'fee_rule':
      return t('classes.proposal.what.feeRule', {
        was: t(`classes.feeRule.${proposal.was_fee_rule ?? 'lesson'}`),
        to: t(`classes.feeRule.${proposal.fee_rule ?? 'lesson'}`),
      });
    case 'minutes':
      return t('classes.proposal.what.minutes', {
        was: unbroken(lengthWords(t, was_minutes ?? 0)),
        to: length,
      });
  }
}

/** Whether a proposal concerns this day: its lesson was there, would be there, or is skipped there. */
export function isOnDay({ was_at, starts_at, kind, from_day, to_day }: PlanProposal, day: string): boolean {
  if (kind === 'pause') return (from_day ?? '') <= day && day <= (to_day ?? '');
  return [was_at, starts_at].some((at) => at !== null && dayOf(at) === day);
}
