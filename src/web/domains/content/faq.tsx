import Search from 'lucide-react/icons/search';
import { useEffect, useRef } from 'react';
import { Form, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { AppLink } from '#web/ground/routing/page-link.tsx';
import { apiOf } from '#web/ground/routing/page-loader.ts';
import { pageMeta } from '#web/ground/routing/page-meta.ts';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Blocks } from '#web/ui/card.tsx';
import { FindDrawing } from '#web/ui/drawings.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { plainText } from './plain-text.ts';

export async function loader(args: LoaderFunctionArgs) {
  const asked = args.url.searchParams;
  const search = (asked.get('search') ?? '').trim().slice(0, 100);
  const category = asked.get('category') ?? '';
  const faq = await apiOf(args)('GET /api/faqchat/faq', {
    query: { search: search || undefined, category: category || undefined },
  });
  return { ...faq, search, category };
}

export const meta = pageMeta<Awaited<ReturnType<typeof loader>>>('faq', ({ list }) => ({
  jsonLd: {
    '@context': 'https://schema.org',
    '@type': 'FAQPage',
    mainEntity: list.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: plainText(answer) },
    })),
  },
}));

const chip = 'flex min-h-11 items-center rounded-full border px-4 text-sm';

export default function FaqPage() {
  const t = useTranslate();
  const { href } = useShell();
  const { list, categories, search, category } = useLoaderData<typeof loader>();
  const box = useRef<HTMLInputElement>(null);
  const lastSearch = useRef(search);
  useEffect(() => {
    // Not at first: somebody may have typed before the script ran.
    if (box.current && lastSearch.current !== search) box.current.value = search;
    lastSearch.current = search;
  }, [search]);
  const shown = categories.filter(({ slug }) => list.some((item) => item.category === slug));
  const filterHref = (slug: string) =>
    href('/faq') +
    (slug || search
      ? `?${new URLSearchParams({ ...(slug && { category: slug }), ...(search && { search }) })}`
      : '');
  return (
    <div className="py-8 lg:py-12">
      <h1 className="text-2xl lg:text-3xl">{t('pages.faq.title')}</h1>
      <Form role="search" action={href('/faq')} className="mt-5 flex max-w-[40rem] gap-2">
        {category && <input type="hidden" name="category" value={category} />}
        <label className="relative flex-1">
          <span className="sr-only">{t('faq.search')}</span>
          <Search className="absolute top-1/2 left-3.5 size-4 -translate-y-1/2 text-ink-2" />
          <input
            ref={box}
            type="search"
            name="search"
            maxLength={100}
            defaultValue={search}
            placeholder={t('faq.searchHint')}
            className="min-h-11 w-full rounded-card border border-line bg-sheet pr-3 pl-10 placeholder:text-ink-2"
          />
        </label>
        <Button variant="primary" type="submit">
          {t('faq.submit')}
        </Button>
      </Form>
      <nav aria-label={t('faq.categories')} className="mt-4 flex flex-wrap gap-2">
        {[{ slug: '', name: t('faq.all') }, ...categories].map(({ slug, name }) => (
          <AppLink
            key={slug}
            to={filterHref(slug)}
            aria-current={slug === category ? 'true' : undefined}
            className={`${chip} ${slug === category ? 'border-seal bg-seal-soft text-seal' : 'border-line bg-sheet text-ink-2 hover:text-ink'}`}
          >
            {name}
          </AppLink>
        ))}
      </nav>
      <p role="status" className={search && list.length > 0 ? 'mt-5 text-ink-2' : 'sr-only'}>
        {search && t('faq.found', { count: list.length, search })}
      </p>
      {list.length === 0 && (
        <div className="mt-8">
          <EmptyState
            drawing={<FindDrawing />}
            title={t('faq.none')}
            text={t('faq.noneHelp')}
            action={
              <ButtonLink to={href('/faq')} variant="secondary">
                {t('faq.seeAll')}
              </ButtonLink>
            }
          />
        </div>
      )}
      {shown.map(({ slug, name }) => (
        <section key={slug} className="mt-8">
          <h2 className="text-xl">{name}</h2>
          <div className="mt-3 divide-y divide-line rounded-card border border-line bg-sheet">
            {list
              .filter((item) => item.category === slug)
              .map(({ id, question, answer }) => (
                <details key={id} className="group px-4">
                  <summary className="flex min-h-12 cursor-pointer list-none items-center justify-between gap-3 py-3 font-bold marker:content-none">
                    {question}
                    <span
                      aria-hidden
                      className="text-ink-2 text-xl transition-transform group-open:rotate-45"
                    >
                      ＋
                    </span>
                  </summary>
                  <div className="pb-4 text-ink-2">
                    <Blocks blocks={answer} />
                    <AppLink
                      to={href(`/faq/${id}`)}
                      className="mt-2 inline-flex min-h-11 items-center text-seal text-sm underline underline-offset-4"
                    >
                      {t('faq.link')}
                    </AppLink>
                  </div>
                </details>
              ))}
          </div>
        </section>
      ))}
    </div>
  );
}
