import { useState } from 'react';
import type { codes } from '#shared/codes.ts';
import { useWords } from '#web/words.tsx';
import { useShell } from '../shell/use-shell.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';
import { optionsHtml } from '../ui/options.ts';
import { Select } from '../ui/select.tsx';
import { useAct } from './use-act.ts';

const listingNeeded: (typeof codes)['listingNeeded']['code'] = 2306;

/** A tutor asks for a case. */
export function Apply({ caseId }: { caseId: number }) {
  const t = useWords();
  const { root, href } = useShell();
  const { busy, problem, act } = useAct();
  const [asked, setAsked] = useState(false);
  if (asked) return <Asked text={t('market.applied')} />;
  if (root?.user.case_list.some(({ id }) => id === caseId))
    return (
      <>
        <p className="text-sm">{t('market.ownCase')}</p>
        <ButtonLink variant="primary" to={href(`/me/case/${caseId}/tutors`)} className="w-full">
          {t('market.ownCaseTutors')}
        </ButtonLink>
      </>
    );
  return (
    <>
      {problem && <Notice tone="seal">{problem.message}</Notice>}
      {problem?.code === listingNeeded ? (
        <ButtonLink variant="primary" to={href('/me/tutor')} className="w-full">
          {t('market.listingFirst')}
        </ButtonLink>
      ) : (
        <Button
          variant="primary"
          className="w-full"
          loading={busy}
          onClick={async () => setAsked(Boolean(await act({ action: 'apply', case_id: caseId })))}
        >
          {t('market.applyNow')}
        </Button>
      )}
    </>
  );
}

/** A family asks a tutor, for one of its online cases. */
export function Invite({ listingId }: { listingId: number }) {
  const t = useWords();
  const { root, href } = useShell();
  const { busy, problem, act } = useAct();
  const [asked, setAsked] = useState(false);
  const online = (root?.user.case_list ?? []).filter(({ status }) => status === 1);
  const [chosen, setChosen] = useState<string>();
  const caseId = Number(chosen ?? online[0]?.id ?? 0);
  if (asked) return <Asked text={t('market.invited')} />;
  if (online.length === 0)
    return (
      <ButtonLink variant="primary" to={href('/me/case/new')} className="w-full">
        {t('market.postFirst')}
      </ButtonLink>
    );
  return (
    <>
      {online.length > 1 && (
        <Field label={t('market.forCase')}>
          {(control) => (
            <Select
              {...control}
              value={String(caseId)}
              onChange={(event) => setChosen(event.target.value)}
              options={optionsHtml(online.map(({ id }) => ({ id, name: t('market.caseNumber', { id }) })))}
            />
          )}
        </Field>
      )}
      {problem && <Notice tone="seal">{problem.message}</Notice>}
      <Button
        variant="primary"
        className="w-full"
        loading={busy}
        onClick={async () =>
          setAsked(Boolean(await act({ action: 'invite', case_id: caseId, listing_id: listingId })))
        }
      >
        {t('market.inviteNow')}
      </Button>
    </>
  );
}

function Asked({ text }: { text: string }) {
  const t = useWords();
  const { href } = useShell();
  return (
    <>
      <p role="status" className="rounded-card bg-jade-soft p-3 text-jade text-sm">
        {text}
      </p>
      <ButtonLink to={href('/my-tutoring')} className="w-full">
        {t('market.toTutoring')}
      </ButtonLink>
    </>
  );
}
