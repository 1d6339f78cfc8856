import ArrowLeft from 'lucide-react/icons/arrow-left';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { AppLink } from '#web/ground/routing/page-link.tsx';
import { apiOf, refuseParams, requireId } from '#web/ground/routing/page-loader.ts';
import { pageMeta } from '#web/ground/routing/page-meta.ts';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { Blocks } from '#web/ui/card.tsx';
import { plainText } from './plain-text.ts';

export async function loader(args: LoaderFunctionArgs) {
  const id = requireId(args.params.id);
  const api = apiOf(args);
  const { list, categories } = await api('GET /api/faqchat/faq', { query: { id } });
  const [item] = list;
  if (!item) throw refuseParams();
  const same = await api('GET /api/faqchat/faq', { query: { category: item.category } });
  return {
    item,
    category: categories.find(({ slug }) => slug === item.category),
    related: same.list.filter((other) => other.id !== id).slice(0, 5),
  };
}

type Loaded = Awaited<ReturnType<typeof loader>>;

export const meta = pageMeta<Loaded>('faq', ({ item }) => ({
  title: item.question,
  description: plainText(item.answer).slice(0, 150),
}));

export default function FaqItemPage() {
  const t = useTranslate();
  const { href } = useShell();
  const { item, category, related } = useLoaderData<typeof loader>();
  return (
    <div className="grid gap-10 py-8 lg:grid-cols-[1fr_20rem] lg:py-12">
      <article>
        <AppLink
          to={href('/faq')}
          className="inline-flex min-h-11 items-center gap-1 text-ink-2 text-sm hover:text-ink"
        >
          <ArrowLeft className="size-4" />
          {t('faq.back')}
        </AppLink>
        <p className="mt-2 text-seal text-sm">{category?.name}</p>
        <h1 className="mt-1 text-2xl lg:text-3xl">{item.question}</h1>
        <div className="mt-4 max-w-[42rem]">
          <Blocks blocks={item.answer} />
        </div>
      </article>
      {related.length > 0 && (
        <aside aria-label={t('faq.related')}>
          <h2 className="text-lg">{t('faq.related')}</h2>
          <ul className="mt-2 divide-y divide-line">
            {related.map(({ id, question }) => (
              <li key={id}>
                <AppLink
                  to={href(`/faq/${id}`)}
                  className="flex min-h-11 items-center py-2 text-sm hover:text-seal"
                >
                  {question}
                </AppLink>
              </li>
            ))}
          </ul>
        </aside>
      )}
    </div>
  );
}
