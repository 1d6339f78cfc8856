import BadgeCheck from 'lucide-react/icons/badge-check';
import CalendarCheck from 'lucide-react/icons/calendar-check';
import Lock from 'lucide-react/icons/lock';
import { lazy, Suspense } from 'react';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { caseView } from '#web/domains/market/case-view.ts';
import { loadNames } from '#web/domains/market/names.ts';
import { tutorView } from '#web/domains/market/tutor-view.ts';
import { loadSchools, type Named } from '#web/domains/reference/named.ts';
import { groupsOf, type Subject } from '#web/domains/reference/subjects.ts';
import { type Api, pageApi } from '#web/ground/api/api.ts';
import { cookiesOf } from '#web/ground/cookies.ts';
import type { Translate } from '#web/ground/i18n/i18n.ts';
import { translator } from '#web/ground/i18n/i18n.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { oncePer } from '#web/ground/once-per.ts';
import { CachedPart, nothing } from '#web/ground/rendering/cached-part.tsx';
import { lazyPart } from '#web/ground/routing/lazy-part.ts';
import { PageLink } from '#web/ground/routing/page-link.tsx';
import { apiOf, ifSignedIn, pageContext } from '#web/ground/routing/page-loader.ts';
import { pageMeta } from '#web/ground/routing/page-meta.ts';
import { splitLocale } from '#web/ground/routing/rules.ts';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { DeskPoster, EraserDrawing, TutorDrawing, VoiceDrawing } from '#web/ui/drawings.tsx';
import { optionsHtml } from '#web/ui/forms/select.tsx';
import { InfoPanel } from '#web/ui/info-panel.tsx';
import { WhenInView } from '#web/ui/motion/in-view.tsx';
import { Finder, type FinderGroup, subjectLine } from './finder.tsx';
import { Latest, Section, SectionHead, sectionClass } from './latest.tsx';
import { loadMine } from './load-mine.ts';
import { loadPopular, type Popular } from './popular.ts';

/** What waits for a person who is logged in, or the front page for visitors. */
export async function loader(args: LoaderFunctionArgs) {
  const api = apiOf(args);
  const { locale } = splitLocale(args.url.pathname);
  const t = translator(locale);
  if (!t) throw new Error('the words are not here');
  const mine = cookiesOf(args.request).csrftoken ? await ifSignedIn(loadMine(api, t, locale)) : undefined;
  if (mine) return { mine };
  const [{ names, cases, tutors }, kinds, fees, matching] = await Promise.all([
    loadLatest(api, t),
    api('GET /api/common_info/subject_type'),
    // What parents ask before they begin.
    api('GET /api/faqchat/faq', { query: { category: 'fees', page_size: 2 } }),
    api('GET /api/faqchat/faq', { query: { category: 'matching', page_size: 6 } }),
  ]);
  const english = pageApi(args.context.get(pageContext), 'en');
  return {
    front: {
      options: {
        grade: optionsOf(names.grades),
        region: optionsOf(names.regions),
        subjects: subjectsOf(kinds.list, names.majors, names.others),
      },
      cases,
      tutors,
      popular: await loadPopular(api, english, names),
      questions: questionsOf(fees.list, matching.list),
    },
  };
}

const optionsOf = oncePer(optionsHtml);
const subjectsOf = oncePer(
  (kinds: readonly Named[], majors: readonly Subject[], others: readonly Subject[]): FinderGroup[] => [
    ...finderGroups(kinds, majors, ''),
    ...finderGroups(kinds, others, 'o'),
  ],
);
const finderGroups = (kinds: readonly Named[], subjects: readonly Subject[], sign: string): FinderGroup[] =>
  groupsOf(kinds, subjects).map(({ name, list }) => ({
    name,
    lines: list
      .map(({ id, name, grades }) => subjectLine({ value: `${sign}${id}`, name, grades }))
      .join('\n'),
  }));
const questionsOf = oncePer((some: readonly Question[], more: readonly Question[]) =>
  [...some, ...more].map(({ id, question }) => ({ id, question })),
);

export const meta = pageMeta<unknown>('home', () => ({
  jsonLd: {
    '@context': 'https://schema.org',
    '@type': 'WebSite',
    name: '明師 Mingshi',
    inLanguage: ['zh-Hant', 'en'],
  },
}));

const Mine = lazyPart(() => import('./mine.tsx'));

export default function Home() {
  const { mine, front } = useLoaderData<typeof loader>();
  if (front) return <Front {...front} />;
  return (
    <Suspense fallback={<div className="min-h-dvh" />}>
      <Mine {...mine} />
    </Suspense>
  );
}

type FrontProps = NonNullable<Awaited<ReturnType<typeof loader>>['front']>;

function Front({ options, cases, tutors, popular, questions }: FrontProps) {
  const t = useTranslate();
  return (
    <>
      <div className="grid gap-x-12 gap-y-5 py-5 lg:grid-cols-[1fr_28rem] lg:py-14">
        <CachedPart as="section" className="lg:self-end" part={Welcome} of={nothing} />
        <div className="lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:self-center">
          <Finder options={options} />
        </div>
        <CachedPart part={Facts} of={nothing} />
      </div>
      <Latest about="tutors" list={tutors} />
      {popular.length > 0 && (
        <CachedPart as="section" className={sectionClass} part={PopularPlaces} of={popular} />
      )}
      <CachedPart as="section" className={sectionClass} part={Questions} of={questions} />
      <Latest about="cases" list={cases} />
      <Section title={t('home.moreTitle')}>
        <CachedPart className="grid gap-4 lg:grid-cols-3" part={Tools} of={nothing} />
      </Section>
      <EraserPanel />
    </>
  );
}

function Welcome() {
  const t = useTranslate();
  return (
    <>
      <p className="inline-block rounded-full bg-seal-soft px-3 py-1 text-seal text-xs">{t('home.badge')}</p>
      <h1 className="mt-3 text-[2.125rem] lg:text-[3.25rem]">
        <span className="block">{t('home.title1')}</span>
        <span className="block">{t('home.title2')}</span>
      </h1>
      <p className="mt-2 max-w-[36rem] text-ink-2 lg:mt-4 lg:text-lg">{t('home.lead')}</p>
    </>
  );
}

const teachLink = 'inline-flex min-h-11 items-center underline underline-offset-4 hover:text-seal';

/** What a family can rely on, and the way in for tutors. */
function Facts() {
  const t = useTranslate();
  const facts = [
    [BadgeCheck, t('home.factChecked')],
    [CalendarCheck, t('home.factRecord')],
    [Lock, t('home.factNumbers')],
  ] as const;
  return (
    <>
      <ul className="grid gap-2 lg:mt-2">
        {facts.map(([Icon, text]) => (
          <li key={text} className="flex items-start gap-2.5">
            <Icon className="mt-1 size-5 shrink-0 text-jade" />
            {text}
          </li>
        ))}
      </ul>
      <div className="mt-5 flex flex-wrap gap-3">
        <PageLink to="/tutors" className={buttonClass()}>
          {t('home.browse')}
        </PageLink>
      </div>
      <p className="mt-3 flex flex-wrap items-center gap-x-4 text-sm">
        <span className="text-ink-2">{t('home.teach')}</span>
        <PageLink to="/cases" className={teachLink}>
          {t('home.teachCases')}
        </PageLink>
        <PageLink to="/me/tutor" className={teachLink}>
          {t('home.teachJoin')}
        </PageLink>
      </p>
    </>
  );
}

function PopularPlaces({ of: popular }: { of: readonly Popular[] }) {
  const t = useTranslate();
  return (
    <>
      <SectionHead title={t('home.popularTitle')} />
      <ul className="flex flex-wrap gap-2">
        {popular.map(({ path, name }) => (
          <li key={path}>
            <PageLink
              to={path}
              className="flex min-h-11 items-center rounded-full border border-line bg-sheet px-4 text-sm hover:border-ink-2"
            >
              {name}
            </PageLink>
          </li>
        ))}
      </ul>
    </>
  );
}

const shown = 3;

/** The newest cases and tutors as cards. For the loader. */
async function loadLatest(api: Api, t: Translate) {
  const [names, cases, tutors] = await Promise.all([
    loadNames(api),
    api('GET /api/common_info/parent_case', { query: { page_size: shown } }),
    api('GET /api/common_info/teacher_case', { query: { page_size: shown } }),
  ]);
  const schools = await loadSchools(
    api,
    tutors.list.map(({ school }) => school),
  );
  return {
    names,
    cases: cases.list.map((card) => caseView(t, names, card)),
    tutors: tutors.list.map((card) => tutorView(t, names, schools, card)),
  };
}

type Question = { id: number; question: string };

function Questions({ of: questions }: { of: readonly Question[] }) {
  const t = useTranslate();
  return (
    <>
      <SectionHead title={t('home.faqTitle')} to="/faq" more={t('home.all')} />
      <ul className="grid gap-x-8 lg:grid-cols-2">
        {questions.map(({ id, question }) => (
          <li key={id} className="border-line border-b">
            <PageLink to={`/faq/${id}`} className="flex min-h-12 items-center py-2 hover:text-seal">
              {question}
            </PageLink>
          </li>
        ))}
      </ul>
    </>
  );
}

const Lottie = lazy(async () => {
  try {
    return { default: (await import('#web/ui/motion/lottie.tsx')).Lottie };
  } catch (error) {
    console.error('應用層錯誤: animation did not load', error);
    return { default: () => <DeskPoster /> };
  }
});

/** The eraser explained by an animation. */
function EraserPanel() {
  const t = useTranslate();
  const { href } = useShell();
  return (
    <InfoPanel
      className={sectionClass}
      img={
        <WhenInView standIn={<DeskPoster />}>
          <Lottie
            animationLink="/animations/desk.json"
            label={t('home.animation')}
            controls
            poster={<DeskPoster />}
          />
        </WhenInView>
      }
      title={[t('home.panelTitle')]}
      content={[t('home.panelText1'), t('home.panelText2')]}
      buttons={[
        { label: t('home.panelTry'), to: href('/erase') },
        { label: t('home.panelTerms'), to: `${href('/terms-conditions')}?doc=eraser` },
      ]}
    />
  );
}

/** What a student has between lessons. */
function Tools() {
  const t = useTranslate();
  const tools = [
    ['/aitutor', TutorDrawing, t('home.aiTitle'), t('home.aiText')],
    ['/erase', EraserDrawing, t('home.eraseTitle'), t('home.eraseText')],
    ['/voice', VoiceDrawing, t('home.voiceTitle'), t('home.voiceText')],
  ] as const;
  return tools.map(([to, Drawing, title, text]) => (
    <PageLink
      key={to}
      to={to}
      className="grid grid-cols-[6rem_1fr] items-center gap-x-4 rounded-card border border-line bg-sheet p-4 transition-colors hover:border-ink-2 lg:block lg:p-5"
    >
      <span className="flex h-24 items-center justify-center rounded-card bg-paper-2 lg:h-36">
        <Drawing className="max-w-20 lg:max-w-52" />
      </span>
      <span>
        <span className="block font-bold font-serif text-lg lg:mt-4">{title}</span>
        <span className="block text-ink-2 text-sm">{text}</span>
      </span>
    </PageLink>
  ));
}
