import { tutorCalled } from '#shared/tutor-name.ts';
import { PersonMenu } from '#web/domains/safety/person-menu.tsx';
import { useAction } from '#web/ground/api/use-action.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { ProblemNotice } from '#web/ui/feedback/notice.tsx';
import { Portrait } from '#web/ui/portrait.tsx';
import type { Request } from './load-requests.ts';

/** Pending applications and invitations, those from the other side first. */
export function Requests({ list }: { list: readonly Request[] }) {
  const t = useTranslate();
  if (list.length === 0) return null;
  const sorted = [...list.filter(({ isMine }) => !isMine), ...list.filter(({ isMine }) => isMine)];
  return (
    <section className="grid gap-4">
      <h2 className="text-xl">{t('requests.title')}</h2>
      <ul className="grid gap-4 lg:grid-cols-2">
        {sorted.map((request) => (
          <RequestCard key={request.id} request={request} />
        ))}
      </ul>
    </section>
  );
}

const doneMessages = {
  accept: 'requests.matchMade',
  decline: 'requests.declinedDone',
  withdraw: 'requests.withdrawn',
} as const;

function RequestCard({ request }: { request: Request }) {
  const t = useTranslate();
  const { href } = useShell();
  const { busy, problem, run } = useAction({ refresh: true });
  const { id, about, price, times, tutor, isFamily, isMine } = request;
  const answer = (action: keyof typeof doneMessages) =>
    run(
      (api) =>
        api('POST /api/users/interest', {
          body: action === 'accept' ? { action, interest_id: id, price } : { action, interest_id: id },
        }),
      t(doneMessages[action]),
    );
  return (
    <Card as="li" className="grid content-start gap-2">
      <div className="flex items-start justify-between gap-3">
        {isFamily && <Portrait portrait={request.portrait} surname={tutor} />}
        <h3 className="mr-auto text-base">
          {isFamily
            ? tutorCalled(tutor, (surname) => t('ui.tutorCalled', { surname }))
            : t('requests.family')}
        </h3>
        <Chip tone={isMine ? 'neutral' : 'seal'} className="shrink-0">
          {t(isMine ? 'requests.waiting' : 'requests.yourTurn')}
        </Chip>
      </div>
      <p className="text-sm">{about}</p>
      <p className="text-sm">{times ? t('requests.times', { times }) : t('requests.timesOpen')}</p>
      <p className="text-sm">{t('requests.price', { price })}</p>
      <p className="text-ink-2 text-xs">{t('requests.fees')}</p>
      <ProblemNotice>{problem}</ProblemNotice>
      <div className="mt-1 flex flex-wrap gap-2">
        {isMine ? (
          <Button loading={busy} onClick={() => answer('withdraw')}>
            {t('requests.withdraw')}
          </Button>
        ) : (
          <>
            <Button variant="primary" loading={busy} onClick={() => answer('accept')}>
              {t('requests.accept')}
            </Button>
            <Button loading={busy} onClick={() => answer('decline')}>
              {t('requests.decline')}
            </Button>
          </>
        )}
        {request.canTalk && <ButtonLink to={href(`/message/${id}`)}>{t('requests.message')}</ButtonLink>}
        <ViewOther request={request} />
      </div>
      <PersonMenu
        at={{ place: 'interest', place_id: id }}
        label={`${isFamily ? tutor : t('requests.family')} ${about}`}
      />
    </Card>
  );
}

/** A link to the page of the tutor (for a family) or of the case (for a tutor), while it is public. */
function ViewOther({ request }: { request: Pick<Request, 'isFamily' | 'listing_id' | 'case_id'> }) {
  const t = useTranslate();
  const { href } = useShell();
  const { isFamily, listing_id, case_id } = request;
  if (isFamily && listing_id === null) return null;
  return (
    <ButtonLink variant="quiet" to={href(isFamily ? `/tutor/${listing_id}` : `/case/${case_id}`)}>
      {t(isFamily ? 'requests.viewTutor' : 'requests.viewCase')}
    </ButtonLink>
  );
}
