import { CachedPart } from '#web/ground/rendering/cached-part.tsx';
import { cardClass, gridClass } from '#web/ui/card-style.ts';
import { CaseCard } from './case-card.tsx';
import type { CaseView } from './case-view.ts';
import { TutorCard } from './tutor-card.tsx';
import type { TutorView } from './tutor-view.ts';

/** Cards of cases or tutors. `numbered` gives each an id by its place in the list, for links. */
export function CardGrid(props: {
  list: readonly (CaseView | TutorView)[];
  numbered?: boolean;
  className?: string;
}) {
  const { list, numbered = false, className = gridClass } = props;
  return (
    <ul className={className}>
      {list.map((one, place) => {
        const card = { as: 'li', id: numbered ? `n${place + 1}` : undefined, className: cardClass } as const;
        return 'titles' in one ? (
          <CachedPart key={one.id} {...card} part={CaseCard} of={one} />
        ) : (
          <CachedPart key={one.id} {...card} part={TutorCard} of={one} />
        );
      })}
    </ul>
  );
}
