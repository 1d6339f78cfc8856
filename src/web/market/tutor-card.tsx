import { useWords } from '#web/words.tsx';
import { AppLink } from '../ui/app-link.tsx';
import { cardClass, chipClass, titleLinkClass } from './card-look.ts';
import { Price } from './price.tsx';
import type { TutorView } from './tutor-view.ts';

/** A tutor in a list: the whole card leads to them. */
export function TutorCard({ one, to, id }: { one: TutorView; to: string; id?: string }) {
  const t = useWords();
  return (
    <li id={id} className={cardClass}>
      <div className="flex gap-3">
        <Surname sign={one.surname} />
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <h3 className="text-base">
              <AppLink to={to} className={titleLinkClass}>
                {one.name}
              </AppLink>
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
    </li>
  );
}

/** The first sign of a name on a leaf of paper. Decoration: the name stands beside it. */
export function Surname({ sign, className = 'size-12 text-2xl' }: { sign: string; className?: string }) {
  return (
    <span
      aria-hidden
      className={`grid shrink-0 place-items-center rounded-card bg-paper-2 font-serif ${className}`}
    >
      {sign}
    </span>
  );
}
