import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { classWords } from '#web/domains/classes/load-classes.ts';
import { Matches, PastMatches } from '#web/domains/interest/matches.tsx';
import { Requests } from '#web/domains/interest/requests.tsx';
import { useLiveRefresh } from '#web/domains/interest/use-live-refresh.ts';
import { ListingCard } from '#web/domains/tutors/listing-card.tsx';
import { translator } from '#web/ground/i18n/i18n.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { apiOf, ifSignedIn } from '#web/ground/routing/page-loader.ts';
import { pageMeta } from '#web/ground/routing/page-meta.ts';
import { splitLocale } from '#web/ground/routing/rules.ts';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { EmptyPage } from '#web/shell/empty-pages.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { DeskDrawing } from '#web/ui/drawings.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { CaseCards } from './case-card.tsx';
import { FamilyTutoring } from './family-tutoring.tsx';
import { LessonsToAnswer } from './lessons-to-answer.tsx';
import { loadMine, type Mine } from './load-mine.ts';

export const meta = pageMeta('myTutoring');

export async function loader(args: LoaderFunctionArgs) {
  const api = apiOf(args);
  const { locale } = splitLocale(args.url.pathname);
  const t = translator(locale);
  return { mine: await ifSignedIn(loadMine(api, classWords(t, 'form.and'), locale, t)) };
}

export default function MyTutoring() {
  const { mine } = useLoaderData<typeof loader>();
  if (!mine) return <EmptyPage name="myTutoring" drawing={DeskDrawing} />;
  return <Tutoring mine={mine} />;
}

function Tutoring({ mine }: { mine: Mine }) {
  const t = useTranslate();
  const { href } = useShell();
  const { cases, matches, listing, identity, requests, lessons } = mine;
  const asTutor = identity === 2;
  useLiveRefresh(requests);
  if (!asTutor && cases.length > 0) return <FamilyTutoring mine={mine} />;
  // One red button a screen: on the first thing that waits, from the top down.
  const hasRequest = requests.interests.some(({ isMine }) => !isMine);
  const hasToAnswer = hasRequest || lessons.length > 0;
  const hasMatch = matches.some(({ status }) => status === 'trial' || status === 'going');
  return (
    <div className="py-8 lg:py-12">
      <h1 className="text-2xl lg:text-3xl">{t('rooms.myTutoring.title')}</h1>
      <p className="mt-1 mb-6 max-w-[40rem] text-ink-2">{t('rooms.myTutoring.lead')}</p>
      {cases.length === 0 && !listing ? (
        <EmptyState
          drawing={<DeskDrawing />}
          title={t(asTutor ? 'tutorForm.noneTitle' : 'caseForm.noneTitle')}
          text={t(asTutor ? 'tutorForm.noneText' : 'caseForm.noneText')}
          action={
            <ButtonLink variant="primary" to={href(asTutor ? '/me/tutor' : '/me/case/new')}>
              {t(asTutor ? 'tutorForm.make' : 'caseForm.postFirst')}
            </ButtonLink>
          }
        />
      ) : (
        <div className="grid gap-8">
          <Requests list={requests.interests} title={t('requests.title')} />
          <LessonsToAnswer list={lessons} isFirst={!hasRequest} />
          <Matches list={matches} isFirst={!hasToAnswer} />
          {listing && <ListingCard listing={listing} />}
          {listing && <FittingCases fits={listing.fits} isMain={!hasToAnswer && !hasMatch} />}
          {(cases.length > 0 || !asTutor) && (
            <CaseCards mine={mine} list={cases} canPost={!asTutor} hasMain={!hasToAnswer && !hasMatch} />
          )}
          <PastMatches list={matches} />
        </div>
      )}
    </div>
  );
}

/** For a tutor: how many cases fit, and a link to them. */
function FittingCases({ fits, isMain }: { fits: string | null; isMain: boolean }) {
  const t = useTranslate();
  const { href } = useShell();
  return (
    <section className="grid gap-4">
      <h2 className="text-xl">{t('tutoring.casesTitle')}</h2>
      <Card className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-ink-2 text-sm">{t('tutoring.casesText')}</p>
        <ButtonLink variant={isMain ? 'primary' : 'secondary'} to={href('/me/tutor/cases')}>
          {fits === null ? t('tutoring.casesUnknown') : t('tutoring.casesFit', { count: fits })}
        </ButtonLink>
      </Card>
    </section>
  );
}
