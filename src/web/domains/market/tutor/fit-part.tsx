import Check from 'lucide-react/icons/check';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { chipClass } from '#web/ui/card-style.ts';
import { Part } from '#web/ui/page-parts.tsx';

type Fit = { word: string; isMaybe: boolean; reasons: readonly string[]; drawback: string | null };

/** Why the tutor was found for the case that this page was opened from. */
export function FitPart({ title, fit: { word, isMaybe, reasons, drawback } }: { title: string; fit: Fit }) {
  return (
    <Part title={title}>
      <span className={isMaybe ? chipClass.neutral : chipClass.jade}>{word}</span>
      <ul className="mt-2 grid gap-1 text-sm">
        {reasons.map((words) => (
          <li key={words} className="flex gap-2">
            <Check aria-hidden size="1.125rem" className="mt-0.5 shrink-0 text-jade" />
            <span className="block min-w-0 break-words first-letter:uppercase">{words}</span>
          </li>
        ))}
        {drawback && (
          <li className="flex gap-2 text-amber">
            <TriangleAlert aria-hidden size="1.125rem" className="mt-0.5 shrink-0" />
            <span className="min-w-0 break-words">{drawback}</span>
          </li>
        )}
      </ul>
    </Part>
  );
}
