import { renderToString } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, it } from 'vitest';
import { zhHant } from '../i18n/all-words.ts';
import { addWords } from '../i18n/i18n.ts';
import { WordsProvider } from '../i18n/words.tsx';
import { PageLink } from '../routing/page-link.tsx';
import { ShellProvider, useShell } from '../routing/use-shell.tsx';
import { Still, StillWriter, type WriteStill } from './still.tsx';

const t = addWords('zh-Hant', zhHant);
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

function draw(write?: WriteStill) {
  const page = <Still as="section" className="look" part={Links} of={one} />;
  const shell = (
    <ShellProvider>{write ? <StillWriter write={write}>{page}</StillWriter> : page}</ShellProvider>
  );
  const router = createMemoryRouter([{ path: '*', element: shell }], { initialEntries: ['/faq'] });
  return renderToString(
    <WordsProvider t={t}>
      <RouterProvider router={router} />
    </WordsProvider>,
  );
}

it('is drawn without knowing who looks or where from', () => {
  expect(draw()).toBe(
    '<section class="look"><a href="/faq" data-discover="true">7</a><i> undefined</i></section>',
  );
});

it('asks the server for its text by its part, its object and the language', () => {
  const asked: unknown[] = [];
  const html = draw((...given) => {
    asked.push(given);
    return '<b>kept</b>';
  });
  expect(html).toBe('<section class="look"><b>kept</b></section>');
  expect(asked).toEqual([[Links, one, { t, locale: 'zh-Hant' }]]);
});
