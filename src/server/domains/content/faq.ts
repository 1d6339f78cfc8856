import { asc } from 'drizzle-orm';
import { nameIn } from '#server/ground/db/columns.ts';
import type { Db } from '#server/ground/db/db.ts';
import { pageOf } from '#server/ground/db/paging.ts';
import type { Faq, FaqQuery, TextBlocks } from '#shared/content.ts';
import type { Locale } from '#shared/locale.ts';
import { faqCategories, faqs } from './tables.ts';

/** A question with its searchable text in both languages. */
type SearchableFaq = { faq: Faq; question: string; everything: string };
export type FaqBook = Awaited<ReturnType<typeof readFaqs>>;

export async function readFaqs(db: Db, locale: Locale) {
  const [categories, questions] = await Promise.all([
    db.select().from(faqCategories).orderBy(asc(faqCategories.sort)),
    db.select().from(faqs).orderBy(asc(faqs.sort)),
  ]);
  return {
    categories: categories.map((category) => ({
      id: category.id,
      slug: category.slug,
      name: nameIn(locale, category),
      count: questions.filter((question) => question.category === category.slug).length,
    })),
    questions: questions.map((row) => searchable(row, locale)),
  };
}

const listings = new WeakMap<FaqBook, Map<string, ReturnType<typeof searchFaqs>>>();

/** Without a search the answer is the same object until the book changes, so that it is checked against the contract once. */
export function findFaqs(book: FaqBook, query: FaqQuery) {
  if (!isListing(book, query)) return searchFaqs(book, query);
  const known = listings.get(book) ?? new Map<string, ReturnType<typeof searchFaqs>>();
  listings.set(book, known);
  const key = `${query.category ?? ''} ${query.page_size}`;
  const answer = known.get(key) ?? searchFaqs(book, query);
  known.set(key, answer);
  return answer;
}

/** There are only as many of these as categories and page sizes. */
const isListing = ({ categories }: FaqBook, { id, search, category, page }: FaqQuery) =>
  id === undefined &&
  !search &&
  page === 1 &&
  (category === undefined || categories.some(({ slug }) => slug === category));

/** Matches in the question come before matches only in the answer. */
function searchFaqs({ categories, questions }: FaqBook, query: FaqQuery) {
  const words = folded(query.search ?? '')
    .split(/\s+/)
    .filter(Boolean);
  const hasWords = (text: string) => words.every((word) => text.includes(word));
  const found = questions
    .filter(({ faq }) => query.id === undefined || faq.id === query.id)
    .filter(({ faq }) => query.category === undefined || faq.category === query.category)
    .filter(({ everything }) => hasWords(everything))
    .sort((a, b) => Number(hasWords(b.question)) - Number(hasWords(a.question)));
  return {
    ...pageOf(
      found.map(({ faq }) => faq),
      query,
    ),
    categories,
  };
}

function searchable(row: typeof faqs.$inferSelect, locale: Locale): SearchableFaq {
  const inEnglish = locale === 'en';
  const question = folded(`${row.questionZhHant}\n${row.questionEn}`);
  return {
    faq: {
      id: row.id,
      category: row.category,
      question: inEnglish ? row.questionEn : row.questionZhHant,
      answer: inEnglish ? row.answerEn : row.answerZhHant,
    },
    question,
    everything: `${question}\n${folded(plainText(row.answerZhHant))}\n${folded(plainText(row.answerEn))}`,
  };
}

const plainText = (blocks: TextBlocks) => blocks.flat().join('\n');
/** Full-width and half-width letters and upper and lower case count as equal. */
const folded = (text: string) => text.normalize('NFKC').toLowerCase();
