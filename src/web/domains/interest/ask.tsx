import { type ReactNode, Suspense, useState } from 'react';
import type { Interest, Side } from '#shared/interest.ts';
import { requestPath } from '#shared/rules/tutoring-paths.ts';
import type { WeeklySlot } from '#shared/weekly-slots.ts';
import { useApi } from '#web/ground/api/api-provider.tsx';
import { useRemote } from '#web/ground/api/use-remote.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { lazyPart } from '#web/ground/routing/lazy-part.ts';
import { orNone } from '#web/ground/routing/page-loader.ts';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Loading, Skeleton } from '#web/ui/feedback/waiting.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { optionsHtml, Select } from '#web/ui/forms/select.tsx';
import { AskOpener } from './ask-opener.tsx';

const AskToTell = lazyPart(() => import('#web/domains/notifications/ask-to-tell.tsx'));

const AskedTerms = lazyPart(() => import('./asked-terms.tsx'));
const OfferStanding = lazyPart(() => import('./offer-standing.tsx'));

/** What the next step is. */
export const StepHead = ({ title, text }: { title: string; text?: string | undefined }) => (
  <>
    <h2 className="mt-2 border-line border-t pt-4 text-lg">{title}</h2>
    {text && <p className="text-sm">{text}</p>}
  </>
);

type ApplyProps = { caseId: number; slots?: readonly WeeklySlot[] | undefined };

/** A tutor applies to a case; once that is done, the card is about the application. */
export function Apply({ caseId, slots }: ApplyProps) {
  const t = useTranslate();
  const { root, href } = useShell();
  const [asked, setAsked] = useState(false);
  const listing = useRemote({ key: 'own', read: (api) => api('GET /api/users/tutor_listing') });
  const own = listing.value?.listing;
  const { before, reload } = useEarlier('tutor', caseId, own?.id);
  const isPending = before?.status === 'pending';
  if (asked || isPending)
    return (
      <Asked
        text={t(before?.asked_by === 'family' ? 'market.askedYou' : 'market.applied')}
        interest={isPending ? before : undefined}
        title={t('market.appliedTitle')}
      >
        {asked && (
          <Suspense>
            <AskToTell after="applied" />
          </Suspense>
        )}
      </Asked>
    );
  if (root?.user.case_list.some(({ id }) => id === caseId))
    return (
      <ButtonLink variant="primary" to={href(`/me/case/${caseId}/tutors`)} className="w-full">
        {t('market.ownCaseTutors')}
      </ButtonLink>
    );
  return (
    <>
      <StepHead title={t('market.applyTitle')} text={t('market.applyText')} />
      {own?.is_listed && (
        <Suspense>
          <OfferStanding caseId={caseId} listingId={own.id} />
        </Suspense>
      )}
      {listing.value && !own?.is_listed ? (
        <ButtonLink variant="primary" to={href('/me/tutor')} className="w-full">
          {t('market.listingFirst')}
        </ButtonLink>
      ) : own ? (
        <>
          <Earlier interest={before} />
          <p className="text-ink-2 text-xs">{t('market.applyTerms')}</p>
          <AskOpener
            as="tutor"
            caseId={caseId}
            listingId={own.id}
            name={t('market.caseNumber', { id: caseId })}
            variant="primary"
            className="w-full"
            first={slots && { slots }}
            onAsked={() => {
              setAsked(true);
              void reload();
            }}
          >
            {t('market.applyNow')}
          </AskOpener>
        </>
      ) : listing.problem === undefined ? (
        <Loading>
          <Skeleton className="h-11" />
        </Loading>
      ) : (
        <Button className="w-full" onClick={() => void listing.reload()}>
          {t('ui.retry')}
        </Button>
      )}
    </>
  );
}

type InviteProps = {
  listingId: number;
  /** The case from which the tutor's page was opened. */
  caseId?: number | undefined;
  /** How the tutor is called; else only 導師. */
  name?: string | undefined;
};

/** A family invites a tutor, for one of its online cases. */
export function Invite({ listingId, caseId: opened, name }: InviteProps) {
  const t = useTranslate();
  const { root, href } = useShell();
  const [asked, setAsked] = useState<number>();
  const online = (root?.user.case_list ?? []).filter(({ status }) => status === 1);
  const [chosen, setChosen] = useState<string>();
  const openedFrom = online.find(({ id }) => id === opened);
  const caseId = Number(chosen ?? openedFrom?.id ?? online[0]?.id ?? 0);
  const cases = useOwnCases(online.map(({ id }) => id));
  const known = cases.find(({ id }) => id === caseId);
  const { before } = useEarlier('family', caseId, listingId);
  if (asked === caseId || before?.status === 'pending')
    return <Asked text={t(before?.asked_by === 'tutor' ? 'market.askedYou' : 'market.invited')} />;
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
      <Earlier interest={before} />
      <AskOpener
        key={caseId}
        as="family"
        caseId={caseId}
        listingId={listingId}
        name={name ?? t('market.thisTutor')}
        variant="primary"
        className="w-full"
        onAsked={() => setAsked(caseId)}
      >
        {t('market.inviteNow')}
      </AskOpener>
    </>
  );
}

/** What these two have asked each other about this case before; the latest. */
function useEarlier(side: Side, caseId: number, listingId: number | undefined) {
  const { value, reload } = useRemote({
    key: `${side} ${caseId} ${listingId}`,
    read: async (api) => {
      const { list } = await api('GET /api/users/interests', { query: { side, page_size: 100 } });
      return list.find((one) => one.case_id === caseId && one.listing_id === listingId);
    },
    when: caseId > 0 && listingId !== undefined,
    on: ['notice'],
  });
  return { before: value, reload };
}

/** Says truly how it went before, where they may ask again. */
function Earlier({ interest }: { interest: Interest | undefined }) {
  const t = useTranslate();
  if (interest?.match_status === 'failed')
    return <p className="text-ink-2 text-sm">{t('market.triedBefore')}</p>;
  if (interest?.match_status === 'ended')
    return <p className="text-ink-2 text-sm">{t('market.matchedBefore')}</p>;
  return null;
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

type AskedProps = {
  text: string;
  title?: string;
  /** What was offered, once it is read. */
  interest?: Interest | undefined;
  children?: ReactNode;
};

function Asked({ text, title, interest, children }: AskedProps) {
  const t = useTranslate();
  const { href } = useShell();
  return (
    <>
      {title && interest?.asked_by === interest?.my_side && <StepHead title={title} />}
      {interest && (
        <Suspense>
          <AskedTerms interest={interest} />
        </Suspense>
      )}
      <p role="status" className="rounded-card bg-jade-soft p-3 text-jade text-sm">
        {text}
      </p>
      {interest?.can_talk && (
        <ButtonLink to={href(`/message/${interest.id}`)} className="w-full">
          {t('market.toTalk')}
        </ButtonLink>
      )}
      <ButtonLink
        variant={interest?.can_talk ? 'quiet' : 'secondary'}
        to={href(interest ? requestPath(interest.id) : '/my-tutoring')}
        className="w-full"
      >
        {t(interest ? 'market.toCard' : 'market.toTutoring')}
      </ButtonLink>
      {children}
    </>
  );
}
