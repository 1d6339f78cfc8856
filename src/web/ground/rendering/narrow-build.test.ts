import type { ServerBuild } from 'react-router';
import { expect, it } from 'vitest';
import routes from '#web/routes.ts';
import { narrowBuild } from './narrow-build.ts';

type Config = { id?: string; children?: Config[] };
const idsIn = (configs: readonly Config[]): string[] =>
  configs.flatMap(({ id, children = [] }) => [...(id ? [id] : []), ...idsIn(children)]);
const all = Object.fromEntries(['root', ...idsIn(routes as Config[])].map((id) => [id, { id }]));
const build = { routes: all, assets: { version: 'x', routes: all } } as unknown as ServerBuild;

const idsFor = (pathname: string) => Object.keys(narrowBuild(build, pathname).routes).sort();

it('keeps the routes that begin as the address does, with home and the unknown page', () => {
  expect(idsFor('/')).toEqual(['(aitutor)', '(default)', '/', '/*', 'root']);
  expect(idsFor('/faq/7')).toEqual(['(aitutor)', '(default)', '/', '/*', '/faq', '/faq/:id', 'root']);
  expect(idsFor('/en/clock-in/5')).toEqual(
    ['/en(aitutor)', '/en(default)', '/en/', '/en/*', '/en/clock-in', '/en/clock-in/:id', 'root'].sort(),
  );
});

it('keeps the same routes in what the browser is told', () => {
  const { assets, routes: kept } = narrowBuild(build, '/faq');
  expect(Object.keys(assets.routes)).toEqual(Object.keys(kept));
  expect(assets.version).toBe('x');
  expect(narrowBuild(build, '/faq/1')).toBe(narrowBuild(build, '/faq'));
});

it.each(['/nowhere', '/FAQ', '/%66aq', '//faq', '/faq.data', '/__manifest', '/sitemap.xml', '/en/nowhere'])(
  'leaves the whole build to %s',
  (pathname) => {
    expect(narrowBuild(build, pathname)).toBe(build);
  },
);
