import { useState } from 'react';
import { tutorCalled } from '#shared/tutor-name.ts';
import { HaltChip, HaltNote } from '#web/domains/accounts/halt.tsx';
import { PoliceCheck } from '#web/domains/trust/police-check.tsx';
import { useAction } from '#web/ground/api/use-action.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { ProblemNotice } from '#web/ui/feedback/notice.tsx';
import { useMessageBox } from '#web/ui/overlays/message-box.tsx';
import { Portrait } from '#web/ui/portrait.tsx';
import type { MadeMatch } from './load-requests.ts';

const statuses = {
  trial: ['amber', 'requests.status.trial'],
  going: ['jade', 'requests.status.going'],
  failed: ['neutral', 'requests.status.failed'],
  ended: ['neutral', 'requests.status.ended'],
} as const;

export function Matches({ list }: { list: readonly MadeMatch[] }) {
  const t = useTranslate();
  if (list.length === 0) return null;
  return (
    <section className="grid gap-4">
      <h2 className="text-xl">{t('requests.matches')}</h2>
      <ul className="grid gap-4 lg:grid-cols-2">
        {list.map((match) => (
          <MatchCard key={match.id} match={match} />
        ))}
      </ul>
    </section>
  );
}

function MatchCard({ match }: { match: MadeMatch }) {
  const t = useTranslate();
  const { href } = useShell();
  const ask = useMessageBox();
  const { busy, problem, run } = useAction({ refresh: true });
  const { id, about, price, times, status, halt, tutor, isFamily } = match;
  const [tone, words] = statuses[status];
  const live = status === 'trial' || status === 'going';
  const decide = (passed: boolean) =>
    run((api) => api('PUT /api/users/matches/{id}/trial', { params: { id }, body: { passed } }));
  const finish = (relist: boolean) =>
    run((api) => api('PUT /api/users/matches/{id}/end', { params: { id }, body: { relist } }));
  const end = async () => {
    const sure = await ask({
      title: t('requests.endTitle'),
      message: t(isFamily ? 'requests.endTextFamily' : 'requests.endText'),
      confirmLabel: t('requests.end'),
      cancelLabel: t('requests.endKeep'),
    });
    if (sure) await finish(false);
  };
  return (
    <Card as="li" className="grid content-start gap-2">
      <div className="flex items-start justify-between gap-3">
        {isFamily && <Portrait portrait={match.portrait} surname={tutor} />}
        <h3 className="mr-auto text-base">
          {isFamily
            ? tutorCalled(tutor, (surname) => t('ui.tutorCalled', { surname }))
            : t('requests.family')}
        </h3>
        {halt ? (
          <HaltChip halt={halt} className="shrink-0" />
        ) : (
          <Chip tone={tone} className="shrink-0">
            {t(words)}
          </Chip>
        )}
      </div>
      <p className="text-sm">{about}</p>
      {times && <p className="text-sm">{t('requests.times', { times })}</p>}
      <p className="text-sm">{t('requests.price', { price })}</p>
      {halt && <HaltNote halt={halt} />}
      {live && !halt && match.canTalk && <Contact match={match} />}
      <ProblemNotice>{problem}</ProblemNotice>
      <div className="flex flex-wrap gap-2 empty:hidden">
        {status === 'trial' && isFamily && !halt && (
          <>
            <Button loading={busy} onClick={() => decide(true)}>
              {t('requests.trialPassed')}
            </Button>
            <Button loading={busy} onClick={() => decide(false)}>
              {t('requests.trialFailed')}
            </Button>
          </>
        )}
        {live && !halt && match.canTalk && (
          <ButtonLink to={href(`/message/${match.interestId}`)}>{t('requests.message')}</ButtonLink>
        )}
        {live && (halt !== null || !(status === 'trial' && isFamily)) && (
          <Button variant="quiet" loading={busy} onClick={end}>
            {t('requests.end')}
          </Button>
        )}
        {match.canRelist && (
          <Button loading={busy} onClick={() => finish(true)}>
            {t('requests.relist')}
          </Button>
        )}
      </div>
      {live && !halt && <PoliceCheck matchId={id} isFamily={isFamily} />}
    </Card>
  );
}

/** Numbers are shared when both agree; the list is masked, and the number is requested on demand. */
function Contact({ match: { id, contact } }: { match: MadeMatch }) {
  const t = useTranslate();
  const { busy, problem, run } = useAction({ refresh: true });
  const [shown, setShown] = useState<{ name: string; mobile: string }>();
  const both = contact.i_agreed && contact.other_agreed;
  const agree = () =>
    run((api) => api('PUT /api/users/matches/{id}/contact', { params: { id }, body: { agree: true } }));
  const show = () =>
    run(
      (api) => api('GET /api/users/matches/{id}', { params: { id } }),
      (match) => setShown(match.contact),
    );
  return (
    <>
      <ProblemNotice>{problem}</ProblemNotice>
      {shown ? (
        <p role="status" className="text-sm">
          {[shown.name, shown.mobile].filter(Boolean).join(' ')}
        </p>
      ) : (
        <p className="text-ink-2 text-sm">
          {t(both ? 'requests.bothAgreed' : contact.i_agreed ? 'requests.iAgreed' : 'requests.agreeHelp')}
        </p>
      )}
      {both && !shown && (
        <Button loading={busy} className="justify-self-start" onClick={show}>
          {t('requests.showNumber')}
        </Button>
      )}
      {!contact.i_agreed && (
        <Button variant="primary" loading={busy} className="justify-self-start" onClick={agree}>
          {t('requests.agree')}
        </Button>
      )}
    </>
  );
}
