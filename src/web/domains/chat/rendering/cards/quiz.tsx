import type { QuizPart } from '#shared/chat/parts.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import type { GradeAnswer } from '../grade.ts';
import { QuizQuestion } from './quiz-question.tsx';

/** Questions to answer in place. */
export function QuizCard({
  data: { questions },
  onGrade,
}: {
  data: QuizPart['data'];
  onGrade?: GradeAnswer | undefined;
}) {
  const t = useTranslate();
  return (
    <section
      aria-label={t('chatAnswer.quiz')}
      className="overflow-hidden rounded-card border border-line bg-sheet"
    >
      <ol>
        {questions.map((question, index) => (
          <li key={question.question_id} className="border-line p-4 not-first:border-t">
            <QuizQuestion question={question} number={index + 1} of={questions.length} onGrade={onGrade} />
          </li>
        ))}
      </ol>
    </section>
  );
}
