import { expect, it } from 'vitest';
import { FaqQuery } from '#shared/content.ts';
import { type FaqBook, findFaqs } from './faq.ts';

const book: FaqBook = {
  categories: [{ id: 1, slug: 'fees', name: '收費', count: 1 }],
  questions: [
    {
      faq: { id: 1, category: 'fees', question: '怎樣收費？', answer: ['免費。'] },
      question: '怎樣收費？',
      everything: '怎樣收費？\n免費。',
    },
  ],
};
const find = (query: object, of = book) => findFaqs(of, FaqQuery.parse(query));

it('answers a category with the same object until the questions change', () => {
  const fees = find({ category: 'fees', page_size: 2 });
  expect(fees.list).toMatchObject([{ id: 1 }]);
  expect(find({ category: 'fees', page_size: 2 })).toBe(fees);
  expect(find({ category: 'fees', page_size: 3 })).not.toBe(fees);
  expect(find({ category: 'fees', page_size: 2 }, { ...book })).not.toBe(fees);
});

it.each([{ search: '收費' }, { id: 1 }, { page: 2 }, { category: 'of nobody' }])(
  'does not keep the answer to %o, of which there could be any number',
  (query) => {
    expect(find(query)).not.toBe(find(query));
  },
);
