import { useShell } from '../shell/use-shell.tsx';
import { gridClass } from './card-look.ts';
import { CaseCard } from './case-card.tsx';
import type { CaseView } from './case-view.ts';
import { TutorCard } from './tutor-card.tsx';
import type { TutorView } from './tutor-view.ts';

/** Cards of cases or of tutors. `numbered` names each by its place in the list, for addresses to point at. */
export function CardGrid(props: {
  list: readonly (CaseView | TutorView)[];
  numbered?: boolean;
  className?: string;
}) {
  const { list, numbered = false, className = gridClass } = props;
  const { href } = useShell();
  return (
    <ul className={className}>
      {list.map((one, place) => {
        const id = numbered ? { id: `n${place + 1}` } : {};
        return 'titles' in one ? (
          <CaseCard key={one.id} one={one} to={href(`/case/${one.id}`)} {...id} />
        ) : (
          <TutorCard key={one.id} one={one} to={href(`/tutor/${one.id}`)} {...id} />
        );
      })}
    </ul>
  );
}
