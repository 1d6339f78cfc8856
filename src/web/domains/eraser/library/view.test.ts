import { expect, it } from 'vitest';
import { readPath, readView, type View, viewPath } from './view.ts';

const view: View = {
  ...{ tab: 'mine', grade: 3, major: 0, other: 5, search: '數學 A&B', sort: 'title', page: 2 },
};

it('a library view survives a round trip through both of its addresses', () => {
  const papers = new URL(viewPath('papers', view), 'http://x');
  expect(papers.pathname).toBe('/test-paper');
  expect(readView(papers.searchParams, { tab: 'shared' })).toEqual(view);
  const list = new URL(viewPath('list', view), 'http://x');
  const subjects = readPath(list.pathname.replace('/erase/list/', ''));
  expect(list.pathname).toBe('/erase/list/3-0-5');
  expect(readView(list.searchParams, { tab: 'shared', subjects })).toEqual(view);
});

it('invalid query parameters fall back to defaults', () => {
  const query = new URLSearchParams('tab=x&grade=-1&subject=1e99&sort=price&page=0&search=%20%20');
  expect(readView(query, { tab: 'shared' })).toEqual({
    ...{ tab: 'shared', grade: 0, major: 0, other: 0, search: '', sort: 'newest', page: 1 },
  });
});

it('a former id of a subject leads to the subject, in both addresses', () => {
  expect(readPath('6-34-0')).toEqual({ grade: 6, major: 3, other: 0 });
  expect(readPath('6-3-34')).toEqual({ grade: 6, major: 3, other: 34 });
  const papers = readView(new URLSearchParams('subject=32'), { tab: 'mine' });
  expect(viewPath('list', papers)).toContain('/erase/list/0-1-0');
  expect(readView(new URLSearchParams('subject=-34'), { tab: 'mine' })).toMatchObject({
    major: 0,
    other: 34,
  });
});

it('a path without three valid ids is refused', () => {
  for (const path of ['', '1-2', '1-2-3-4', 'a-b-c', '1--2', '-1-2-3', '1234567890-0-0'])
    expect(readPath(path)).toBeUndefined();
});
