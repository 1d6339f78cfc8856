import { layout, type RouteConfig, route } from '@react-router/dev/routes';
import { locales } from '#shared/locale.ts';
import { type PageRow, routeTable } from '#web/ground/routing/route-table.ts';

const layoutModules = {
  default: 'shell/default-layout.tsx',
  aitutor: 'domains/chat/aitutor-layout.tsx',
} as const;

/** The routes of these rows under one locale prefix; '' is the default locale without a prefix. */
function pagesOf(rows: readonly PageRow[], prefix: string) {
  return rows.flatMap(({ paths, page }) =>
    paths.map((path) => route(`${prefix}${path}`, page, { id: `${prefix}${path}` })),
  );
}

export default ['', ...locales.map((locale) => `/${locale}`)]
  .flatMap((prefix) =>
    Object.entries(layoutModules).map(([name, module]) =>
      layout(module, { id: `${prefix}(${name})` }, [
        ...pagesOf(
          routeTable.filter((row) => row.layout === name),
          prefix,
        ),
        ...(name === 'default' ? [route(`${prefix}/*`, 'shell/not-found.tsx', { id: `${prefix}/*` })] : []),
      ]),
    ),
  )
  .concat([route('/sitemap.xml', 'sitemap.ts'), route('/robots.txt', 'robots.ts')]) satisfies RouteConfig;
