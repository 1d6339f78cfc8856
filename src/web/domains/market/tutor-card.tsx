import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { PageLink } from '#web/ground/routing/page-link.tsx';
import { chipClass, titleLinkClass } from '#web/ui/card-style.ts';
import { Portrait } from '#web/ui/portrait.tsx';
import { Price } from './price.tsx';
import type { TutorView } from './tutor-view.ts';

/** The content of a tutor card in a list; the whole card links to the tutor. */
export function TutorCard({ of: one }: { of: TutorView }) {
  const t = useTranslate();
  return (
    <>
      <div className="flex gap-3">
        <Portrait portrait={one.portrait} surname={one.surname} />
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <h3 className="text-base">
              <PageLink to={`/tutor/${one.id}`} className={titleLinkClass}>
                {one.name}
              </PageLink>
            </h3>
            {one.sample && <span className={chipClass.amber}>{t('demo.badge')}</span>}
            {one.badges.map((badge) => (
              <span key={badge} className={chipClass.jade}>
                {badge}
              </span>
            ))}
          </div>
          <p className="mt-1 text-ink-2 text-sm">{one.studies}</p>
        </div>
      </div>
      <p className="mt-2 text-sm">{one.teaches}</p>
      <div className="mt-auto flex flex-wrap items-center justify-between gap-x-3 gap-y-1 pt-3">
        <Price amount={one.price} />
        <span className="text-ink-2 text-sm">{one.places}</span>
      </div>
    </>
  );
}
