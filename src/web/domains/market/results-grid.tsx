import { CachedPart } from '#web/ground/rendering/cached-part.tsx';
import { cardClass, chipClass, gridClass } from '#web/ui/card-style.ts';
import { CaseCard } from './case-card.tsx';
import { CompareTick } from './compare/tick.tsx';
import type { CardView, ListData } from './load-list.ts';
import { HeartButton, type Hearts } from './saved/heart-button.tsx';
import { TutorCard } from './tutor-card.tsx';

type ResultsGridProps = {
  list: readonly CardView[];
  hearts: Hearts;
  marks?: NonNullable<ListData['marks']>;
};

/** The cards of a list with what can be done with each: keep it, and compare tutors. Numbered for links. */
export function ResultsGrid({ list, hearts, marks = {} }: ResultsGridProps) {
  return (
    <ul className={gridClass}>
      {list.map((one, place) => {
        const isCase = 'titles' in one;
        const name = isCase ? one.titles.join(' ') : one.name;
        return (
          <li key={one.id} id={`n${place + 1}`} className="with-heart group/card relative flex flex-col">
            {isCase ? (
              <CachedPart className={`${cardClass} grow`} part={CaseCard} of={one} />
            ) : (
              <CachedPart className={`${cardClass} grow`} part={TutorCard} of={one} />
            )}
            {isCase && (marks[one.id] ?? []).length > 0 && (
              <p className="flex flex-wrap gap-1.5 px-1 pt-2">
                {marks[one.id]?.map(({ tone, words }) => (
                  <span key={words} className={chipClass[tone]}>
                    {words}
                  </span>
                ))}
              </p>
            )}
            <div className="absolute top-1.5 right-1.5">
              <HeartButton of={{ about: isCase ? 'case' : 'tutor', id: one.id, name }} hearts={hearts} />
            </div>
            {!isCase && (
              <div className="absolute right-4 bottom-2 lg:right-5 lg:bottom-3">
                <CompareTick of={{ id: one.id, name }} />
              </div>
            )}
          </li>
        );
      })}
    </ul>
  );
}
