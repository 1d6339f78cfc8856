import { useId, useState } from 'react';
import { needKinds } from '#shared/chat/limits.ts';
import type { HelpLineForm as Form, OperatorHelpLine } from '#shared/chat/operator.ts';
import { conflict } from '#shared/codes/numbers.ts';
import { useAction } from '#web/ground/api/use-action.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { Button } from '#web/ui/button.tsx';
import { CheckRow } from '#web/ui/forms/check-row.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { Input } from '#web/ui/forms/input.tsx';
import { SendForm } from '#web/ui/forms/send-form.tsx';
import { Sheet } from '#web/ui/overlays/sheet.tsx';
import { Problem } from './parts.tsx';

const languages = ['zh-Hant', 'en'] as const;

const emptyForm: Form = {
  phone: '',
  name: { 'zh-Hant': '', en: '' },
  note: { 'zh-Hant': '', en: '' },
  kinds: [],
  is_urgent: false,
  sort: 100,
};

type Props = { line: OperatorHelpLine | undefined; onClose: () => void };

/** One help line; without one, a new line is added. */
export function HelpLineForm({ line, onClose }: Props) {
  const t = useTranslate();
  const { run, busy, problem, fields } = useAction({
    refresh: true,
    messages: { [conflict]: t('operator.helpLines.stays') },
  });
  const { id, ...given } = line ?? { id: undefined, ...emptyForm };
  const [form, setForm] = useState<Form>(given);
  const [sort, setSort] = useState(String(given.sort));
  const [wrongSort, setWrongSort] = useState<string>();
  const formId = useId();
  const set = (changed: Partial<Form>) => setForm((now) => ({ ...now, ...changed }));

  const send = async () => {
    const isWrong = !/^\d{1,3}$|^1000$/.test(sort.trim());
    setWrongSort(isWrong ? t('operator.helpLines.sortWrong') : undefined);
    if (isWrong) return;
    const body = { ...form, sort: Number(sort) };
    const done = await run(
      (api) =>
        id === undefined
          ? api('POST /api/operator/help_lines', { body })
          : api('PUT /api/operator/help_lines/{id}', { params: { id }, body }),
      t('operator.helpLines.done'),
    );
    if (done) onClose();
  };

  return (
    <Sheet
      open
      onClose={onClose}
      title={line ? t('operator.helpLines.editOf', { name: line.phone }) : t('operator.helpLines.add')}
      footer={
        <Button form={formId} type="submit" variant="primary" loading={busy} className="w-full">
          {t('operator.helpLines.save')}
        </Button>
      }
    >
      <SendForm id={formId} onSend={send} className="grid gap-4">
        <Problem>{problem}</Problem>
        <Field label={t('operator.helpLines.phone')} error={fields.phone}>
          <Input
            inputMode="tel"
            maxLength={20}
            autoComplete="off"
            className="tabular-nums"
            value={form.phone}
            onChange={({ target }) => set({ phone: target.value })}
          />
        </Field>
        {languages.map((language) => (
          <Field
            key={`name ${language}`}
            label={`${t('operator.helpLines.name')} (${language})`}
            error={fields[`name.${language}`]}
          >
            <Input
              lang={language}
              maxLength={60}
              value={form.name[language]}
              onChange={({ target }) => set({ name: { ...form.name, [language]: target.value } })}
            />
          </Field>
        ))}
        {languages.map((language) => (
          <Field
            key={`note ${language}`}
            label={`${t('operator.helpLines.note')} (${language})`}
            error={fields[`note.${language}`]}
            optional
          >
            <Input
              lang={language}
              maxLength={60}
              value={form.note[language]}
              onChange={({ target }) => set({ note: { ...form.note, [language]: target.value } })}
            />
          </Field>
        ))}
        <Field label={t('operator.helpLines.sort')} error={wrongSort ?? fields.sort}>
          <Input
            inputMode="numeric"
            maxLength={4}
            autoComplete="off"
            className="tabular-nums"
            value={sort}
            onChange={({ target }) => setSort(target.value)}
          />
        </Field>
        <fieldset>
          <legend className="text-ink-2 text-sm">{t('operator.helpLines.kinds')}</legend>
          {needKinds.map((kind) => (
            <CheckRow
              key={kind}
              label={t(`operator.helpLines.kind.${kind}`)}
              checked={form.kinds.includes(kind)}
              onChange={({ target }) =>
                set({
                  kinds: needKinds.filter((one) =>
                    one === kind ? target.checked : form.kinds.includes(one),
                  ),
                })
              }
            />
          ))}
        </fieldset>
        <CheckRow
          label={t('operator.helpLines.urgent')}
          checked={form.is_urgent}
          onChange={({ target }) => set({ is_urgent: target.checked })}
        />
      </SendForm>
    </Sheet>
  );
}
