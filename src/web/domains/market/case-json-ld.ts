import type { CasePage } from '#shared/market.ts';
import type { Translate } from '#web/ground/i18n/i18n.ts';

/** JSON-LD of a case: a demand for a service. It is not a job posting and contains no name. */
export function caseJsonLd(
  t: Translate,
  one: CasePage,
  { heading, place, facts }: { heading: string; place: string; facts: string },
) {
  return {
    '@context': 'https://schema.org',
    '@type': 'Demand',
    name: one.is_sample ? `${t('market.sampleCase')}: ${heading}` : heading,
    description: facts,
    validFrom: one.posted_on,
    itemOffered: { '@type': 'Service', serviceType: t('market.serviceType'), name: heading },
    areaServed: { '@type': 'Place', name: place },
    ...(one.price !== null && { priceSpecification: perHour(one.price, one.price) }),
  };
}

export const perHour = (min: number, max: number) => ({
  '@type': 'UnitPriceSpecification',
  priceCurrency: 'HKD',
  ...(min === max ? { price: min } : { minPrice: min, maxPrice: max }),
  unitCode: 'HUR',
});
