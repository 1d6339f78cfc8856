import type { LoaderFunctionArgs } from 'react-router';
import { defaultLocale } from '#shared/locale.ts';
import { landingPaths } from '#web/domains/market/landing-paths.ts';
import { pageApi } from '#web/ground/api/api.ts';
import { pageContext } from '#web/ground/routing/page-loader.ts';
import { routeTable } from '#web/ground/routing/route-table.ts';
import { localizedPath } from '#web/ground/routing/rules.ts';

const xml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

export async function loader({ url, context }: LoaderFunctionArgs) {
  const page = context.get(pageContext);
  const origin = page.settings.publicUrl ?? url.origin;
  const [faq, landings] = await Promise.all([
    pageApi(page, defaultLocale)('GET /api/faqchat/faq', { query: { page_size: 100 } }),
    landingPaths(pageApi(page, 'en')),
  ]);
  const paths = [
    ...routeTable.filter((row) => row.listed).flatMap((row) => row.paths),
    ...faq.list.map(({ id }) => `/faq/${id}`),
    ...landings,
  ];
  const entries = paths.map((path) => {
    const links = page.settings.locales.map(
      (locale) =>
        `<xhtml:link rel="alternate" hreflang="${locale}" href="${xml(origin + localizedPath(path, locale))}"/>`,
    );
    return `<url><loc>${xml(origin + path)}</loc>${links.join('')}</url>`;
  });
  return new Response(
    `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">${entries.join('')}</urlset>`,
    { headers: { 'content-type': 'application/xml; charset=utf-8' } },
  );
}
