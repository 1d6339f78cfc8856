import type { TutorPage } from '#shared/market.ts';
import type { Translate } from '#web/ground/i18n/i18n.ts';
import { perHour } from './case-json-ld.ts';

type Words = { name: string; subjects: readonly string[]; regions: readonly string[]; school: string };

/** JSON-LD of a tutor: what they offer, with the public name. */
export function tutorJsonLd(t: Translate, one: TutorPage, { name, subjects, regions, school }: Words) {
  const known = one.is_sample ? `${t('market.sampleTutor')}: ${name}` : name;
  return {
    '@context': 'https://schema.org',
    '@type': 'Service',
    serviceType: t('market.serviceType'),
    name: `${known} (${subjects.join(t('market.and'))})`,
    provider: {
      '@type': 'Person',
      name: known,
      knowsAbout: subjects,
      ...(school && { affiliation: { '@type': 'EducationalOrganization', name: school } }),
    },
    areaServed: regions.map((region) => ({ '@type': 'Place', name: region })),
    ...(one.rating && {
      aggregateRating: {
        '@type': 'AggregateRating',
        ratingValue: one.rating.average,
        reviewCount: one.rating.count,
        bestRating: 5,
        worstRating: 1,
      },
    }),
    offers: { '@type': 'Offer', priceSpecification: perHour(one.price_min, one.price_max) },
  };
}
