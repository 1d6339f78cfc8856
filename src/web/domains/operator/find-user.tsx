import { type FormEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useAction } from '#web/ground/api/use-action.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { Input } from '#web/ui/forms/input.tsx';

type By = 'id' | 'mobile';

/** Finds a user by exact id or number. By POST, not by URL: a number stays out of the browser history. */
export function FindUser() {
  const t = useTranslate();
  const navigate = useNavigate();
  const { href } = useShell();
  const { busy, problem, fields, run, refuse } = useAction();
  const [searchedBy, setSearchedBy] = useState<By>();
  const boxes = { id: useRef<HTMLInputElement>(null), mobile: useRef<HTMLInputElement>(null) };

  const find = async (event: FormEvent<HTMLFormElement>, by: By) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const typed = String(form.get(by) ?? '').trim();
    const areaCode = String(form.get('area_code') ?? '').replace(/\D/g, '') || undefined;
    if (!busy) setSearchedBy(by);
    const isWrong = by === 'id' ? !/^[1-9]\d{0,14}$/.test(typed) : typed.replace(/\D/g, '').length < 4;
    if (isWrong) refuse(t(by === 'id' ? 'operator.users.idNeeded' : 'operator.users.mobileNeeded'));
    let found = false;
    if (!isWrong)
      await run(
        (api) =>
          api('GET /api/operator/users', {
            query: by === 'id' ? { id: Number(typed) } : { mobile: typed, area_code: areaCode },
          }),
        async ({ list: [user] }) => {
          found = user !== undefined;
          if (user) await navigate(href(`/operator/users/${user.id}`));
          else refuse(t(by === 'id' ? 'operator.users.noId' : 'operator.users.noMobile'));
        },
      );
    if (!found) boxes[by].current?.focus();
  };
  const errorOf = (by: By) =>
    searchedBy === by ? (fields.mobile ?? fields.area_code ?? problem) : undefined;
  const row = 'flex flex-wrap items-start gap-2';
  // Aligned with the inputs, whose labels are above them.
  const button = 'w-full lg:mt-[calc(var(--text-sm)*1.65+0.375rem)] lg:w-auto';
  return (
    <search
      aria-label={t('operator.users.find')}
      className="grid gap-4 rounded-card border border-line bg-sheet p-4 lg:grid-cols-[3fr_2fr] lg:gap-8"
    >
      <form method="post" noValidate onSubmit={(event) => find(event, 'mobile')} className={row}>
        <Field label={t('operator.users.areaCode')} className="w-20">
          <Input
            name="area_code"
            defaultValue="852"
            inputMode="numeric"
            autoComplete="off"
            maxLength={5}
            className="tabular-nums"
          />
        </Field>
        <Field
          label={t('operator.users.mobile')}
          error={errorOf('mobile')}
          className="min-w-0 flex-1 basis-32"
        >
          <Input
            ref={boxes.mobile}
            name="mobile"
            inputMode="tel"
            autoComplete="off"
            maxLength={24}
            className="tabular-nums"
          />
        </Field>
        <Button type="submit" loading={busy && searchedBy === 'mobile'} className={button}>
          {t('operator.users.byMobile')}
        </Button>
      </form>
      <form method="post" noValidate onSubmit={(event) => find(event, 'id')} className={row}>
        <Field label={t('operator.users.id')} error={errorOf('id')} className="min-w-0 flex-1 basis-24">
          <Input
            ref={boxes.id}
            name="id"
            inputMode="numeric"
            autoComplete="off"
            maxLength={15}
            className="tabular-nums"
          />
        </Field>
        <Button type="submit" loading={busy && searchedBy === 'id'} className={button}>
          {t('operator.users.byId')}
        </Button>
      </form>
    </search>
  );
}
