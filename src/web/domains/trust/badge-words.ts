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

const nameOf = (t: Translate, { kind }: Badge) =>
  t(`market.badge.${kinds.find((known) => known === kind) ?? 'other'}`);

/** 學歷已核實 ・ 至 2028/3. */
export function badgeInWords(t: Translate, badge: Badge) {
  const [year, month] = badge.until.split('-');
  return t('market.badgeUntil', { badge: nameOf(t, badge), until: `${year}/${Number(month)}` });
}

/** The same in full: who confirmed it, and what that means. */
export const badgeAtLength = (t: Translate, badge: Badge): BadgeWords => ({
  name: nameOf(t, badge),
  note: t(`market.badgeBy.${badge.confirmed_by}`, { since: badge.since, until: badge.until }),
});
