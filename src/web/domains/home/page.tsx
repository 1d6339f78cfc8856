import type { FormEvent } from 'react';
import { lazy, useState } from 'react';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { PhoneInput, usePhoneField } from '#web/domains/accounts/login/phone-input.tsx';
import { caseView } from '#web/domains/market/case-view.ts';
import { loadNames } from '#web/domains/market/names.ts';
import { tutorView } from '#web/domains/market/tutor-view.ts';
import { loadSchools } from '#web/domains/reference/named.ts';
import { groupsOf } from '#web/domains/reference/subjects.ts';
import type { Api } from '#web/ground/api/api.ts';
import type { Translate } from '#web/ground/i18n/i18n.ts';
import { translator } from '#web/ground/i18n/i18n.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useLogin } from '#web/ground/login.ts';
import { oncePer } from '#web/ground/once-per.ts';
import { CachedPart, nothing } from '#web/ground/rendering/cached-part.tsx';
import { PageLink } from '#web/ground/routing/page-link.tsx';
import { apiOf } from '#web/ground/routing/page-loader.ts';
import { pageMeta } from '#web/ground/routing/page-meta.ts';
import { splitLocale } from '#web/ground/routing/rules.ts';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { DeskPoster, EraserDrawing, TutorDrawing, VoiceDrawing } from '#web/ui/drawings.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { optionsHtml } from '#web/ui/forms/select.tsx';
import { InfoPanel } from '#web/ui/info-panel.tsx';
import { AnimatedNumber } from '#web/ui/motion/animated-number.tsx';
import { WhenInView } from '#web/ui/motion/in-view.tsx';
import { Finder } from './finder.tsx';
import { Latest } from './latest.tsx';

export async function loader(args: LoaderFunctionArgs) {
  const api = apiOf(args);
  const t = translator(splitLocale(args.url.pathname).locale);
  if (!t) throw new Error('the words are not here');
  const [{ names, cases, tutors, counts }, kinds, faq] = await Promise.all([
    loadLatest(api, t),
    api('GET /api/common_info/subject_type'),
    api('GET /api/faqchat/faq', { query: { page_size: 4 } }),
  ]);
  return {
    options: {
      grade: optionsOf(names.grades),
      subject: groupsOf(kinds.list, names.majors).map(({ name, list }) => ({
        name,
        list: list.map(({ id, name, grades }) => ({ id, name, grades })),
      })),
      region: optionsOf(names.regions),
    },
    cases,
    tutors,
    questions: questionsOf(faq.list),
    counts: {
      ...counts,
      subjects: names.majors.length + names.others.length,
      regions: names.regions.length,
    },
  };
}

const optionsOf = oncePer(optionsHtml);
const questionsOf = oncePer((list: readonly Question[]) =>
  list.map(({ id, question }) => ({ id, question })),
);

export const meta = pageMeta<unknown>('home', () => ({
  jsonLd: {
    '@context': 'https://schema.org',
    '@type': 'WebSite',
    name: '明師 Mingshi',
    inLanguage: ['zh-Hant', 'en'],
  },
}));

export default function Home() {
  const t = useTranslate();
  const { options, cases, tutors, questions, counts } = useLoaderData<typeof loader>();
  // Counts of zero are left out.
  const metrics = [
    [counts.tutors.total, t('home.countTutors'), counts.tutors.capped],
    [counts.cases.total, t('home.countCases'), counts.cases.capped],
    [counts.subjects, t('home.countSubjects'), false],
    [counts.regions, t('home.countRegions'), false],
  ] as const;
  const shownMetrics = metrics.filter(([value]) => value > 0).slice(0, 3);
  return (
    <>
      <section className="grid items-center gap-10 py-8 lg:grid-cols-[1fr_28rem] lg:py-16">
        <div>
          <CachedPart part={Welcome} of={nothing} />
          <dl className="mt-8 flex gap-8">
            {shownMetrics.map(([value, label, capped]) => (
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
      <CachedPart
        as="section"
        className="in-view-only border-line border-t py-10 lg:py-14"
        part={Tools}
        of={nothing}
      />
      <EraserPanel />
      <CachedPart
        as="section"
        className="in-view-only border-line border-t pt-10 lg:pt-14"
        part={Questions}
        of={questions}
      />
    </>
  );
}

function Welcome() {
  const t = useTranslate();
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

const shown = 3;

/** The newest cases and tutors as cards, and how many there are of each. For the loader. */
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
    counts: {
      tutors: { total: tutors.total, capped: tutors.total_is_capped },
      cases: { total: cases.total, capped: cases.total_is_capped },
    },
  };
}

type Question = { id: number; question: string };

function Questions({ of: questions }: { of: readonly Question[] }) {
  const t = useTranslate();
  return (
    <>
      <div className="flex items-baseline justify-between gap-4">
        <h2 className="text-2xl">{t('home.faqTitle')}</h2>
        <PageLink
          to="/faq"
          className="flex min-h-11 items-center whitespace-nowrap text-ink-2 text-sm hover:text-ink"
        >
          {t('home.faqAll')} →
        </PageLink>
      </div>
      <ul className="mt-3 grid gap-x-8 lg:grid-cols-2">
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
      className="in-view-only border-line border-t py-10 lg:py-14"
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
        { label: t('home.panelTry'), to: href('/erase'), primary: true },
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
  return (
    <>
      <h2 className="text-2xl">{t('home.moreTitle')}</h2>
      <div className="mt-5 grid gap-4 lg:grid-cols-3">
        {tools.map(([to, Drawing, title, text]) => (
          <PageLink
            key={to}
            to={to}
            className="rounded-card border border-line bg-sheet p-5 transition-colors hover:border-ink-2"
          >
            <span className="flex h-36 items-center justify-center rounded-card bg-paper-2">
              <Drawing className="max-w-52" />
            </span>
            <span className="mt-4 block font-bold font-serif text-lg">{title}</span>
            <span className="block text-ink-2 text-sm">{text}</span>
          </PageLink>
        ))}
      </div>
    </>
  );
}

/** Registration from the home page: the number here, the rest in the login sheet. */
function QuickStart() {
  const t = useTranslate();
  const { root, href } = useShell();
  const login = useLogin();
  const field = usePhoneField();
  const [phone, setPhone] = useState({ areaCode: field.first, typed: '' });
  const [error, setError] = useState<string>();
  if (root && root.user.id > 0) return null;
  const begin = (event: FormEvent) => {
    event.preventDefault();
    const number = field.read(phone);
    if (!number) return setError(field.wrong(phone.areaCode));
    login.open({ returnTo: href('/my-tutoring'), number, method: 'home_register' });
  };
  return (
    <section className="mb-12 grid items-start gap-x-10 gap-y-4 rounded-card border border-line bg-paper-2 p-5 lg:grid-cols-[1fr_28rem] lg:px-8 lg:py-6">
      <div className="self-center">
        <h2 className="text-xl lg:text-2xl">{t('register.homeTitle')}</h2>
        <p className="mt-1 text-ink-2">{t('register.homeText')}</p>
      </div>
      <form noValidate onSubmit={begin} className="flex items-start gap-2">
        <Field label={field.label} error={error} className="min-w-0 flex-1">
          <PhoneInput
            value={phone}
            onFocus={login.expect}
            onValue={(value) => {
              setPhone(value);
              setError(undefined);
            }}
          />
        </Field>
        {/* Aligned with the field whatever message is below it: offset by the label's line and gap. */}
        <Button variant="primary" type="submit" className="mt-[1.8625rem] whitespace-nowrap">
          {t('register.start')}
        </Button>
      </form>
    </section>
  );
}
