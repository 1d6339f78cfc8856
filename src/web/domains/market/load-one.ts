import type { LoaderFunctionArgs } from 'react-router';
import { pageApi } from '#web/ground/api/api.ts';
import { translator } from '#web/ground/i18n/i18n.ts';
import { apiOf, pageContext } from '#web/ground/routing/page-loader.ts';
import { splitLocale } from '#web/ground/routing/rules.ts';
import { loadNames } from './names.ts';
import { landingPath, loadPlaces, type Places } from './slugs.ts';

/** Shared by the loaders of the market pages. */
export async function openMarket(args: LoaderFunctionArgs) {
  const api = apiOf(args);
  const { locale } = splitLocale(args.url.pathname);
  const t = translator(locale);
  if (!t) throw new Error('the words are not here');
  const names = await loadNames(api);
  const english = locale === 'en' ? api : pageApi(args.context.get(pageContext), 'en');
  return { api, t, locale, names, places: () => loadPlaces(english, names) };
}
export type Opened = Awaited<ReturnType<typeof openMarket>>;

const mostLinks = 6;

/** The landing pages of these districts and subjects. */
export const landingLinks = (t: Opened['t'], districts: Places['districts'], subjects: Places['subjects']) =>
  districts
    .flatMap((district) =>
      subjects.map((subject) => ({
        to: landingPath(district, subject),
        label: t('market.landingLink', { region: district.name, subject: subject.name }),
      })),
    )
    .slice(0, mostLinks);
