import { type FormEvent, useState } from 'react';
import { PhoneInput, usePhoneField } from '#web/domains/accounts/login/phone-input.tsx';
import { useWords } from '#web/ground/i18n/words.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { expectLogin, useLogin } from '#web/shell/login.tsx';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/forms/field.tsx';

/** Registration begun on the home page: the number here, the rest in the sheet. */
export function QuickStart() {
  const t = useWords();
  const { root, href } = useShell();
  const login = useLogin();
  const field = usePhoneField();
  const [phone, setPhone] = useState({ areaCode: field.first, typed: '' });
  const [error, setError] = useState<string>();
  if (root && root.user.id > 0) return null;
  const begin = (event: FormEvent) => {
    event.preventDefault();
    const number = field.read(phone);
    if (!number) return setError(field.wrong(phone.areaCode));
    login.open(href('/my-tutoring'), { number, method: 'home_register' });
  };
  return (
    <section className="mb-12 grid items-start gap-x-10 gap-y-4 rounded-card border border-line bg-paper-2 p-5 lg:grid-cols-[1fr_28rem] lg:px-8 lg:py-6">
      <div className="self-center">
        <h2 className="text-xl lg:text-2xl">{t('register.homeTitle')}</h2>
        <p className="mt-1 text-ink-2">{t('register.homeText')}</p>
      </div>
      <form noValidate onSubmit={begin} className="flex items-start gap-2">
        <Field label={field.label} error={error} className="min-w-0 flex-1">
          {(control) => (
            <PhoneInput
              {...control}
              value={phone}
              onFocus={expectLogin}
              onValue={(value) => {
                setPhone(value);
                setError(undefined);
              }}
            />
          )}
        </Field>
        {/* Beside the field, whatever is said under it: a label's line and its gap lower than the form. */}
        <Button variant="primary" type="submit" className="mt-[1.8625rem] whitespace-nowrap">
          {t('register.start')}
        </Button>
      </form>
    </section>
  );
}
