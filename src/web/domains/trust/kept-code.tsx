import { formatDay } from '#shared/hong-kong.ts';
import { useAction } from '#web/ground/api/use-action.ts';
import { useRemote } from '#web/ground/api/use-remote.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { ProblemNotice } from '#web/ui/feedback/notice.tsx';
import { useMessageBox } from '#web/ui/overlays/message-box.tsx';
import { AboutCheck } from './about-check.tsx';
import { CodeForm } from './code-form.tsx';

/** The tutor enters the checking code of the police once; each family that asks gets it by one tap. */
export function KeptCode() {
  const t = useTranslate();
  const ask = useMessageBox();
  const { locale } = useShell();
  const { value, reload } = useRemote({ read: (api) => api('GET /api/users/police_code') });
  const action = useAction({ refresh: reload });
  if (!value) return null;
  const { kept } = value;
  const drop = async () => {
    const sure = await ask({
      title: t('policeCheck.dropTitle'),
      message: t('policeCheck.dropText'),
      confirmLabel: t('policeCheck.drop'),
      cancelLabel: t('policeCheck.back'),
    });
    if (sure) await action.run((api) => api('DELETE /api/users/police_code'), t('policeCheck.dropped'));
  };
  return (
    <Card as="section" className="grid gap-3">
      <h3 className="text-base">{t('policeCheck.title')}</h3>
      <p className="text-ink-2 text-sm">{t('policeCheck.keepLead')}</p>
      <ProblemNotice>{action.problem}</ProblemNotice>
      {kept ? (
        <>
          <p className="rounded-card bg-jade-soft p-3 text-jade text-sm" role="status">
            {t('policeCheck.isKept', {
              issued: formatDay(kept.issued_on, locale),
              until: formatDay(kept.until, locale),
            })}
          </p>
          <Button className="justify-self-start" loading={action.busy} onClick={drop}>
            {t('policeCheck.drop')}
          </Button>
        </>
      ) : (
        <details>
          <summary className="flex min-h-11 cursor-pointer items-center underline underline-offset-4">
            {t('policeCheck.enterOnce')}
          </summary>
          <div className="grid gap-3 pt-2">
            <AboutCheck steps="tutorSteps" />
            <CodeForm
              label={t('policeCheck.keep')}
              busy={action.busy}
              fields={action.fields}
              refuse={action.refuse}
              onSend={(given) =>
                action.run(
                  (api) => api('PUT /api/users/police_code', { body: given }),
                  t('policeCheck.keptDone'),
                )
              }
            />
          </div>
        </details>
      )}
    </Card>
  );
}
