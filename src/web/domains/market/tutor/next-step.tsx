import { Suspense, useState } from 'react';
import { Invite } from '#web/domains/interest/ask.tsx';
import { AskOpener } from '#web/domains/interest/ask-opener.tsx';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useLogin } from '#web/ground/login.ts';
import { lazyPart } from '#web/ground/routing/lazy-part.ts';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { useSearched } from '../back-to-list.tsx';
import { Price } from '../price.tsx';
import type { OwnCase, Standing } from './own-case.ts';
import { rememberTutor } from './remembered-tutor.tsx';

const InviteSheet = lazyPart(() => import('./invite-sheet.tsx'));

export type TutorNextStepProps = {
  tutor: { id: number; name: string; price: string };
  ownCase: OwnCase | undefined;
  /** What a new case for this tutor begins with. */
  prefill: string;
};

/** Where an invitation is not what follows: what is said instead. */
const says: Record<Exclude<Standing, 'open' | 'declined'>, readonly [words: SaidWords, to: ToWords]> = {
  invited: ['market.invited', 'market.toTalk'],
  applied: ['market.hasApplied', 'market.toAnswer'],
  matched: ['market.isMatched', 'market.toTutoring'],
  failed: ['market.trialFailed', 'market.otherTutors'],
  idle: ['market.caseIdle', 'market.toTutoring'],
};
type SaidWords =
  | 'market.invited'
  | 'market.hasApplied'
  | 'market.isMatched'
  | 'market.trialFailed'
  | 'market.caseIdle';
type ToWords = 'market.toTutoring' | 'market.toTalk' | 'market.toAnswer' | 'market.otherTutors';

function saidPath(standing: Standing, ownCase: OwnCase | undefined) {
  if (standing === 'failed' && ownCase) return `/me/case/${ownCase.id}/tutors`;
  return standing === 'invited' && ownCase?.talk ? `/message/${ownCase.talk}` : '/my-tutoring';
}

function useStep({ tutor, ownCase, prefill }: TutorNextStepProps) {
  const { root, href } = useShell();
  const login = useLogin();
  const standing = ownCase?.standing ?? 'open';
  const said = standing === 'open' || standing === 'declined' ? undefined : says[standing];
  return {
    isVisitor: !root || root.user.id === 0,
    standing,
    said,
    saidTo: href(saidPath(standing, ownCase)),
    logIn: (onDone?: () => void) => {
      rememberTutor(tutor);
      login.open({
        reason: 'invite',
        returnTo: href(`/tutor/${tutor.id}${ownCase ? `?case=${ownCase.id}` : ''}`),
        onDone,
      });
    },
    newCase: href(`/me/case/new${useSearched(prefill)}`),
  };
}

/** The price and what follows, beside the page on a wide screen and at its end on a phone. */
export function TutorNextStep(props: TutorNextStepProps) {
  const t = useTranslate();
  const { tutor, ownCase } = props;
  return (
    <Card as="section" aria-label={t('market.inviteTitle')} className="grid gap-3 max-lg:hidden">
      <div>
        <Price amount={tutor.price} />
        <p className="text-ink-2 text-xs">{t('market.priceHelp')}</p>
      </div>
      {ownCase?.isOnly && <p className="text-sm">{t('market.forOwnCase', { title: ownCase.title })}</p>}
      <InviteStep {...props} />
      <p className="text-ink-2 text-xs">{t('market.feeNote')}</p>
    </Card>
  );
}

/** The same card on the tutor's own page, where there is nobody to invite. */
export function OwnNextStep({ price }: { price: string }) {
  const t = useTranslate();
  return (
    <Card as="section" className="grid gap-3 max-lg:hidden">
      <div>
        <Price amount={price} />
        <p className="text-ink-2 text-xs">{t('market.priceHelp')}</p>
      </div>
      <p className="text-sm">{t('market.ownPageInvite')}</p>
      <Button disabled className="w-full">
        {t('market.inviteShort')}
      </Button>
      <p className="text-ink-2 text-xs">{t('market.feeNote')}</p>
    </Card>
  );
}

/** One of: log in, post a case, what has happened already, the invitation. */
function InviteStep(props: TutorNextStepProps) {
  const t = useTranslate();
  const { tutor, ownCase } = props;
  const { isVisitor, standing, said, saidTo, logIn, newCase } = useStep(props);
  if (isVisitor)
    return (
      <>
        <p className="text-sm">{t('market.inviteLogIn', { name: tutor.name })}</p>
        <Button variant="primary" className="w-full" onClick={() => logIn()}>
          {t('market.inviteShort')}
        </Button>
      </>
    );
  if (!ownCase)
    return (
      <>
        <p className="text-sm">{t('market.inviteNeedsCase', { name: tutor.name })}</p>
        <ButtonLink variant="primary" to={newCase} className="w-full" onClick={() => rememberTutor(tutor)}>
          {t('market.postFirst')}
        </ButtonLink>
      </>
    );
  if (said)
    return (
      <>
        <p role="status" className="rounded-card bg-jade-soft p-3 text-jade text-sm">
          {t(said[0], { name: tutor.name })}
        </p>
        <ButtonLink to={saidTo} className="w-full">
          {t(said[1])}
        </ButtonLink>
      </>
    );
  return (
    <>
      <p className="text-sm">{t(standing === 'declined' ? 'market.hasDeclined' : 'market.inviteText')}</p>
      <Invite listingId={tutor.id} name={tutor.name} {...(ownCase.isOnly && { caseId: ownCase.id })} />
    </>
  );
}

/** On a phone: the price and one red button that stay above the bottom bar while the page scrolls. */
export function TutorBar(props: TutorNextStepProps) {
  const t = useTranslate();
  const { tutor, ownCase } = props;
  const { isVisitor, said, saidTo, logIn } = useStep(props);
  const [sheet, setSheet] = useState<{ open: boolean }>();
  return (
    <div className="-mx-4 sticky bottom-[calc(3.5rem+env(safe-area-inset-bottom))] z-[1900] mt-6 flex min-h-16 items-center justify-between gap-3 border-line border-y bg-sheet px-4 py-2 lg:hidden">
      <div className="min-w-0">
        <Price amount={tutor.price} />
        <p className="text-ink-2 text-xs">
          {t(said ? `${said[0]}Short` : isVisitor ? 'market.logInFirst' : 'market.priceHelp')}
        </p>
      </div>
      {said ? (
        <ButtonLink to={saidTo} className="shrink-0">
          {t(said[1])}
        </ButtonLink>
      ) : !isVisitor && ownCase?.isOnly ? (
        <AskOpener
          as="family"
          caseId={ownCase.id}
          listingId={tutor.id}
          name={tutor.name}
          variant="primary"
          className="shrink-0 px-8"
        >
          {t('market.inviteShort')}
        </AskOpener>
      ) : (
        <Button
          variant="primary"
          className="shrink-0 px-8"
          aria-haspopup="dialog"
          // What was pressed goes on after log-in.
          onClick={() => (isVisitor ? logIn(() => setSheet({ open: true })) : setSheet({ open: true }))}
        >
          {t('market.inviteShort')}
        </Button>
      )}
      {sheet && (
        <Suspense>
          <InviteSheet
            open={sheet.open}
            onClose={() => setSheet({ open: false })}
            title={t('market.inviteNamed', { name: tutor.name })}
            description={ownCase?.isOnly && t('market.forOwnCase', { title: ownCase.title })}
          >
            <InviteStep {...props} />
          </InviteSheet>
        </Suspense>
      )}
    </div>
  );
}
