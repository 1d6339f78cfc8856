import { useState } from 'react';
import { listingNeeded } from '#shared/codes/numbers.ts';
import { useApi } from '#web/ground/api/api-provider.tsx';
import { useAction } from '#web/ground/api/use-action.ts';
import { useRemote } from '#web/ground/api/use-remote.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { orNone } from '#web/ground/routing/page-loader.ts';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { ProblemNotice } from '#web/ui/feedback/notice.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { optionsHtml, Select } from '#web/ui/forms/select.tsx';

/** A tutor applies to a case. */
export function Apply({ caseId }: { caseId: number }) {
  const t = useTranslate();
  const { root, href } = useShell();
  const { busy, problem, refusal, run } = useAction({ refresh: true });
  const [asked, setAsked] = useState(false);
  if (asked) return <Asked text={t('market.applied')} />;
  if (root?.user.case_list.some(({ id }) => id === caseId))
    return (
      <ButtonLink variant="primary" to={href(`/me/case/${caseId}/tutors`)} className="w-full">
        {t('market.ownCaseTutors')}
      </ButtonLink>
    );
  return (
    <>
      <ProblemNotice>{problem}</ProblemNotice>
      {refusal?.code === listingNeeded ? (
        <ButtonLink variant="primary" to={href('/me/tutor')} className="w-full">
          {t('market.listingFirst')}
        </ButtonLink>
      ) : (
        <>
          <p className="text-ink-2 text-xs">{t('market.applyTerms')}</p>
          <Button
            variant="primary"
            className="w-full"
            loading={busy}
            onClick={() =>
              run(
                (api) => api('POST /api/users/interest', { body: { action: 'apply', case_id: caseId } }),
                () => setAsked(true),
              )
            }
          >
            {t('market.applyNow')}
          </Button>
        </>
      )}
    </>
  );
}

/** A family invites a tutor, for one of its online cases: `caseId` where it is known which. */
export function Invite({ listingId, caseId: given }: { listingId: number; caseId?: number }) {
  const t = useTranslate();
  const { root, href } = useShell();
  const { busy, problem, run } = useAction({ refresh: true });
  const [asked, setAsked] = useState(false);
  const online = (root?.user.case_list ?? []).filter(
    ({ id, status }) => status === 1 && (given === undefined || id === given),
  );
  const [chosen, setChosen] = useState<string>();
  const caseId = Number(chosen ?? online[0]?.id ?? 0);
  const cases = useOwnCases(online.map(({ id }) => id));
  const known = cases.find(({ id }) => id === caseId);
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
          <Select
            value={String(caseId)}
            onChange={(event) => setChosen(event.target.value)}
            options={optionsHtml(
              online.map(({ id }) => {
                const name = cases.find((one) => one.id === id)?.name;
                return {
                  id,
                  name: name ? t('market.ownCaseNamed', { id, name }) : t('market.caseNumber', { id }),
                };
              }),
            )}
          />
        </Field>
      )}
      {/* Reserves the height before the text is loaded, to avoid a layout shift. */}
      <p className="min-h-10 text-ink-2 text-xs">
        {known &&
          (known.price === null
            ? t('market.inviteTermsOpen')
            : t('market.inviteTerms', { price: known.price }))}
      </p>
      <ProblemNotice>{problem}</ProblemNotice>
      <Button
        variant="primary"
        className="w-full"
        loading={busy}
        onClick={() =>
          run(
            (api) =>
              api('POST /api/users/interest', {
                body: {
                  action: 'invite',
                  case_id: caseId,
                  listing_id: listingId,
                  ...(known?.price && { price: known.price }),
                },
              }),
            () => setAsked(true),
          )
        }
      >
        {t('market.inviteNow')}
      </Button>
    </>
  );
}

/** Names and prices of the user's own cases. A case that could not be loaded is shown by its number. */
function useOwnCases(ids: readonly number[]) {
  const api = useApi();
  const t = useTranslate();
  const load = async (id: number) => {
    const found = await orNone(
      api('GET /api/common_info/student_detailed_registration/{id}', { params: { id } }),
    );
    const name = found?.child_info.map(({ nickname }) => nickname).join(t('market.and'));
    return found ? [{ id, name, price: found.price }] : [];
  };
  const { lastValue } = useRemote({
    key: ids.join(),
    read: async () => (await Promise.all(ids.map(load))).flat(),
    when: ids.length > 0,
  });
  return lastValue ?? [];
}

function Asked({ text }: { text: string }) {
  const t = useTranslate();
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
