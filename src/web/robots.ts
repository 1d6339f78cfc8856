import type { LoaderFunctionArgs } from 'react-router';
import { pageContext } from '#web/ground/routing/page-loader.ts';

/** Gated pages carry their own noindex; listing them here would only advertise their addresses. */
export function loader({ url, context }: LoaderFunctionArgs) {
  const origin = context.get(pageContext).settings.publicUrl ?? url.origin;
  const lines = ['User-agent: *', 'Disallow: /api/', `Sitemap: ${origin}/sitemap.xml`, ''];
  return new Response(lines.join('\n'), { headers: { 'content-type': 'text/plain; charset=utf-8' } });
}
