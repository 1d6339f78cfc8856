import { CachedPart } from '#web/ground/rendering/cached-part.tsx';
import { cardClass, gridClass } from '#web/ui/card-style.ts';
import { CaseCard } from './case-card.tsx';
import type { CaseView } from './case-view.ts';
import { TutorCard } from './tutor-card.tsx';
import type { TutorView } from './tutor-view.ts';

/** Cards of cases or tutors. */
export function CardGrid(props: { list: readonly (CaseView | TutorView)[]; className?: string }) {
  const { list, className = gridClass } = props;
  return (
    <ul className={className}>
      {list.map((one) => {
        const card = { as: 'li', className: cardClass } as const;
        return 'titles' in one ? (
          <CachedPart key={one.id} {...card} part={CaseCard} of={one} />
        ) : (
          <CachedPart key={one.id} {...card} part={TutorCard} of={one} />
        );
      })}
    </ul>
  );
}
