import { useId, useState } from 'react';
import type { AssistantForm as Form, OperatorAssistant } from '#shared/chat/operator.ts';
import { useAction } from '#web/ground/api/use-action.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { Button } from '#web/ui/button.tsx';
import { CheckRow } from '#web/ui/forms/check-row.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { Input, Textarea } from '#web/ui/forms/input.tsx';
import { SendForm } from '#web/ui/forms/send-form.tsx';
import { Sheet } from '#web/ui/overlays/sheet.tsx';
import { Problem } from './parts.tsx';

const abilities = ['text', 'mathematics', 'vision', 'reasoning'] as const;
const languages = ['zh-Hant', 'en'] as const;
const mostTrials = 1000;

type Props = { assistant: OperatorAssistant; configured: readonly string[]; onClose: () => void };

/** All settings of an assistant. Endpoints are tried in the order given. */
export function AssistantForm({ assistant, configured, onClose }: Props) {
  const t = useTranslate();
  const { run, busy, problem, fields } = useAction({ refresh: true });
  const { id, path_name, unknown_endpoints: _, ...given } = assistant;
  const [form, setForm] = useState<Form>(given);
  const [endpoints, setEndpoints] = useState(given.endpoints.join(', '));
  const [trials, setTrials] = useState(String(given.trial_count));
  const [wrongTrials, setWrongTrials] = useState<string>();
  const formId = useId();
  const set = (changed: Partial<Form>) => setForm((now) => ({ ...now, ...changed }));

  const send = async () => {
    const trial_count = /^\d{1,4}$/.test(trials.trim()) ? Number(trials) : Number.NaN;
    const isWrong = !(trial_count <= mostTrials);
    setWrongTrials(isWrong ? t('operator.assistants.trialsWrong') : undefined);
    if (isWrong) return;
    const named = endpoints.split(/[\s,，、]+/).filter((name) => name !== '');
    const done = await run(
      (api) =>
        api('PUT /api/operator/assistants/{id}', {
          params: { id },
          body: { ...form, endpoints: named, trial_count },
        }),
      t('operator.assistants.done'),
    );
    if (done) onClose();
  };

  return (
    <Sheet
      open
      onClose={onClose}
      title={`${t('operator.assistants.edit')}：/${path_name}`}
      footer={
        <Button form={formId} type="submit" variant="primary" loading={busy} className="w-full">
          {t('operator.assistants.save')}
        </Button>
      }
    >
      <SendForm id={formId} onSend={send} className="grid gap-4">
        <Problem>{problem}</Problem>
        {languages.map((language) => (
          <Field
            key={`name ${language}`}
            label={`${t('operator.assistants.name')} (${language})`}
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
            key={`desc ${language}`}
            label={`${t('operator.assistants.desc')} (${language})`}
            error={fields[`desc.${language}`]}
          >
            <Textarea
              rows={2}
              lang={language}
              maxLength={200}
              value={form.desc[language]}
              onChange={({ target }) => set({ desc: { ...form.desc, [language]: target.value } })}
            />
          </Field>
        ))}
        <Field label={t('operator.assistants.told')} help={t('operator.assistants.toldHelp')} optional>
          <Textarea
            maxLength={4000}
            value={form.system_message}
            onChange={({ target }) => set({ system_message: target.value })}
          />
        </Field>
        <Field
          label={t('operator.assistants.endpoints')}
          help={t('operator.assistants.endpointsHelp', { names: configured.join(', ') })}
          error={Object.entries(fields).find(([name]) => name.startsWith('endpoints'))?.[1]}
          optional
        >
          <Input
            value={endpoints}
            onChange={({ target }) => setEndpoints(target.value)}
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
          />
        </Field>
        <Field label={t('operator.assistants.model')} help={t('operator.assistants.modelHelp')} optional>
          <Input
            value={form.model}
            maxLength={100}
            onChange={({ target }) => set({ model: target.value })}
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
          />
        </Field>
        <Field
          label={t('operator.assistants.trialCount')}
          help={t('operator.assistants.trialHelp')}
          error={wrongTrials ?? fields.trial_count}
        >
          <Input
            value={trials}
            onChange={({ target }) => setTrials(target.value)}
            inputMode="numeric"
            autoComplete="off"
            maxLength={4}
            className="tabular-nums"
          />
        </Field>
        <fieldset>
          <legend className="text-ink-2 text-sm">{t('operator.assistants.ability')}</legend>
          {abilities.map((ability) => (
            <CheckRow
              key={ability}
              label={t(`operator.assistants.abilities.${ability}`)}
              checked={form.ability.includes(ability)}
              onChange={({ target }) =>
                set({
                  ability: abilities.filter((one) =>
                    one === ability ? target.checked : form.ability.includes(one),
                  ),
                })
              }
            />
          ))}
          {fields.ability && <p className="text-seal text-sm">{fields.ability}</p>}
        </fieldset>
        <fieldset>
          <legend className="text-ink-2 text-sm">{t('operator.assistants.who')}</legend>
          <CheckRow
            label={t('operator.assistants.isShown')}
            checked={form.is_shown}
            onChange={({ target }) => set({ is_shown: target.checked })}
          />
          <CheckRow
            label={t('operator.assistants.login')}
            checked={form.is_login_required}
            onChange={({ target }) => set({ is_login_required: target.checked })}
          />
          <CheckRow
            label={t('operator.assistants.hiddenDomestic')}
            help={t('operator.assistants.hiddenDomesticHelp')}
            checked={form.is_hidden_domestic}
            onChange={({ target }) => set({ is_hidden_domestic: target.checked })}
          />
        </fieldset>
      </SendForm>
    </Sheet>
  );
}
