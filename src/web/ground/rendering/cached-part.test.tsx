import { renderToString } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, it } from 'vitest';
import { zhHant } from '../i18n/all-translations.ts';
import { addTranslations } from '../i18n/i18n.ts';
import { TranslateProvider } from '../i18n/translate-provider.tsx';
import { PageLink } from '../routing/page-link.tsx';
import { ShellProvider, useShell } from '../routing/use-shell.tsx';
import { CachedPart, PartCacheProvider, type RenderCached } from './cached-part.tsx';

const t = addTranslations('zh-Hant', zhHant);
const one = { id: 7 };

function Links({ of: { id } }: { of: { id: number } }) {
  const { root, path } = useShell();
  return (
    <>
      <PageLink to="/faq">{id}</PageLink>
      <i>{`${path} ${root}`}</i>
    </>
  );
}

function draw(renderCached?: RenderCached) {
  const page = <CachedPart as="section" className="look" part={Links} of={one} />;
  const shell = (
    <ShellProvider>
      <PartCacheProvider value={renderCached}>{page}</PartCacheProvider>
    </ShellProvider>
  );
  const router = createMemoryRouter([{ path: '*', element: shell }], { initialEntries: ['/faq'] });
  return renderToString(
    <TranslateProvider t={t}>
      <RouterProvider router={router} />
    </TranslateProvider>,
  );
}

it('a cached part knows neither the visitor nor the current path, so the same HTML fits every page', () => {
  expect(draw()).toBe(
    '<section class="look"><a href="/faq" data-discover="true">7</a><i> undefined</i></section>',
  );
});

it('the server takes the HTML of a part from its cache, by the part, its object and the language', () => {
  const requests: unknown[] = [];
  const html = draw((...request) => {
    requests.push(request);
    return '<b>cached</b>';
  });
  expect(html).toBe('<section class="look"><b>cached</b></section>');
  expect(requests).toEqual([[Links, one, { t, locale: 'zh-Hant' }]]);
});
