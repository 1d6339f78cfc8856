import { useState } from 'react';
import { type FpsId, fpsIdOf, fpsIdWords } from '#shared/money/fps-id.ts';
import { useAction } from '#web/ground/api/use-action.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { ProblemLine } from '#web/ui/feedback/notice.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { Input } from '#web/ui/forms/input.tsx';
import { SendForm } from '#web/ui/forms/send-form.tsx';

type FpsCardProps = { fps: FpsId | null; onChanged: () => Promise<unknown> };

/** Where a tutor is paid by FPS. */
export function FpsCard({ fps, onChanged }: FpsCardProps) {
  const t = useTranslate();
  const [isChanging, setChanging] = useState(false);
  const { busy, problem, run } = useAction({ refresh: onChanged });
  return (
    <Card as="section" id="fps" aria-labelledby="fps-title" className="grid scroll-mt-20 gap-3">
      <div>
        <h2 id="fps-title" className="text-lg">
          {t('fees.fps.title')}
        </h2>
        <p className="text-ink-2 text-sm">{t('fees.fps.lead')}</p>
      </div>
      {fps && !isChanging ? (
        <>
          <p>
            <span className="text-ink-2 text-sm">{t(`fees.fps.kind.${fps.kind}`)}</span>{' '}
            <span className="break-all font-semibold">{fpsIdWords(fps)}</span>
          </p>
          <ProblemLine>{problem}</ProblemLine>
          <div className="flex flex-wrap gap-2">
            <Button disabled={busy} onClick={() => setChanging(true)}>
              {t('fees.fps.change')}
            </Button>
            <Button
              variant="quiet"
              loading={busy}
              onClick={() => void run((api) => api('DELETE /api/users/fps'), t('fees.fps.removed'))}
            >
              {t('fees.fps.remove')}
            </Button>
          </div>
        </>
      ) : (
        <FpsForm
          onSaved={async () => {
            await onChanged();
            setChanging(false);
          }}
          onCancel={fps ? () => setChanging(false) : undefined}
        />
      )}
    </Card>
  );
}

type FpsFormProps = { onSaved: () => Promise<unknown>; onCancel: (() => void) | undefined };

function FpsForm({ onSaved, onCancel }: FpsFormProps) {
  const t = useTranslate();
  const [typed, setTyped] = useState('');
  const { busy, problem, fields, run, refuse, clear } = useAction({ refresh: onSaved });
  const send = () => {
    const value = typed.normalize('NFKC').trim();
    if (!fpsIdOf(value)) return refuse({ value: t('fees.fps.wrong') });
    return run((api) => api('PUT /api/users/fps', { body: { value } }), t('fees.fps.saved'));
  };
  return (
    <SendForm onSend={send} className="grid gap-3">
      <Field label={t('fees.fps.label')} help={t('fees.fps.help')} error={fields.value ?? problem}>
        <Input
          autoComplete="off"
          maxLength={254}
          value={typed}
          onChange={({ target }) => {
            clear();
            setTyped(target.value);
          }}
        />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" loading={busy}>
          {t('fees.fps.save')}
        </Button>
        {onCancel && (
          <Button variant="quiet" disabled={busy} onClick={onCancel}>
            {t('fees.fps.cancel')}
          </Button>
        )}
      </div>
    </SendForm>
  );
}
