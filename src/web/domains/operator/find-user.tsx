import { type FormEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { ApiError } from '#web/ground/api/api.ts';
import { useApi } from '#web/ground/api/api-provider.tsx';
import { useWords } from '#web/ground/i18n/words.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { Input } from '#web/ui/forms/input.tsx';

type By = 'id' | 'mobile';

/** By exact id or number, straight to the person. By call, not by address: a number stays out of the history. */
export function FindUser() {
  const t = useWords();
  const api = useApi();
  const navigate = useNavigate();
  const { href } = useShell();
  const [problem, setProblem] = useState<{ by: By; words: string }>();
  const [busy, setBusy] = useState<By>();
  const boxes = { id: useRef<HTMLInputElement>(null), mobile: useRef<HTMLInputElement>(null) };

  const find = async (event: FormEvent<HTMLFormElement>, by: By) => {
    event.preventDefault();
    if (busy) return;
    const form = new FormData(event.currentTarget);
    const typed = String(form.get(by) ?? '').trim();
    const areaCode = String(form.get('area_code') ?? '').replace(/\D/g, '') || undefined;
    const refuse = (words: string) => {
      setProblem({ by, words });
      boxes[by].current?.focus();
    };
    setProblem(undefined);
    if (by === 'id' && !/^[1-9]\d{0,14}$/.test(typed)) return refuse(t('operator.users.idNeeded'));
    if (by === 'mobile' && typed.replace(/\D/g, '').length < 4)
      return refuse(t('operator.users.mobileNeeded'));
    setBusy(by);
    try {
      const { list } = await api('GET /api/operator/users', {
        query: by === 'id' ? { id: Number(typed) } : { mobile: typed, area_code: areaCode },
      });
      const [user] = list;
      if (user) await navigate(href(`/operator/users/${user.id}`));
      else refuse(t(by === 'id' ? 'operator.users.noId' : 'operator.users.noMobile'));
    } catch (error) {
      refuse(
        error instanceof ApiError
          ? (error.fields.mobile ?? error.fields.area_code ?? error.message)
          : t('operator.notDone'),
      );
    } finally {
      setBusy(undefined);
    }
  };
  const errorOf = (by: By) => (problem?.by === by ? problem.words : undefined);
  const row = 'flex flex-wrap items-start gap-2';
  // Level with the boxes, whose labels stand above them.
  const button = 'w-full lg:mt-[calc(var(--text-sm)*1.65+0.375rem)] lg:w-auto';
  return (
    <search
      aria-label={t('operator.users.find')}
      className="grid gap-4 rounded-card border border-line bg-sheet p-4 lg:grid-cols-[3fr_2fr] lg:gap-8"
    >
      <form method="post" noValidate onSubmit={(event) => find(event, 'mobile')} className={row}>
        <Field label={t('operator.users.areaCode')} className="w-20">
          {(control) => (
            <Input
              {...control}
              name="area_code"
              defaultValue="852"
              inputMode="numeric"
              autoComplete="off"
              maxLength={5}
              className="tabular-nums"
            />
          )}
        </Field>
        <Field
          label={t('operator.users.mobile')}
          error={errorOf('mobile')}
          className="min-w-0 flex-1 basis-32"
        >
          {(control) => (
            <Input
              {...control}
              ref={boxes.mobile}
              name="mobile"
              inputMode="tel"
              autoComplete="off"
              maxLength={24}
              className="tabular-nums"
            />
          )}
        </Field>
        <Button type="submit" loading={busy === 'mobile'} className={button}>
          {t('operator.users.byMobile')}
        </Button>
      </form>
      <form method="post" noValidate onSubmit={(event) => find(event, 'id')} className={row}>
        <Field label={t('operator.users.id')} error={errorOf('id')} className="min-w-0 flex-1 basis-24">
          {(control) => (
            <Input
              {...control}
              ref={boxes.id}
              name="id"
              inputMode="numeric"
              autoComplete="off"
              maxLength={15}
              className="tabular-nums"
            />
          )}
        </Field>
        <Button type="submit" loading={busy === 'id'} className={button}>
          {t('operator.users.byId')}
        </Button>
      </form>
    </search>
  );
}
