import { useId, useRef, useState } from 'react';
import type { QuizPart } from '#shared/chat/parts.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { Button } from '#web/ui/button.tsx';
import { cx, target } from '#web/ui/cx.ts';
import { FieldError } from '#web/ui/forms/field.tsx';
import { Input } from '#web/ui/forms/input.tsx';
import { SendForm } from '#web/ui/forms/send-form.tsx';
import { Formula } from '../formula/formula.tsx';
import type { GradeAnswer, Verdict } from '../grade.ts';
import { speakable } from '../plain-text.ts';
import { Prose } from '../prose.tsx';
import { Steps } from './steps.tsx';

type QuizQuestionProps = {
  question: QuizPart['data']['questions'][number];
  number: number;
  of: number;
  onGrade: GradeAnswer | undefined;
};

export function QuizQuestion({ question, number, of, onGrade }: QuizQuestionProps) {
  const t = useTranslate();
  const id = useId();
  const [answer, setAnswer] = useState('');
  const [isMissing, setMissing] = useState(false);
  const { grading, send } = useGrading(question.question_id, onGrade);
  const isOver = grading.state === 'graded';
  const isTyped = question.choices.length === 0;
  const submit = () => {
    setMissing(answer.trim() === '');
    send(answer);
  };
  const errorText = isMissing
    ? t(isTyped ? 'chatAnswer.typeFirst' : 'chatAnswer.chooseFirst')
    : grading.state === 'failed'
      ? t('chatAnswer.notGraded')
      : grading.state === 'unreadable'
        ? grading.remark
        : undefined;
  const pick = (entered: string) => {
    setAnswer(entered);
    setMissing(false);
  };
  return (
    <SendForm onSend={submit} className="grid gap-3">
      <div id={`${id}-question`}>
        {of > 1 && <p className="text-ink-2 text-sm">{t('chatAnswer.question', { number, of })}</p>}
        <Prose text={question.text} />
      </div>
      {isTyped ? (
        <Input
          id={`${id}-answer`}
          value={answer}
          readOnly={isOver || grading.state === 'sending'}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          placeholder={t('chatAnswer.yourAnswer')}
          aria-label={t('chatAnswer.yourAnswer')}
          aria-describedby={errorText ? `${id}-question ${id}-error` : `${id}-question`}
          aria-invalid={isMissing || undefined}
          onChange={({ target }) => pick(target.value)}
        />
      ) : (
        <div role="radiogroup" aria-labelledby={`${id}-question`} className="grid gap-2">
          {question.choices.map((choice, index) => (
            <QuizChoice
              // biome-ignore lint/suspicious/noArrayIndexKey: choices have an order, and two may read the same
              key={index}
              name={id}
              letter={String.fromCharCode(65 + index)}
              text={choice}
              isChosen={answer === choice}
              isLocked={isOver || grading.state === 'sending'}
              onChoose={() => pick(choice)}
            />
          ))}
        </div>
      )}
      {errorText && <FieldError id={`${id}-error`}>{errorText}</FieldError>}
      {grading.state === 'graded' ? (
        <QuizVerdict verdict={grading.verdict} />
      ) : (
        onGrade && (
          <Button
            type="submit"
            variant="secondary"
            loading={grading.state === 'sending'}
            className="justify-self-start"
          >
            {t(grading.state === 'failed' ? 'chatAnswer.tryAgain' : 'chatAnswer.check')}
          </Button>
        )
      )}
    </SendForm>
  );
}

type Grading =
  | { state: 'open' }
  | { state: 'sending'; answer: string }
  | { state: 'failed'; answer: string }
  | { state: 'unreadable'; answer: string; remark: string }
  | { state: 'graded'; answer: string; verdict: Verdict };

/** One answer to one question. While it is being sent, and once it is graded, nothing more is sent. */
function useGrading(questionId: number, onGrade: GradeAnswer | undefined) {
  const [grading, setGrading] = useState<Grading>({ state: 'open' });
  // Two clicks may come before React has rendered the first.
  const isClosed = useRef(false);
  async function send(entered: string) {
    const answer = entered.trim();
    if (!onGrade || answer === '' || isClosed.current) return;
    isClosed.current = true;
    setGrading({ state: 'sending', answer });
    try {
      const graded = await onGrade(questionId, answer);
      if ('is_readable' in graded) {
        isClosed.current = false;
        setGrading({ state: 'unreadable', answer, remark: graded.remark });
      } else setGrading({ state: 'graded', answer, verdict: graded });
    } catch (error) {
      console.error('應用層錯誤: an answer was not graded', error);
      isClosed.current = false;
      setGrading({ state: 'failed', answer });
    }
  }
  return { grading, send };
}

/** Right, or not yet: the expected answer, and the steps to it. */
function QuizVerdict({ verdict: { is_correct, expected, expected_latex, steps } }: { verdict: Verdict }) {
  const t = useTranslate();
  return (
    <div className="grid gap-3">
      <div
        role="status"
        className={cx(
          'rounded-card border px-4 py-3',
          is_correct ? 'border-jade/40 bg-jade-soft' : 'border-amber/40 bg-amber-soft',
        )}
      >
        <p className="font-semibold">
          <span aria-hidden>{is_correct ? '✔ ' : '○ '}</span>
          {t(is_correct ? 'chatAnswer.right' : 'chatAnswer.wrong')}
        </p>
        {!is_correct && (
          <p>
            {t('chatAnswer.expected')}{' '}
            {expected_latex === '' ? expected : <Formula latex={expected_latex} source={expected} />}
          </p>
        )}
      </div>
      {steps.length > 0 && (
        <details open={!is_correct}>
          <summary className="min-h-11 cursor-pointer py-2 text-ink-2 text-sm">
            {t('chatAnswer.showSteps')}
          </summary>
          <Steps steps={steps} />
        </details>
      )}
    </div>
  );
}

type QuizChoiceProps = {
  name: string;
  letter: string;
  /** Markdown with LaTeX. */
  text: string;
  isChosen: boolean;
  isLocked: boolean;
  onChoose: () => void;
};

/** The browser's own radio button, with its arrow keys; the letter says the same as the colour. */
function QuizChoice({ name, letter, text, isChosen, isLocked, onChoose }: QuizChoiceProps) {
  const { locale } = useShell();
  return (
    <label
      className={cx(
        'flex items-center gap-3 rounded-card border px-3.5 py-2 transition-colors has-focus-visible:outline-2 has-focus-visible:outline-seal has-focus-visible:outline-offset-2',
        target,
        isChosen ? 'border-seal bg-seal-soft' : 'border-ink-2/50',
        isLocked ? 'cursor-default' : 'cursor-pointer hover:border-ink-2',
      )}
    >
      <input
        type="radio"
        name={name}
        value={letter}
        checked={isChosen}
        // Not every screen reader finds a formula inside a label.
        aria-label={`${letter} ${speakable(text, locale)}`}
        aria-disabled={isLocked || undefined}
        onChange={() => {
          if (!isLocked) onChoose();
        }}
        className="size-5 shrink-0 accent-seal"
      />
      <span aria-hidden className="shrink-0 text-ink-2">
        {letter}
      </span>
      <span className="min-w-0">
        <Prose text={text} />
      </span>
    </label>
  );
}
