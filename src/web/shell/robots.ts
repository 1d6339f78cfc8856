import type { LoaderFunctionArgs } from 'react-router';
import { pageContext } from '../page-context.ts';
import { routeTable } from '../route-table.ts';

export function loader({ url, context }: LoaderFunctionArgs) {
  const origin = context.get(pageContext).settings.publicUrl ?? url.origin;
  const gated = routeTable.filter((row) => row.gate).map((row) => `Disallow: ${row.paths[0].split('/:')[0]}`);
  const lines = ['User-agent: *', 'Disallow: /api/', ...new Set(gated), `Sitemap: ${origin}/sitemap.xml`, ''];
  return new Response(lines.join('\n'), { headers: { 'content-type': 'text/plain; charset=utf-8' } });
}
