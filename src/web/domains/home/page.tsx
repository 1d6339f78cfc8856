import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { translator } from '#web/ground/i18n/i18n.ts';
import { useWords } from '#web/ground/i18n/words.tsx';
import { oncePer } from '#web/ground/once-per.ts';
import { pack, unpack } from '#web/ground/packed.ts';
import { nothing, Still } from '#web/ground/rendering/still.tsx';
import { PageLink } from '#web/ground/routing/page-link.tsx';
import { apiOf } from '#web/ground/routing/page-loader.ts';
import { pageMeta } from '#web/ground/routing/page-meta.ts';
import { splitLocale } from '#web/ground/routing/rules.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { optionsHtml } from '#web/ui/forms/options.ts';
import { AnimatedNumber } from '#web/ui/motion/animated-number.tsx';
import { EraserPanel } from './eraser-panel.tsx';
import { Finder } from './finder.tsx';
import { Latest } from './latest.tsx';
import { loadLatest } from './load-latest.ts';
import { Questions } from './questions.tsx';
import { QuickStart } from './quick-start.tsx';
import { Tools } from './tools.tsx';

export async function loader(args: LoaderFunctionArgs) {
  const api = apiOf(args);
  const t = translator(splitLocale(args.url.pathname).locale);
  if (!t) throw new Error('the words are not here');
  const [{ names, cases, tutors, counts }, faq] = await Promise.all([
    loadLatest(api, t),
    api('GET /api/faqchat/faq', { query: { page_size: 4 } }),
  ]);
  return {
    options: {
      grade: optionsOf(names.grades),
      subject: optionsOf(names.majors),
      region: optionsOf(names.regions),
    },
    latest: pack({ cases, tutors, questions: faq.list.map(({ id, question }) => ({ id, question })) }),
    counts: {
      ...counts,
      subjects: names.majors.length + names.others.length,
      regions: names.regions.length,
    },
  };
}

const optionsOf = oncePer(optionsHtml);

export const meta = pageMeta<unknown>('home', () => ({
  jsonLd: {
    '@context': 'https://schema.org',
    '@type': 'WebSite',
    name: '明師 Mingshi',
    inLanguage: ['zh-Hant', 'en'],
  },
}));

export default function Home() {
  const t = useWords();
  const { options, latest, counts } = useLoaderData<typeof loader>();
  const { questions, cases, tutors } = unpack(latest);
  // A number of nobody says less than what there is to choose from.
  const figures = [
    [counts.tutors.total, t('home.countTutors'), counts.tutors.capped],
    [counts.cases.total, t('home.countCases'), counts.cases.capped],
    [counts.subjects, t('home.countSubjects'), false],
    [counts.regions, t('home.countRegions'), false],
  ] as const;
  const told = figures.filter(([value]) => value > 0).slice(0, 3);
  return (
    <>
      <section className="grid items-center gap-10 py-8 lg:grid-cols-[1fr_28rem] lg:py-16">
        <div>
          <Still part={Welcome} of={nothing} />
          <dl className="mt-8 flex gap-8">
            {told.map(([value, label, capped]) => (
              <div key={label} className="flex flex-col-reverse">
                <dt className="text-ink-2 text-sm">{label}</dt>
                <dd className="font-bold font-serif text-2xl lg:text-3xl">
                  <AnimatedNumber value={value} />
                  {capped && '+'}
                </dd>
              </div>
            ))}
          </dl>
        </div>
        <Finder options={options} />
      </section>
      <QuickStart />
      <Latest cases={cases} tutors={tutors} />
      <Tools />
      <EraserPanel />
      <Questions questions={questions} />
    </>
  );
}

function Welcome() {
  const t = useWords();
  return (
    <>
      <p className="inline-block rounded-full bg-seal-soft px-3 py-1 text-seal text-xs">{t('home.badge')}</p>
      <h1 className="mt-4 text-[2.25rem] lg:text-[3.25rem]">
        <span className="block">{t('home.title1')}</span>
        <span className="block">{t('home.title2')}</span>
      </h1>
      <p className="mt-4 max-w-[36rem] text-ink-2 lg:text-lg">{t('home.lead')}</p>
      <div className="mt-6 flex flex-wrap gap-3">
        <PageLink to="/me/case/new" className={buttonClass('primary')}>
          {t('home.post')}
        </PageLink>
        <PageLink to="/more-tutor-case" className={buttonClass()}>
          {t('home.teach')}
        </PageLink>
      </div>
    </>
  );
}
