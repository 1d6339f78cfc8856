import { type ReactNode, useEffect } from 'react';
import { useAction } from '#web/ground/api/use-action.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useLogin } from '#web/ground/login.ts';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { Button } from '../button.tsx';
import { DeskDrawing } from '../drawings.tsx';
import { EmptyState } from '../feedback/empty-state.tsx';
import { FieldError } from '../forms/field.tsx';

/** Shows its content to users with this identity; others are offered to log in or switch. */
export function OnlyFor({ identity, children }: { identity: 1 | 2 | 'any'; children: ReactNode }) {
  const { root } = useShell();
  if (!root?.user.id) return <LogInFirst />;
  if (identity !== 'any' && root.user.last_identity !== identity) return <SwitchFirst identity={identity} />;
  return children;
}

function LogInFirst() {
  const t = useTranslate();
  const login = useLogin();
  const { path, href } = useShell();
  const returnTo = href(path);
  useEffect(() => login.open({ returnTo }), [login, returnTo]);
  return (
    <EmptyState
      drawing={<DeskDrawing />}
      title={t('form.logInFirst')}
      text={t('form.logInFirstText')}
      action={
        <Button variant="primary" onClick={() => login.open({ returnTo })}>
          {t('login.title')}
        </Button>
      }
    />
  );
}

function SwitchFirst({ identity }: { identity: 1 | 2 }) {
  const t = useTranslate();
  const { busy, problem, run } = useAction({ refresh: true });
  const to = identity === 1 ? 'Parent' : 'Tutor';
  const change = () => run((api) => api('PUT /api/users/switch_identity', { body: { identity } }));
  return (
    <EmptyState
      drawing={<DeskDrawing />}
      title={t(`form.be${to}Title`)}
      text={t(`form.be${to}Text`)}
      action={
        <div className="grid justify-items-center gap-2">
          <Button variant="primary" loading={busy} onClick={change}>
            {t(`form.be${to}`)}
          </Button>
          <div role="alert">{problem && <FieldError id="switch-problem">{problem}</FieldError>}</div>
        </div>
      }
    />
  );
}
