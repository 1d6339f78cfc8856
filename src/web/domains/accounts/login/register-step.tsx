import { useState } from 'react';
import { useAction } from '#web/ground/api/use-action.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { Button } from '#web/ui/button.tsx';
import { ProblemLine } from '#web/ui/feedback/notice.tsx';
import { CheckRow } from '#web/ui/forms/check-row.tsx';
import { ChoiceCards } from '#web/ui/forms/choice-cards.tsx';
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { Input } from '#web/ui/forms/input.tsx';
import { SendForm } from '#web/ui/forms/send-form.tsx';
import { useFocusFirst } from '#web/ui/forms/typing.ts';
import { genderChoices, identityChoices } from '../form-choices.ts';
import { keepDraft, readDraft } from './login-draft.ts';

export type Registration = {
  name: string;
  gender: 'U' | 'M' | 'F';
  identity: 1 | 2;
  agreed: true;
  marketing_consent: boolean;
};

type RegisterStepProps = {
  /** Chosen from the start; it can be changed. */
  likely: Registration['identity'] | undefined;
  onRegister: (registration: Registration) => Promise<void>;
};

const prefix = 'register-';

/** The number is verified and has no account yet: asks for the few details of one. */
export function RegisterStep({ likely, onRegister }: RegisterStepProps) {
  const t = useTranslate();
  const { busy, problem, fields: found, run, refuse } = useAction();
  const nameField = useFocusFirst<HTMLInputElement>();
  const [draft] = useState(readDraft);
  const [name, setName] = useState(draft.name ?? '');
  const [gender, setGender] = useState<Registration['gender']>(draft.gender ?? 'U');
  const [identity, setIdentity] = useState(draft.identity ?? likely);
  const [agreed, setAgreed] = useState(false);
  const [marketing, setMarketing] = useState(false);

  const [mended, setMended] = useState<readonly string[]>([]);
  // What was wrong is not said any longer once it is put right.
  const fields = Object.fromEntries(Object.entries(found).filter(([field]) => !mended.includes(field)));
  const mend = (field: string) => setMended((before) => [...before, field]);

  const submit = async () => {
    setMended([]);
    const wrong = {
      ...(!name.trim() && { name: t('register.nameMissing') }),
      ...(!identity && { identity: t('register.identityMissing') }),
      ...(!agreed && { agreed: t('register.agreeMissing') }),
    };
    if (!identity || Object.keys(wrong).length > 0) return refuse(wrong);
    await run(() =>
      onRegister({ name: name.trim(), gender, identity, agreed: true, marketing_consent: marketing }),
    );
  };
  return (
    <SendForm onSend={submit} className="grid gap-4 pb-3">
      <p className="text-ink-2">{t('register.lead')}</p>
      <ErrorSummary problems={fields} prefix={prefix} />
      <Field
        label={t('register.name')}
        help={t(identity === 2 ? 'register.nameHelpTutor' : 'register.nameHelp')}
        error={fields.name}
        id={`${prefix}name`}
      >
        <Input
          ref={nameField}
          autoComplete="name"
          maxLength={60}
          value={name}
          onChange={(event) => {
            setName(event.target.value);
            if (event.target.value.trim()) mend('name');
            keepDraft({ name: event.target.value });
          }}
        />
      </Field>
      <ChoiceCards
        id={`${prefix}gender`}
        legend={t('register.gender')}
        choices={genderChoices(t)}
        value={gender}
        error={fields.gender}
        columns="grid-cols-3"
        onChoose={(chosen) => {
          setGender(chosen);
          keepDraft({ gender: chosen });
        }}
      />
      <ChoiceCards
        id={`${prefix}identity`}
        legend={t('register.identity')}
        choices={identityChoices(t)}
        value={identity}
        error={fields.identity}
        columns="sm:grid-cols-2"
        onChoose={(chosen) => {
          setIdentity(chosen);
          mend('identity');
          keepDraft({ identity: chosen });
        }}
      />
      {/* What is jumped to stops above the button. */}
      <div className="[&_input]:scroll-mb-28">
        <CheckRow
          id={`${prefix}agreed`}
          checked={agreed}
          error={fields.agreed}
          onChange={(event) => {
            setAgreed(event.target.checked);
            if (event.target.checked) mend('agreed');
          }}
          label={<AgreeWords />}
        />
        <CheckRow
          checked={marketing}
          onChange={(event) => setMarketing(event.target.checked)}
          label={t('register.marketing')}
          help={t('register.marketingHelp')}
        />
      </div>
      <ProblemLine>{Object.keys(found).length === 0 && problem}</ProblemLine>
      {/* In view however long the form is. */}
      <div className="-mx-5 -mb-5 -bottom-5 sticky border-line border-t bg-sheet px-5 py-3">
        <Button variant="primary" type="submit" loading={busy} className="w-full">
          {t('register.create')}
        </Button>
      </div>
    </SendForm>
  );
}

/** What is agreed to, with links to read it. */
export function AgreeWords() {
  const t = useTranslate();
  const { href } = useShell();
  const terms = (path: string, label: string) => (
    <a href={href(path)} target="_blank" rel="noopener" className="underline underline-offset-4">
      {label}
      <span className="sr-only">{t('register.newTab')}</span>
    </a>
  );
  return (
    <>
      {t('register.agree')} {terms('/terms-conditions', t('terms.use'))} {t('register.and')}{' '}
      {terms('/terms-conditions?doc=privacy', t('terms.privacy'))}
    </>
  );
}
