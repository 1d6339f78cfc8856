import { formatDay } from '#shared/hong-kong.ts';
import type { Locale } from '#shared/locale.ts';
import type { TutorCard } from '#shared/market.ts';
import type { Translate } from '#web/ground/i18n/i18n.ts';

type Badge = TutorCard['badges'][number];
export type BadgeWords = { name: string; note: string };

const kinds = [
  'student_card',
  'exam_results',
  'transcript',
  'certificate',
  'teacher_registration',
  'police_check',
] as const;

export const badgeName = (t: Translate, { kind }: Badge) =>
  t(`market.badge.${kinds.find((known) => known === kind) ?? 'other'}`);

/** 學歷已核實 ・ 至 2028/3. */
export function badgeInWords(t: Translate, badge: Badge) {
  const [year, month] = badge.until.split('-');
  return t('market.badgeUntil', { badge: badgeName(t, badge), until: `${year}/${Number(month)}` });
}

/** The same in full: who confirmed it, and what that means. */
export const badgeAtLength = (t: Translate, badge: Badge, locale: Locale): BadgeWords => ({
  name: badgeName(t, badge),
  note: t(`market.badgeBy.${badge.confirmed_by}`, {
    since: formatDay(badge.since, locale),
    until: formatDay(badge.until, locale),
  }),
});
