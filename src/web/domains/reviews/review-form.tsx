import { type FormEvent, useId, useState } from 'react';
import type { OccasionOfReview } from '#shared/reviews.ts';
import { useApi } from '#web/ground/api/api-provider.tsx';
import { useProblemWords } from '#web/ground/api/use-problem.ts';
import { useWords } from '#web/ground/i18n/words.tsx';
import { useToast } from '#web/ground/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { RadioChoices } from '#web/ui/forms/choices.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { Textarea } from '#web/ui/forms/input.tsx';

type Props = { classId: number; occasion: OccasionOfReview; onDone: () => void };

/** Stars and words about the other side, as often as wanted until both are published. */
export function ReviewForm({ classId, occasion: { occasion, mine }, onDone }: Props) {
  const t = useWords();
  const api = useApi();
  const toast = useToast();
  const problemWords = useProblemWords();
  const starsId = useId();
  const [stars, setStars] = useState<number | null>(mine?.stars ?? null);
  const [text, setText] = useState(mine?.text ?? '');
  const [missing, setMissing] = useState(false);
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setMissing(stars === null);
    if (stars === null) return document.getElementById(starsId)?.focus();
    setBusy(true);
    setProblem('');
    try {
      await api('PUT /api/users/classes/{id}/reviews/{occasion}', {
        params: { id: classId, occasion },
        body: { stars, text },
      });
      toast.success(t('review.sent'));
    } catch (error) {
      setProblem(problemWords(error));
    } finally {
      setBusy(false);
    }
    // Also where it was refused: the time may have run out.
    onDone();
  };
  return (
    <form noValidate onSubmit={send} className="grid gap-4">
      <RadioChoices
        id={starsId}
        legend={t('review.stars')}
        error={missing ? t('review.starsNeeded') : undefined}
        options={[1, 2, 3, 4, 5].map((id) => ({ id, name: t('review.starOf', { stars: id }) }))}
        value={stars}
        onChange={(chosen) => {
          setStars(chosen);
          setMissing(false);
        }}
      />
      <Field label={t('review.text')} help={t('review.textHelp')} optional>
        {(control) => (
          <Textarea
            {...control}
            maxLength={1000}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      {problem && (
        <p role="alert" className="text-seal text-sm">
          {problem}
        </p>
      )}
      <Button type="submit" variant="primary" loading={busy} className="justify-self-start">
        {t(mine ? 'review.save' : 'review.send')}
      </Button>
    </form>
  );
}
