import { expect, it } from 'vitest';
import { groupsHtml, optionsHtml } from './select.tsx';

it('optionsHtml escapes names, so that the browser reads them as they were', () => {
  const choices = [
    { id: '', name: '請選擇' },
    { id: 12, name: 'A & B <b>"x"</b> &amp;' },
  ] as const;
  expect(optionsHtml(choices)).toBe(
    '<option value>請選擇<option value=12>A &amp; B &lt;b>&quot;x&quot;&lt;/b> &amp;amp;',
  );
});

it('groupsHtml escapes the headings too', () => {
  expect(groupsHtml([{ name: 'A "B"', list: [{ id: -1, name: '鋼琴' }] }])).toBe(
    '<optgroup label="A &quot;B&quot;"><option value=-1>鋼琴</optgroup>',
  );
});
