import type { ServerBuild } from 'react-router';
import { oncePer } from '../once-per.ts';
import { routeTable } from '../routing/route-table.ts';
import { splitLocale } from '../routing/rules.ts';

const firstSegment = (path: string) => path.split('/')[1] ?? '';
const families = new Set(routeTable.flatMap(({ paths }) => paths.map(firstSegment)));

/**
 * The part of the build that can match an address. The router copies and tries every route it is given at every request,
 * and there are 130; but none begins with a parameter, so only those with the address's own first segment come into
 * question, and the layouts and the unknown page around them. An address of no family gets the whole build.
 */
export function narrowBuild(build: ServerBuild, pathname: string): ServerBuild {
  const { locale, prefixed, path } = splitLocale(pathname);
  const family = firstSegment(path);
  if (!families.has(family) || path.startsWith('//')) return build;
  const parts = partsOf(build);
  const prefix = prefixed ? `/${locale}` : '';
  const key = `${prefix}/${family}`;
  const part = parts.get(key) ?? withRoutes(build, idsOf(prefix, family));
  parts.set(key, part);
  return part;
}
const partsOf = oncePer((_build: ServerBuild) => new Map<string, ServerBuild>());

/** The ids that routes.ts gives. Home is always there: the router tells every page of it. */
function idsOf(prefix: string, family: string) {
  const paths = routeTable
    .flatMap((row) => row.paths)
    .filter((path) => path === '/' || firstSegment(path) === family);
  return new Set(['root', ...['(default)', '(aitutor)', '/*', ...paths].map((id) => prefix + id)]);
}

function withRoutes(build: ServerBuild, ids: ReadonlySet<string>): ServerBuild {
  const pick = <Route>(routes: Record<string, Route>) =>
    Object.fromEntries(Object.entries(routes).filter(([id]) => ids.has(id)));
  return {
    ...build,
    routes: pick(build.routes),
    assets: { ...build.assets, routes: pick(build.assets.routes) },
  };
}
