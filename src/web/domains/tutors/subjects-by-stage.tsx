import ChevronDown from 'lucide-react/icons/chevron-down';
import { isTaughtAt, nameAtStage } from '#web/domains/reference/subjects.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { Choice } from '#web/ui/forms/choices.tsx';
import { chosenAtStage, withSubjectAtStage } from './stage-subjects.ts';
import type { TutorLists } from './tutor-lists.ts';
import type { SubjectRow } from './tutor-values.ts';

type SubjectsByStageProps = {
  lists: TutorLists;
  rows: readonly SubjectRow[];
  onChange: (rows: SubjectRow[]) => void;
};

/** The school subjects of each stage: one tap chooses a subject for all of its grades. */
export function SubjectsByStage({ lists, rows, onChange }: SubjectsByStageProps) {
  const t = useTranslate();
  return (
    <div className="rounded-card border border-line bg-sheet">
      {lists.stages.map((stage) => {
        const gradesOf = (subject: TutorLists['majors'][number]) =>
          stage.grades.map(({ id }) => id).filter((id) => isTaughtAt(subject, id));
        const subjects = lists.majors.filter((subject) => gradesOf(subject).length > 0);
        if (subjects.length === 0) return null;
        const count = chosenAtStage(
          rows,
          stage.grades.map(({ id }) => id),
        ).length;
        return (
          <details key={stage.id} className="group/stage border-line border-t first:border-t-0">
            <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 px-4 py-2 [&::-webkit-details-marker]:hidden">
              <span className="font-semibold">{stage.name}</span>
              {count > 0 && (
                <span className="text-jade text-sm">{t('tutorForm.chosenCount', { count })}</span>
              )}
              <ChevronDown
                aria-hidden
                className="ml-auto size-5 shrink-0 text-ink-2 transition-transform group-open/stage:rotate-180"
              />
            </summary>
            <div className="flex flex-wrap gap-2 px-4 pt-1 pb-4">
              {subjects.map((subject) => (
                <Choice
                  key={subject.id}
                  type="checkbox"
                  checked={chosenAtStage(rows, gradesOf(subject)).includes(subject.id)}
                  onChange={({ target }) =>
                    onChange(withSubjectAtStage(rows, subject.id, gradesOf(subject), target.checked))
                  }
                >
                  {nameAtStage(subject, stage.id)}
                </Choice>
              ))}
            </div>
          </details>
        );
      })}
    </div>
  );
}
