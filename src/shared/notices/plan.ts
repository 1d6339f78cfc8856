import { z } from 'zod';
import { type Day, formatShortDay, formatShortTime } from '../hong-kong.ts';
import type { Locale } from '../locale.ts';
import { type FeeRule, feeRules } from '../money/fee-rules.ts';
import { proposalPath } from '../rules/tutoring-paths.ts';
import { kind } from './notice-kind.ts';

/** A proposal for the timetable: which lesson, when it was to begin, when it would begin, which days. */
const aboutProposal = z.object({
  class: z.int(),
  proposal: z.int(),
  what: z.enum(['weekly', 'extra', 'move', 'cancel', 'pause', 'minutes', 'fee_rule']),
  planned_at: z.iso.datetime().optional(),
  was_at: z.iso.datetime().optional(),
  starts_at: z.iso.datetime().optional(),
  from_day: z.iso.date().optional(),
  to_day: z.iso.date().optional(),
  lesson: z.int().optional(),
  minutes: z.int().optional(),
  was_minutes: z.int().optional(),
  fee_rule: z.enum(feeRules).optional(),
  was_fee_rule: z.enum(feeRules).optional(),
});
export type PlanNoticeParams = z.infer<typeof aboutProposal>;

type Texts = Record<PlanNoticeParams['what'], (times: Times) => string>;
type Times = Record<'was' | 'to' | 'from' | 'until' | 'minutes' | 'wasMinutes' | 'rule' | 'wasRule', string>;

const ruleWords = {
  'zh-Hant': { lesson: '按議定課時', quarter: '按每 15 分鐘', minute: '按分鐘' },
  en: { lesson: 'by the agreed lesson', quarter: 'by the quarter of an hour', minute: 'by the minute' },
} satisfies Record<Locale, Record<FeeRule, string>>;

function timesOf(params: PlanNoticeParams, locale: Locale): Times {
  const time = (at: string | undefined) => (at ? formatShortTime(at, locale) : '');
  const day = (at: Day | undefined) => (at ? formatShortDay(at, locale) : '');
  return {
    was: time(params.was_at),
    to: time(params.starts_at),
    from: day(params.from_day),
    until: day(params.to_day),
    minutes: String(params.minutes ?? ''),
    wasMinutes: String(params.was_minutes ?? ''),
    rule: params.fee_rule ? ruleWords[locale][params.fee_rule] : '',
    wasRule: params.was_fee_rule ? ruleWords[locale][params.was_fee_rule] : '',
  };
}

const daysZh = ({ from, until }: Times) => (from === until ? from : `${from}至 ${until}`);
const daysEn = ({ from, until }: Times) => (from === until ? `on ${from}` : `from ${from} to ${until}`);

const inZh = (title: string, texts: Texts) => (params: PlanNoticeParams) => ({
  title,
  text: texts[params.what](timesOf(params, 'zh-Hant')),
});
const inEn = (title: string, texts: Texts) => (params: PlanNoticeParams) => ({
  title,
  text: texts[params.what](timesOf(params, 'en')),
});

/** Where the proposal is answered: the day of its lesson, or the class. */
const planPage = ({ class: cls, proposal, starts_at, was_at, lesson }: PlanNoticeParams) =>
  proposalPath(cls, proposal, { at: starts_at ?? was_at, lesson });

/** Notices to the two sides of a class about its timetable; their words contain no names. */
export const planNotices = {
  plan_proposed: kind(
    aboutProposal,
    inZh('有新提議等你回覆', {
      weekly: ({ from }) => `對方提議由 ${from}起的每週上課時間。`,
      extra: ({ to }) => `對方提議在 ${to} 加一節課。`,
      move: ({ was, to }) => `對方提議把 ${was} 的課堂改到 ${to}。`,
      cancel: ({ was }) => `對方提議取消 ${was} 的課堂，不計入任何一方的紀錄。`,
      pause: (times) => `對方提議 ${daysZh(times)}放假，期間的課堂取消。`,
      minutes: ({ minutes, wasMinutes }) => `對方提議把課堂時長由 ${wasMinutes} 分鐘改為 ${minutes} 分鐘。`,
      fee_rule: ({ rule, wasRule }) => `對方提議學費由${wasRule}改為${rule}計算。`,
    }),
    inEn('A proposal awaits your answer', {
      weekly: ({ from }) => `New weekly times from ${from} were proposed.`,
      extra: ({ to }) => `An extra lesson on ${to} was proposed.`,
      move: ({ was, to }) => `It was proposed to move the lesson of ${was} to ${to}.`,
      cancel: ({ was }) =>
        `It was proposed to skip the lesson of ${was}. If you agree, it counts against nobody.`,
      pause: (times) => `A break ${daysEn(times)} was proposed; the lessons in it would be skipped.`,
      minutes: ({ minutes, wasMinutes }) =>
        `It was proposed to record ${minutes} minutes for the lesson instead of ${wasMinutes}.`,
      fee_rule: ({ rule, wasRule }) => `It was proposed to charge lessons ${rule} instead of ${wasRule}.`,
    }),
    planPage,
  ),
  plan_accepted: kind(
    aboutProposal,
    inZh('對方同意了你的提議', {
      weekly: ({ from }) => `新的每週上課時間由 ${from}起生效。`,
      extra: ({ to }) => `${to} 加了一節課。`,
      move: ({ was, to }) => `原定 ${was} 的課堂改到 ${to}。`,
      cancel: ({ was }) => `${was} 的課堂已取消，不計入任何一方的紀錄。`,
      pause: (times) => `${daysZh(times)}放假，期間的課堂已取消。`,
      minutes: ({ minutes }) => `課堂時長已改為 ${minutes} 分鐘。`,
      fee_rule: ({ rule }) => `由下一節課起，學費${rule}計算。`,
    }),
    inEn('Your proposal was accepted', {
      weekly: ({ from }) => `The new weekly times hold from ${from}.`,
      extra: ({ to }) => `An extra lesson is on ${to}.`,
      move: ({ was, to }) => `The lesson of ${was} is now on ${to}.`,
      cancel: ({ was }) => `The lesson of ${was} is off, and it counts against nobody.`,
      pause: (times) => `The lessons ${daysEn(times)} are off.`,
      minutes: ({ minutes }) => `The lesson is recorded with ${minutes} minutes.`,
      fee_rule: ({ rule }) => `From the next lesson on, lessons are charged ${rule}.`,
    }),
    planPage,
  ),
  plan_declined: kind(
    aboutProposal,
    inZh('對方沒有同意你的提議', {
      weekly: () => '每週上課時間維持不變。',
      extra: ({ to }) => `${to} 不會加課。`,
      move: ({ was, to }) => `${was} 的課堂不會改到 ${to}，時間維持不變。`,
      cancel: ({ was }) => `${was} 的課堂照常。`,
      pause: (times) => `${daysZh(times)}的課堂照常。`,
      minutes: ({ wasMinutes }) => `課堂時長維持 ${wasMinutes} 分鐘。`,
      fee_rule: ({ wasRule }) => `學費維持${wasRule}計算。`,
    }),
    inEn('Your proposal was declined', {
      weekly: () => 'The weekly times stay as they are.',
      extra: ({ to }) => `There is no extra lesson on ${to}.`,
      move: ({ was, to }) => `The lesson of ${was} is not moved to ${to}; it stays where it is.`,
      cancel: ({ was }) => `The lesson of ${was} takes place.`,
      pause: (times) => `The lessons ${daysEn(times)} take place.`,
      minutes: ({ wasMinutes }) => `The lesson stays at ${wasMinutes} minutes.`,
      fee_rule: ({ wasRule }) => `Lessons are still charged ${wasRule}.`,
    }),
    planPage,
  ),
};
