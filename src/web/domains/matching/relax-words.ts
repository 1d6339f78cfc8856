import type { CaseDetail } from '#shared/cases.ts';
import type { NearMiss } from '#shared/matching.ts';
import type { TutorDetail } from '#shared/tutors.ts';
import { nameIn, namesIn } from '#web/domains/reference/named.ts';
import type { Translate } from '#web/ground/i18n/i18n.ts';
import type { MatchNames } from './load-names.ts';

const saturday = 6;

/** The text of a requirement that a family could relax, as short as a chip. */
export function caseRelaxWords(
  t: Translate,
  names: MatchNames,
  parentCase: CaseDetail,
  { kind, ...miss }: NearMiss,
) {
  const change = miss.change as Partial<CaseDetail>;
  switch (kind) {
    case 'online':
      return t('matching.relax.online');
    case 'type':
      return t('matching.relax.type', { name: nameIn(names.types, change.tutoring_type ?? null) });
    case 'district':
      return t('matching.relax.district', { name: nameIn(names.regions, change.tutoring_region ?? null) });
    case 'gender':
      return t('matching.relax.gender');
    case 'education': {
      const name = nameIn(names.educations, change.teacher_education ?? null);
      return name ? t('matching.relax.education', { name }) : t('matching.relax.educationAny');
    }
    case 'language':
      return t('matching.relax.language');
    case 'price':
      return t('matching.relax.price', { price: change.price ?? 0 });
    case 'days':
      return t('matching.relax.days', { days: change.tutoring_days_per_week ?? 1 });
    case 'length':
      return t('matching.relax.length', {
        name: nameIn(names.lengths, change.tutoring_time_per_class ?? null),
      });
    case 'times':
      return t(change.match_time?.length ? 'matching.relax.weekend' : 'matching.relax.anyTime');
    case 'subject':
      return t('matching.relax.withoutSubject', {
        name: droppedSubjects(names, parentCase, change.child_info ?? []).join(t('matching.and')),
      });
    default:
      return t('matching.relax.other');
  }
}

function droppedSubjects(names: MatchNames, parentCase: CaseDetail, kept: CaseDetail['child_info']) {
  const dropped = (field: 'major_subject' | 'other_subject') =>
    parentCase.child_info.flatMap((child) => {
      const after = kept.find(({ id }) => id === child.id)?.[field] ?? [];
      return child[field].filter((id) => !after.includes(id));
    });
  return [
    ...namesIn(names.majors, dropped('major_subject')),
    ...namesIn(names.others, dropped('other_subject')),
  ];
}

/** The same for a tutor's listing, where a change mostly adds something. */
export function listingRelaxWords(
  t: Translate,
  names: MatchNames,
  listing: TutorDetail,
  { kind, ...miss }: NearMiss,
) {
  const change = miss.change as Partial<TutorDetail>;
  const added = (list: readonly number[] = [], before: readonly number[]) =>
    list.filter((id) => !before.includes(id));
  switch (kind) {
    case 'online':
      return t('matching.relax.online');
    case 'type':
      return t('matching.relax.addType', {
        name: namesIn(names.types, added(change.tutoring_type, listing.tutoring_type)).join(
          t('matching.and'),
        ),
      });
    case 'district':
      return t('matching.relax.addDistrict', {
        name: namesIn(names.regions, added(change.travel_region, listing.travel_region)).join(
          t('matching.and'),
        ),
      });
    case 'price':
      return t('matching.relax.priceFrom', { price: change.price_min ?? 0 });
    case 'times': {
      const more = (change.match_time ?? []).slice(listing.match_time.length);
      return t(
        more.some(({ weekday }) => weekday >= saturday)
          ? 'matching.relax.weekend'
          : 'matching.relax.evenings',
      );
    }
    case 'grades':
      return t('matching.relax.grades');
    default:
      return t('matching.relax.other');
  }
}
