import BadgeCheck from 'lucide-react/icons/badge-check';
import type { BadgeWords } from './badge-words.ts';

/** Each badge with its meaning: who confirmed it, when, and until when it is valid. */
export function BadgeList({ badges }: { badges: readonly BadgeWords[] }) {
  return (
    <ul className="grid gap-3">
      {badges.map(({ name, note }) => (
        <li key={name} className="grid grid-cols-[auto_1fr] gap-x-2">
          <BadgeCheck size="1.25rem" className="mt-0.5 text-jade" />
          <span className="font-semibold">{name}</span>
          <span className="col-start-2 text-ink-2 text-sm">{note}</span>
        </li>
      ))}
    </ul>
  );
}
