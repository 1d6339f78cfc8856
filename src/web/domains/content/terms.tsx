import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { AppLink } from '#web/ground/routing/page-link.tsx';
import { apiOf, orNotFound } from '#web/ground/routing/page-loader.ts';
import { pageMeta } from '#web/ground/routing/page-meta.ts';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { Blocks } from '#web/ui/card.tsx';

export async function loader(args: LoaderFunctionArgs) {
  const suffix = args.url.searchParams.get('doc') ?? '';
  const api = apiOf(args);
  const terms = suffix
    ? api('GET /api/common_info/terms_and_conditions/{suffix}', { params: { suffix } })
    : api('GET /api/common_info/terms_and_conditions');
  return terms.catch(orNotFound);
}

export const meta = pageMeta<Awaited<ReturnType<typeof loader>>>('terms', ({ title, summary }) => ({
  title,
  description: summary,
}));

export default function TermsPage() {
  const t = useTranslate();
  const { href } = useShell();
  const terms = useLoaderData<typeof loader>();
  const address = (suffix: string) => href('/terms-conditions') + (suffix && `?doc=${suffix}`);
  return (
    <div className="grid gap-8 py-8 lg:grid-cols-[15rem_1fr] lg:gap-12 lg:py-12">
      <nav
        aria-label={t('terms.documents')}
        className="flex flex-wrap gap-2 self-start lg:sticky lg:top-24 lg:flex-col lg:gap-0"
      >
        {terms.documents.map(({ suffix, title }) => (
          <AppLink
            key={suffix}
            to={address(suffix)}
            aria-current={suffix === terms.suffix ? 'page' : undefined}
            className="flex min-h-11 items-center rounded-full border border-line px-4 text-ink-2 text-sm hover:text-ink aria-[current]:border-seal aria-[current]:text-seal lg:rounded-none lg:border-0 lg:border-l-2"
          >
            {title}
          </AppLink>
        ))}
      </nav>
      <article className="max-w-[44rem]">
        <h1 className="text-2xl lg:text-3xl">{terms.title}</h1>
        <p className="mt-1 text-ink-2 text-sm">
          {t('terms.version', { version: terms.version, date: terms.effective_date })}
        </p>
        <p className="mt-4 rounded-card bg-paper-2 p-4">{terms.summary}</p>
        <nav aria-label={t('terms.contents')} className="mt-4">
          <ol className="list-decimal pl-6 text-ink-2 text-sm lg:columns-2">
            {terms.sections.map(({ id, heading }) => (
              <li key={id} className="py-1">
                <a
                  href={`#${id}`}
                  className="inline-flex min-h-11 items-center underline underline-offset-4 hover:text-ink"
                >
                  {heading}
                </a>
              </li>
            ))}
          </ol>
        </nav>
        {terms.sections.map(({ id, heading, body }, index) => (
          <section key={id} id={id} className="mt-8 scroll-mt-20">
            <h2 className="text-xl">
              {index + 1}. {heading}
            </h2>
            <div className="mt-2">
              <Blocks blocks={body} />
            </div>
          </section>
        ))}
      </article>
    </div>
  );
}
