import { expect, it } from 'vitest';
import { eraserLimits } from '#shared/eraser/limits.ts';
import { createUploads, pagesOf, savedUploads, taskFiles } from './uploads.ts';

const photo = (name: string, size = 3) => new File([new Uint8Array(size)], name, { type: 'image/png' });
const statesOf = ({ items }: ReturnType<typeof createUploads>) =>
  items().map(({ name, state }) => [name, state]);

it('files can be added before the log-in, and unusable ones are refused', () => {
  const uploads = createUploads();
  uploads.add([photo('a.png'), new File(['x'], 'b.txt', { type: 'text/plain' }), photo('c.png', 0)]);
  expect(statesOf(uploads)).toEqual([
    ['a.png', 'waiting'],
    ['b.txt', 'refused'],
    ['c.png', 'refused'],
  ]);
  expect(savedUploads(uploads.items()).map(({ name }) => name)).toEqual(['a.png']);
});

it('files can be reordered and removed', () => {
  const uploads = createUploads();
  uploads.add([photo('a.png'), photo('b.png'), photo('c.png')]);
  const [a, , c] = uploads.items();
  uploads.move(c?.key ?? '', -1);
  uploads.move(a?.key ?? '', -1);
  expect(statesOf(uploads).map(([name]) => name)).toEqual(['a.png', 'c.png', 'b.png']);
  uploads.remove(a?.key ?? '');
  expect(statesOf(uploads).map(([name]) => name)).toEqual(['c.png', 'b.png']);
});

it('after a reload stored files are ready, and missing ones take their place again when chosen anew', () => {
  const uploads = createUploads();
  uploads.restore([
    { name: 'a.png', size: 3, sha256: 'aa', cached: { id: 1, pages: 1, spread: null } },
    { name: 'b.png', size: 3, sha256: 'bb' },
  ]);
  expect(statesOf(uploads)).toEqual([
    ['a.png', 'ready'],
    ['b.png', 'lost'],
  ]);
  uploads.add([photo('b.png', 4), photo('b.png')]);
  expect(statesOf(uploads)).toEqual([
    ['a.png', 'ready'],
    ['b.png', 'waiting'],
    ['b.png', 'waiting'],
  ]);
  // Only the checksum can tell whether it is the same file.
  expect(uploads.items()[1]?.sha256).toBeUndefined();
  uploads.restore([{ name: 'z.png', size: 1 }]);
  expect(uploads.items()).toHaveLength(3);
});

it('files of an earlier visit wait for the user, and come first when they are taken', () => {
  const uploads = createUploads();
  uploads.offer([{ name: 'old.png', size: 3, sha256: 'aa', cached: { id: 1, pages: 1, spread: null } }]);
  uploads.add([photo('new.png')]);
  expect(statesOf(uploads)).toEqual([['new.png', 'waiting']]);
  uploads.takeEarlier();
  expect(statesOf(uploads)).toEqual([
    ['old.png', 'ready'],
    ['new.png', 'waiting'],
  ]);
  expect(uploads.earlier()).toEqual([]);
});

it('no more files are accepted than a task may have', () => {
  const uploads = createUploads();
  const many = Array.from({ length: eraserLimits.filesOfTask + 2 }, (_, at) => photo(`${at}.png`));
  expect(uploads.add(many)).toBe(2);
  expect(uploads.items()).toHaveLength(eraserLimits.filesOfTask);
});

it('a photo of two pages is one page until its owner splits it, also after a reload', () => {
  const cached = { id: 7, pages: 1, spread: 0.48 };
  const whole = { name: 'a.png', size: 3, sha256: 'aa', cached };
  const uploads = createUploads();
  uploads.restore([whole]);
  const [item] = uploads.items();
  if (!item) throw new Error('the file is gone');
  expect([pagesOf(item), taskFiles(item)]).toEqual([1, [{ id: 7 }]]);
  uploads.split(item.key, true);
  const again = createUploads();
  again.restore(savedUploads(uploads.items()));
  const split = again.items()[0] ?? {};
  expect(pagesOf(split)).toBe(2);
  expect(taskFiles(split)).toEqual([
    { id: 7, part: [0, 0.48] },
    { id: 7, part: [0.48, 1] },
  ]);
  expect(taskFiles({ ...split, cached: { ...cached, spread: null } })).toEqual([{ id: 7 }]);
});
