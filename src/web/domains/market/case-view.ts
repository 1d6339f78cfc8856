import type { CaseCard } from '#shared/market.ts';
import { nameIn, namesIn } from '#web/domains/reference/named.ts';
import type { Translate } from '#web/ground/i18n/i18n.ts';
import { keepUnits } from '#web/ground/i18n/numbers.ts';
import { timeInShort } from '#web/ground/i18n/times.ts';
import { cachedViews } from './cached-view.ts';
import type { Names } from './names.ts';

/** A case as displayed on its card: text only, so that the browser needs no reference lists. */
export type CaseView = {
  id: number;
  /** 中四 ・ 數學、M2; more than one where students differ. */
  titles: string[];
  facts: string;
  price: number | null;
  time: string;
  sample: boolean;
};

/** The separator between facts; it may end a line, but never begins one. */
export const dot = '\u00a0・ ';

export const subjectsOf = (
  names: Names,
  { major_subject, other_subject }: { major_subject: readonly number[]; other_subject: readonly number[] },
) => [...namesIn(names.majors, major_subject), ...namesIn(names.others, other_subject)];

const cachedView = cachedViews<CaseCard, CaseView>();

export const caseView = (t: Translate, names: Names, card: CaseCard): CaseView =>
  cachedView(t, card, Object.values(names), () => viewOf(t, names, card));

function viewOf(t: Translate, names: Names, card: CaseCard): CaseView {
  const wants = { U: '', F: t('market.wantsWoman'), M: t('market.wantsMan') }[card.teacher_gender];
  return {
    id: card.id,
    titles: [...new Set(card.child_info.map((child) => titleOf(t, names, child)))],
    facts: [
      nameIn(names.regions, card.tutoring_region),
      nameIn(names.types, card.tutoring_type),
      lessonsOf(t, names, card),
      wants,
    ]
      .filter(Boolean)
      .join(dot),
    price: card.price,
    time: keepUnits(timeInShort(t, card)),
    sample: card.is_sample,
  };
}

const titleOf = (t: Translate, names: Names, child: CaseCard['child_info'][number]) =>
  [nameIn(names.grades, child.grade), subjectsOf(names, child).join(t('market.and'))]
    .filter(Boolean)
    .join(dot);

export const lessonsOf = (
  t: Translate,
  names: Names,
  card: Pick<CaseCard, 'tutoring_days_per_week' | 'tutoring_time_per_class'>,
) =>
  keepUnits(
    t(card.tutoring_days_per_week === 1 ? 'market.lessonsOne' : 'market.lessons', {
      days: card.tutoring_days_per_week,
      length: nameIn(names.lengths, card.tutoring_time_per_class),
    }),
  );
