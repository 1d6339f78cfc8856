import type { SolutionPart } from '#shared/chat/parts.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { Formula } from '../formula/formula.tsx';
import { Steps } from './steps.tsx';

/** A solution whose steps the text does not list. Without an answer it is labelled as a hint. */
export function SolutionCard({ data: { steps, answer, answer_latex } }: { data: SolutionPart['data'] }) {
  const t = useTranslate();
  if (steps.length === 0 && answer === '') return null;
  return (
    <section aria-label={t(answer === '' ? 'chatAnswer.hint' : 'chatAnswer.solution')} className="grid gap-2">
      {steps.length > 0 && <Steps steps={steps} />}
      {answer !== '' && (
        <p className="rounded-card border border-jade/40 bg-jade-soft px-4 py-3">
          <strong>{t('chatAnswer.answer')}</strong> <Formula latex={answer_latex} source={answer} />
        </p>
      )}
    </section>
  );
}
