import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { formatTime } from '#shared/hong-kong.ts';
import type { ClassReviews, OccasionOfReview } from '#shared/reviews.ts';
import { MeError, MePage } from '#web/domains/accounts/me-page.tsx';
import { classView, classWords, loadClassNames } from '#web/domains/classes/load-classes.ts';
import { usePageRefresh } from '#web/ground/api/use-remote.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { apiOf, ifSignedIn, orNotFound, requireId } from '#web/ground/routing/page-loader.ts';
import { pageMeta } from '#web/ground/routing/page-meta.ts';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { SignedOut } from '#web/shell/empty-pages.tsx';
import { Card } from '#web/ui/card.tsx';
import { LetterDrawing } from '#web/ui/drawings.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { PublishedReview } from './published-review.tsx';
import { ReviewForm } from './review-form.tsx';

export async function loader(args: LoaderFunctionArgs) {
  const id = requireId(args.params.id);
  const api = apiOf(args);
  const params = { id };
  const request = Promise.all([
    api('GET /api/users/classes/{id}/reviews', { params }),
    api('GET /api/users/classes/{id}', { params }),
    loadClassNames(api),
  ]);
  const [reviews, cls, names] = (await ifSignedIn(request).catch(orNotFound)) ?? [];
  return { reviews, cls, names };
}
export const meta = pageMeta('meReview');
export const ErrorBoundary = MeError;

export default function ReviewPage() {
  const t = useTranslate();
  const { reviews, cls, names } = useLoaderData<typeof loader>();
  usePageRefresh({ on: ['notice'], when: reviews !== undefined });
  if (!reviews || !cls || !names) return <SignedOut title={t('review.title')} />;
  return (
    <MePage title={t('review.title')} lead={t('review.lead')}>
      {reviews.occasions.length === 0 ? (
        <NoneYet left={reviews.lessons_until_first} />
      ) : (
        [...reviews.occasions]
          .reverse()
          .map((occasion) => (
            <Occasion
              key={occasion.occasion}
              reviews={reviews}
              occasion={occasion}
              about={classView(cls, names, classWords(t, 'review.and')).name}
            />
          ))
      )}
    </MePage>
  );
}

function NoneYet({ left }: { left: number }) {
  const t = useTranslate();
  const text = left > 0 ? t('review.noneText', { count: left }) : t('review.noneSoon');
  return <EmptyState drawing={<LetterDrawing />} title={t('review.noneTitle')} text={text} />;
}

type OccasionProps = { reviews: ClassReviews; occasion: OccasionOfReview; about: string };

function Occasion({ reviews: { class_id, my_side }, occasion, about }: OccasionProps) {
  const t = useTranslate();
  const { locale } = useShell();
  const date = formatTime(occasion.closes_at, locale);
  return (
    <Card as="section" className="grid gap-3">
      <div>
        <h2 className="text-lg">
          {t(`review.about.${my_side}`)}
          {' · '}
          {t(`review.${occasion.occasion}`)}
        </h2>
        <p className="break-words">{about}</p>
        <p className="text-ink-2 text-sm">
          {occasion.can_write
            ? t(occasion.mine ? 'review.written' : 'review.open', { date })
            : t(occasion.mine || occasion.theirs ? 'review.published' : 'review.closed')}
        </p>
      </div>
      {occasion.can_write ? (
        <ReviewForm key={occasion.mine?.written_at ?? ''} classId={class_id} occasion={occasion} />
      ) : (
        <>
          <PublishedReview title={t('review.theirs')} review={occasion.theirs} />
          <PublishedReview title={t('review.mine')} review={occasion.mine} />
        </>
      )}
    </Card>
  );
}
