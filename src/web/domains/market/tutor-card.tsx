import type { ReactNode } from 'react';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { PageLink } from '#web/ground/routing/page-link.tsx';
import { chipClass, titleLinkClass } from '#web/ui/card-style.ts';
import { Facts } from '#web/ui/facts.tsx';
import { Portrait } from '#web/ui/portrait.tsx';
import { Price } from './price.tsx';
import type { TutorView } from './tutor-view.ts';

type TutorCardProps = {
  of: TutorView;
  /** Before there is a page to link to: the tutor's own portrait as it is on this device. */
  preview?: ReactNode;
};

/** The content of a tutor card in a list; the whole card links to the tutor. */
export function TutorCard({ of: one, preview }: TutorCardProps) {
  const t = useTranslate();
  return (
    <>
      <div className="flex gap-3">
        {preview ?? <Portrait portrait={one.portrait} surname={one.surname} className="size-14 text-2xl" />}
        <div className="min-w-0 grow group-[.with-heart]/card:pr-9">
          <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <h3 className="min-w-0 break-words text-base">
              {preview ? (
                <span className="font-sans">{one.name}</span>
              ) : (
                <PageLink to={`/tutor/${one.id}`} className={titleLinkClass}>
                  {one.name}
                </PageLink>
              )}
            </h3>
            {one.sample && <span className={chipClass.amber}>{t('demo.badge')}</span>}
          </div>
          <RatingLine words={one.reviews} />
          {one.record && <Facts of={one.record} className="text-ink-2 text-xs" />}
        </div>
      </div>
      {one.verified.length > 0 && (
        <p className="mt-2 flex flex-wrap gap-1.5">
          <VerifiedChips facts={one.verified} />
        </p>
      )}
      <p className="mt-2 break-words font-semibold text-sm">{one.teaches}</p>
      <Facts of={one.studies} className="mt-1 text-ink-2 text-sm" />
      <Facts of={one.places} className="mt-1 text-ink-2 text-sm" />
      <p className="mt-auto flex min-h-11 items-end pt-2">
        <Price amount={one.price} />
      </p>
    </>
  );
}

/** The stars of a tutor, or that there are none yet. */
export function RatingLine({ words }: { words: string }) {
  const t = useTranslate();
  return (
    <p className="flex items-center gap-1 text-sm">
      {words ? (
        <>
          <span aria-hidden className="text-amber">
            ★
          </span>
          <span className="font-semibold">{words}</span>
        </>
      ) : (
        <span className="text-ink-2">{t('card.notRated')}</span>
      )}
    </p>
  );
}

export const VerifiedChips = ({ facts }: { facts: readonly string[] }) =>
  facts.map((fact) => (
    <span key={fact} className={chipClass.jade}>
      <span aria-hidden>✓ </span>
      {fact}
    </span>
  ));
