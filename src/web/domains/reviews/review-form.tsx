import { useId, useState } from 'react';
import type { OccasionOfReview } from '#shared/reviews.ts';
import { useAction } from '#web/ground/api/use-action.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { Button } from '#web/ui/button.tsx';
import { ProblemLine } from '#web/ui/feedback/notice.tsx';
import { RadioChoices } from '#web/ui/forms/choices.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { Textarea } from '#web/ui/forms/input.tsx';
import { SendForm } from '#web/ui/forms/send-form.tsx';

type Props = { classId: number; occasion: OccasionOfReview };

/** Stars and text about the other side, editable until both reviews are published. */
export function ReviewForm({ classId, occasion: { occasion, mine } }: Props) {
  const t = useTranslate();
  const { busy, problem, run } = useAction({ refresh: true });
  const starsId = useId();
  const [stars, setStars] = useState<number | null>(mine?.stars ?? null);
  const [text, setText] = useState(mine?.text ?? '');
  const [missing, setMissing] = useState(false);
  const send = async () => {
    setMissing(stars === null);
    if (stars === null) return document.getElementById(starsId)?.focus();
    await run(
      (api) =>
        api('PUT /api/users/classes/{id}/reviews/{occasion}', {
          params: { id: classId, occasion },
          body: { stars, text },
        }),
      t('review.sent'),
    );
  };
  return (
    <SendForm onSend={send} className="grid gap-4">
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
      <Field label={t('review.text')} help={t('review.textHelp')} written={text} optional>
        <Textarea maxLength={1000} value={text} onChange={(event) => setText(event.target.value)} />
      </Field>
      <ProblemLine>{problem}</ProblemLine>
      <Button type="submit" variant="primary" loading={busy} className="justify-self-start">
        {t(mine ? 'review.save' : 'review.send')}
      </Button>
    </SendForm>
  );
}
