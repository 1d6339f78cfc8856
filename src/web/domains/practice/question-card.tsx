import { useEffect, useRef, useState } from 'react';
import type { PracticeQuestion } from '#shared/practice.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { ProblemNotice } from '#web/ui/feedback/notice.tsx';
import { RadioChoices } from '#web/ui/forms/choices.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { Input } from '#web/ui/forms/input.tsx';
import { SendForm } from '#web/ui/forms/send-form.tsx';
import { MathText } from './math-text.tsx';
import { Result } from './result.tsx';
import type { Practice } from './use-practice.ts';

type Props = { practice: Practice; question: PracticeQuestion; canPostpone: boolean };

export function QuestionCard({ practice, question, canPostpone }: Props) {
  const t = useTranslate();
  const heading = useRef<HTMLHeadingElement>(null);
  const isFirst = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever another question is shown
  useEffect(() => {
    // The first question does not take the focus: the page begins at its top.
    if (!isFirst.current) heading.current?.focus();
    isFirst.current = false;
  }, [question.question_id]);
  const { result } = practice;
  return (
    <Card as="section" aria-labelledby="question" className="grid gap-4">
      <div className="flex flex-wrap items-center gap-2">
        <Chip>{question.kind_name}</Chip>
        <Chip>{t(`practice.levels.${question.level}`)}</Chip>
      </div>
      <h2
        id="question"
        ref={heading}
        tabIndex={-1}
        className="whitespace-pre-line font-semibold text-lg leading-relaxed outline-none"
      >
        <MathText text={question.text} />
      </h2>
      {result?.is_readable ? (
        <Result key={question.question_id} practice={practice} result={result} />
      ) : (
        <AnswerForm
          key={question.question_id}
          practice={practice}
          question={question}
          canPostpone={canPostpone}
        />
      )}
    </Card>
  );
}

function AnswerForm({ practice, question, canPostpone }: Props) {
  const t = useTranslate();
  const { answer, busy, problem, result } = practice;
  const [text, setText] = useState('');
  const [isMissing, setMissing] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const remark = result && !result.is_readable ? result.remark : '';
  const error = isMissing ? t(question.choices.length > 0 ? 'practice.choose' : 'practice.type') : remark;

  const onSubmit = () => {
    if (busy) return;
    const typed = text.trim();
    setMissing(typed === '');
    if (typed === '') field.current?.focus();
    else void answer(typed);
  };

  return (
    <SendForm onSend={onSubmit} className="grid gap-4">
      {question.choices.length > 0 ? (
        <RadioChoices
          legend={t('practice.yourAnswer')}
          error={error || undefined}
          options={question.choices.map((choice) => ({ id: choice, name: <MathText text={choice} /> }))}
          value={text === '' ? null : text}
          onChange={setText}
          layout="grid gap-2 sm:grid-cols-2"
        />
      ) : (
        <Field label={t('practice.yourAnswer')} help={t('practice.typeHelp')} error={error || undefined}>
          <Input
            ref={field}
            value={text}
            maxLength={500}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            enterKeyHint="done"
            onChange={({ target }) => setText(target.value)}
          />
        </Field>
      )}
      <ProblemNotice>{problem}</ProblemNotice>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" loading={busy === 'answer'}>
          {t('practice.check')}
        </Button>
        <Button variant="quiet" aria-disabled={busy !== undefined} onClick={() => !busy && void answer('')}>
          {t('practice.dontKnow')}
        </Button>
        {canPostpone && (
          <Button variant="quiet" loading={busy === 'postpone'} onClick={() => void practice.postpone()}>
            {t('practice.postpone')}
          </Button>
        )}
      </div>
    </SendForm>
  );
}
