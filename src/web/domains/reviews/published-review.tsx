import { useState } from 'react';
import { dayOf, formatDay } from '#shared/hong-kong.ts';
import type { Review } from '#shared/reviews.ts';
import { PersonMenu } from '#web/domains/safety/person-menu.tsx';
import { useAction } from '#web/ground/api/use-action.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { Textarea } from '#web/ui/forms/input.tsx';
import { SendForm } from '#web/ui/forms/send-form.tsx';
import { Stars } from './stars.tsx';

/** One side's published review, with its reply. */
export function PublishedReview({ title, review }: { title: string; review: Review | null }) {
  const t = useTranslate();
  const { locale } = useShell();
  return (
    <section className="border-line border-t pt-3">
      <h3 className="text-base">{title}</h3>
      {review ? (
        <>
          <p className="mt-1">
            <Stars stars={review.stars} label={t('review.starOf', { stars: review.stars })} />
          </p>
          {review.is_removed && <p className="mt-1 text-ink-2 text-sm">{t('review.removed')}</p>}
          {review.text && <p className="mt-1 whitespace-pre-line break-words">{review.text}</p>}
          {review.reply && !review.can_reply && (
            <div className="mt-2 border-line border-l-2 pl-3">
              <p className="text-ink-2 text-sm">{t('review.reply')}</p>
              <p className="whitespace-pre-line break-words">{review.reply.text}</p>
            </div>
          )}
          {review.can_report && (
            <PersonMenu
              at={{ place: 'review', place_id: review.id }}
              label={t('reviewReport.of', { date: formatDay(dayOf(review.written_at), locale) })}
            />
          )}
          {review.can_reply && <ReplyForm review={review} />}
        </>
      ) : (
        <p className="mt-1 text-ink-2 text-sm">{t('review.nothing')}</p>
      )}
    </section>
  );
}

function ReplyForm({ review: { id, reply } }: { review: Review }) {
  const t = useTranslate();
  const { busy, problem, run } = useAction({ refresh: true });
  const [text, setText] = useState(reply?.text ?? '');
  const send = async () => {
    await run(
      (api) => api('PUT /api/users/reviews/{id}/reply', { params: { id }, body: { text } }),
      t('review.replyDone'),
    );
  };
  return (
    <SendForm onSend={send} className="mt-3 grid gap-3">
      <Field label={t('review.replyOf')} help={t('review.replyHelp')} error={problem} written={text} optional>
        <Textarea rows={2} maxLength={500} value={text} onChange={(event) => setText(event.target.value)} />
      </Field>
      <Button type="submit" loading={busy} className="justify-self-start">
        {t('review.replySend')}
      </Button>
    </SendForm>
  );
}
