import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import type { CallData } from '#shared/call.ts';
import type { Contract } from '#shared/contract.ts';
import { useAction } from '#web/ground/api/use-action.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { apiOf, ifSignedIn } from '#web/ground/routing/page-loader.ts';
import { pageMeta } from '#web/ground/routing/page-meta.ts';
import { SignedOut } from '#web/shell/empty-pages.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { ChoiceCards } from '#web/ui/forms/choice-cards.tsx';
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { Input } from '#web/ui/forms/input.tsx';
import { SendForm } from '#web/ui/forms/send-form.tsx';
import { useStoredForm } from '#web/ui/forms/stored-form.ts';
import { genderChoices } from './form-choices.ts';
import { MeError, MePage } from './me-page.tsx';

export const loader = async (args: LoaderFunctionArgs) => ({
  profile: await ifSignedIn(apiOf(args)('GET /api/users/profile')),
});
export const meta = pageMeta('meProfile');
export const ErrorBoundary = MeError;

type Profile = CallData<Contract['GET /api/users/profile']>;
const prefix = 'profile-';

export default function MeProfile() {
  const t = useTranslate();
  const { profile } = useLoaderData<typeof loader>();
  if (!profile) return <SignedOut title={t('me.profile.title')} />;
  return (
    <MePage title={t('me.profile.title')} lead={t('me.profile.lead')}>
      <ProfileForm profile={profile} />
    </MePage>
  );
}

function ProfileForm({ profile }: { profile: Profile }) {
  const t = useTranslate();
  const { busy, fields, run, refuse } = useAction({
    refresh: true,
    toast: true,
    refused: (refusal) => Object.keys(refusal.fields).length > 0,
  });
  const { form, change, forget } = useStoredForm('mingshi:profile', profile);

  const save = async () => {
    if (!form.name.trim()) return refuse({ name: t('register.nameMissing') });
    await run(async (api) => {
      const { name, gender, marketing_consent } = form;
      await api('PUT /api/users/profile', { body: { name, gender, marketing_consent } });
      forget();
    }, t('me.saved'));
  };
  return (
    <Card>
      <SendForm onSend={save} className="grid gap-5">
        <ErrorSummary problems={fields} prefix={prefix} />
        <Field
          label={t('register.name')}
          help={t('register.nameHelp')}
          error={fields.name}
          id={`${prefix}name`}
        >
          <Input
            autoComplete="name"
            maxLength={60}
            value={form.name}
            onChange={(event) => change({ name: event.target.value })}
          />
        </Field>
        <ChoiceCards
          id={`${prefix}gender`}
          legend={t('register.gender')}
          choices={genderChoices(t)}
          value={form.gender}
          error={fields.gender}
          columns="grid-cols-3"
          onChoose={(gender) => change({ gender })}
        />
        <Button variant="primary" type="submit" loading={busy} className="lg:justify-self-start">
          {t('me.profile.save')}
        </Button>
      </SendForm>
    </Card>
  );
}
