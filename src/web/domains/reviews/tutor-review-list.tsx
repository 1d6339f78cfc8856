import { useState } from 'react';
import { formatDay } from '#shared/hong-kong.ts';
import type { TutorReview, TutorReviews } from '#shared/reviews.ts';
import { PersonMenu } from '#web/domains/safety/person-menu.tsx';
import { useAction } from '#web/ground/api/use-action.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { Button } from '#web/ui/button.tsx';
import { ProblemLine } from '#web/ui/feedback/notice.tsx';
import { Stars, useStarWords } from './stars.tsx';

type Props = { listingId: number; first: TutorReviews };

/** What fits on a phone beside what else is asked of a tutor. */
const shownFirst = 2;

/** Reviews by families, latest first; more on request. */
export function TutorReviewList({ listingId, first }: Props) {
  const t = useTranslate();
  const { busy, problem, run } = useAction();
  const starWords = useStarWords();
  const [more, setMore] = useState<{ list: TutorReview[]; next: string | null }>({
    list: [],
    next: first.next_cursor,
  });
  const [isWhole, setWhole] = useState(false);
  const all = [...first.list, ...more.list];
  const hidden = isWhole ? 0 : all.length - shownFirst;
  const load = (cursor: string) =>
    run(
      (api) =>
        api('GET /api/common_info/teacher_case/{id}/reviews', {
          params: { id: listingId },
          query: { cursor },
        }),
      ({ list, next_cursor }) => setMore({ list: [...more.list, ...list], next: next_cursor }),
    );
  return (
    <>
      {first.rating ? (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Stars stars={first.rating.average} label={starWords(first.rating.average)} />
          <span>{t(first.rating.count === 1 ? 'reviews.ratingOne' : 'reviews.rating', first.rating)}</span>
        </p>
      ) : (
        <p className="text-ink-2 text-sm">{t('reviews.none')}</p>
      )}
      <ul className="mt-2 grid">
        {all.slice(0, isWhole ? undefined : shownFirst).map((review) => (
          <OneReview key={review.id} review={review} />
        ))}
      </ul>
      <ProblemLine className="mt-2">{problem}</ProblemLine>
      {hidden > 0 && (
        <Button className="mt-3" onClick={() => setWhole(true)}>
          {t('reviews.more')}
        </Button>
      )}
      {hidden <= 0 && more.next && (
        <Button className="mt-3" loading={busy} onClick={() => more.next && load(more.next)}>
          {t('reviews.more')}
        </Button>
      )}
    </>
  );
}

function OneReview({ review }: { review: TutorReview }) {
  const t = useTranslate();
  const day = formatDay(review.published_on, useShell().locale);
  const starWords = useStarWords();
  return (
    <li className="border-line border-t py-3 first:border-t-0 last:pb-0">
      <p className="flex flex-wrap items-center gap-x-3 text-ink-2 text-sm">
        <Stars stars={review.stars} label={starWords(review.stars)} />
        <time dateTime={review.published_on}>{day}</time>
        <span>{t(review.occasion === 'third' ? 'reviews.afterThird' : 'reviews.atEnd')}</span>
        <span>{t('reviews.lessons', { count: review.lessons })}</span>
      </p>
      <p className="mt-1 whitespace-pre-line break-words">
        {review.text || <span className="text-ink-2 text-sm">{t('reviews.noWords')}</span>}
      </p>
      {review.reply && (
        <div className="mt-2 border-line border-l-2 pl-3">
          <p className="text-ink-2 text-sm">{t('reviews.reply')}</p>
          <p className="whitespace-pre-line break-words">{review.reply}</p>
        </div>
      )}
      <PersonMenu at={{ place: 'review', place_id: review.id }} label={t('reviewReport.of', { date: day })} />
    </li>
  );
}
