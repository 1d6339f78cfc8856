import { useEffect, useState } from 'react';
import type { Child } from '#shared/cases.ts';
import { allSchools } from '#web/domains/reference/store.ts';
import { useApi } from '#web/ground/api/api-provider.tsx';
import { useAction } from '#web/ground/api/use-action.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { Button } from '#web/ui/button.tsx';
import { ProblemLine } from '#web/ui/feedback/notice.tsx';
import { ChoiceCards } from '#web/ui/forms/choice-cards.tsx';
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { Input } from '#web/ui/forms/input.tsx';
import { optionsHtml, Select } from '#web/ui/forms/select.tsx';
import { SendForm } from '#web/ui/forms/send-form.tsx';
import { useStoredForm } from '#web/ui/forms/stored-form.ts';
import { Sheet } from '#web/ui/overlays/sheet.tsx';

type Grade = { id: number; name: string };
type ChildSheetProps = {
  open: boolean;
  /** Undefined for a new child. */
  child: Child | undefined;
  grades: readonly Grade[];
  onClose: () => void;
};
type ChildDraft = { nickname: string; gender: 'U' | 'M' | 'F'; grade: number | null; school: number | null };

const prefix = 'child-';
const blank: ChildDraft = { nickname: '', gender: 'U', grade: null, school: null };

/** A child of the account, with only the data needed to choose it for a case. */
export function ChildSheet({ open, child, grades, onClose }: ChildSheetProps) {
  const t = useTranslate();
  const { busy, problem, fields, run, refuse } = useAction({ refresh: true });
  const { form, change, forget } = useStoredForm<ChildDraft>(
    `mingshi:child:${child?.id ?? 'new'}`,
    child ?? blank,
  );
  const schools = useSchoolOptions(open);

  const save = async () => {
    const { nickname, gender, grade, school } = form;
    const found = {
      ...(!nickname.trim() && { nickname: t('me.children.nicknameMissing') }),
      ...(!grade && { grade: t('me.children.gradeMissing') }),
    };
    if (!grade || found.nickname) return refuse(found);
    const body = { nickname: nickname.trim(), gender, grade, school };
    const saved = await run(async (api) => {
      if (child) await api('PUT /api/users/children/{id}', { params: { id: child.id }, body });
      else await api('POST /api/users/children', { body });
      forget();
    }, t('me.saved'));
    if (saved) onClose();
  };
  const genders = [
    { value: 'U', label: t('me.children.genderU') },
    { value: 'M', label: t('me.children.genderM') },
    { value: 'F', label: t('me.children.genderF') },
  ] as const;
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={child ? t('me.children.editOf', { name: child.nickname }) : t('me.children.add')}
    >
      <SendForm onSend={save} className="grid gap-4">
        <ErrorSummary problems={fields} prefix={prefix} />
        <Field
          label={t('me.children.nickname')}
          help={t('me.children.nicknameHelp')}
          error={fields.nickname}
          id={`${prefix}nickname`}
        >
          <Input
            data-autofocus
            autoComplete="off"
            maxLength={30}
            value={form.nickname}
            onChange={(event) => change({ nickname: event.target.value })}
          />
        </Field>
        <ChoiceCards
          id={`${prefix}gender`}
          legend={t('me.children.gender')}
          choices={genders}
          value={form.gender}
          error={fields.gender}
          columns="grid-cols-3"
          onChoose={(gender) => change({ gender })}
        />
        <Field label={t('me.children.grade')} error={fields.grade} id={`${prefix}grade`}>
          <Select
            value={form.grade ?? ''}
            onChange={(event) => change({ grade: Number(event.target.value) || null })}
            options={optionsHtml([{ id: '', name: t('home.choose') }, ...grades])}
          />
        </Field>
        <Field label={t('me.children.school')} error={fields.school} id={`${prefix}school`} optional>
          <Select
            // The select loses a value whose option is not loaded yet, so it is mounted again.
            key={schools.length}
            value={form.school ?? ''}
            onChange={(event) => change({ school: Number(event.target.value) || null })}
            options={optionsHtml([{ id: '', name: t('me.children.schoolNone') }, ...schools])}
          />
        </Field>
        <ProblemLine>{Object.keys(fields).length === 0 && problem}</ProblemLine>
        <Button variant="primary" type="submit" loading={busy}>
          {t('me.children.save')}
        </Button>
      </SendForm>
    </Sheet>
  );
}

function useSchoolOptions(open: boolean) {
  const api = useApi();
  const { locale } = useShell();
  const [schools, setSchools] = useState<readonly Grade[]>([]);
  useEffect(() => {
    if (!open) return;
    // The API client logs a failure; the school is optional, and opening the sheet again retries.
    allSchools(api, locale).then(
      ({ list }) => setSchools(list),
      () => undefined,
    );
  }, [open, api, locale]);
  return schools;
}
