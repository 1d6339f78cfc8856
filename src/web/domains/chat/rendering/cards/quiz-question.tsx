import { type FormEvent, type KeyboardEvent, useId, useState } from 'react';
import type { QuizPart } from '#shared/chat/parts.ts';
import { useWords } from '#web/ground/i18n/words.tsx';
import { Button } from '#web/ui/button.tsx';
import { FieldError } from '#web/ui/forms/field-error.tsx';
import { Input } from '#web/ui/forms/input.tsx';
import type { GradeAnswer } from '../grade.ts';
import { Prose } from '../prose.tsx';
import { QuizChoice } from './quiz-choice.tsx';
import { QuizVerdict } from './quiz-verdict.tsx';
import { useGrading } from './use-grading.ts';

type QuizQuestionProps = {
  question: QuizPart['data']['questions'][number];
  number: number;
  of: number;
  onGrade: GradeAnswer | undefined;
};

export function QuizQuestion({ question, number, of, onGrade }: QuizQuestionProps) {
  const t = useWords();
  const id = useId();
  const [answer, setAnswer] = useState('');
  const [isMissing, setMissing] = useState(false);
  const { grading, send } = useGrading(question.question_id, onGrade);
  const isOver = grading.state === 'graded';
  const isTyped = question.choices.length === 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
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
  const pick = (given: string) => {
    setAnswer(given);
    setMissing(false);
  };
  return (
    <form onSubmit={submit} noValidate className="grid gap-3">
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
          onKeyDown={keepComposing}
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
    </form>
  );
}

/** Enter that chooses a character while composing Chinese sends nothing. Safari ends the composition first, with code 229. */
function keepComposing(event: KeyboardEvent<HTMLInputElement>) {
  if (event.key === 'Enter' && (event.nativeEvent.isComposing || event.keyCode === 229))
    event.preventDefault();
}
