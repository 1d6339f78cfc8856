import { AskOpener } from '#web/domains/interest/ask-opener.tsx';
import { useAction } from '#web/ground/api/use-action.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { ProblemNotice } from '#web/ui/feedback/notice.tsx';
import { useMessageBox } from '#web/ui/overlays/message-box.tsx';

type Slots = { weekday: number; start: string }[];
type AskButtonProps = {
  as: 'family' | 'tutor';
  caseId: number;
  listingId: number;
  /** The person or case, for screen readers. */
  name: string;
  /** `below`: how much the price is below the tutor's lowest. */
  offer: { price: number; below: number; times: string; slots: Slots };
  interest: { id: number; status: string; isMine: boolean } | null;
  /** Nothing can be requested now; the page says why. */
  idle: boolean;
  view: string;
  /** Only the first of a list has the button itself; the others lead to their page. */
  isFirst: boolean;
};

/**
 * A button that invites or applies, with the offer and every fee shown before; afterwards it shows the
 * status.
 */
export function AskButton({
  as,
  caseId,
  listingId,
  name,
  offer,
  interest,
  idle,
  view,
  isFirst,
}: AskButtonProps) {
  const t = useTranslate();
  const { href } = useShell();
  const { busy, problem, run } = useAction({ refresh: true });
  const sure = useMessageBox();
  const isFamily = as === 'family';
  const waiting = interest?.status === 'pending';
  const matched = interest?.status === 'accepted';
  const withdraw = async (id: number) => {
    const isSure = await sure({
      title: t(isFamily ? 'matching.takeBackInvitation' : 'matching.takeBackApplication'),
      message: t('matching.takeBackText'),
      confirmLabel: t('matching.takeBack'),
      cancelLabel: t('matching.keep'),
    });
    if (!isSure) return;
    await run((api) => api('POST /api/users/interest', { body: { action: 'withdraw', interest_id: id } }));
  };
  const viewWords = t(isFamily ? 'matching.viewToInvite' : 'matching.viewToApply');
  const mayAsk = !waiting && !matched && !idle;
  return (
    <>
      {mayAsk && isFirst && (
        <p className="text-ink-2 text-xs">
          {t(offerWords(isFamily, offer.times !== ''), { times: offer.times, price: offer.price })}
          {offer.below > 0 && t('matching.belowLeast', { below: offer.below })}
        </p>
      )}
      <ProblemNotice>{problem}</ProblemNotice>
      <div className="flex flex-wrap items-center gap-3">
        <div role="status" className="empty:hidden">
          {waiting && (
            <Chip tone={interest.isMine ? 'jade' : 'amber'}>
              {t(
                interest.isMine ? (isFamily ? 'matching.invited' : 'matching.applied') : 'matching.askedYou',
              )}
            </Chip>
          )}
          {matched && <Chip tone="jade">{t('matching.matched')}</Chip>}
        </div>
        {interest && (waiting || matched) && (
          <ButtonLink to={href(`/message/${interest.id}`)}>{t('matching.toTalk')}</ButtonLink>
        )}
        {waiting && interest.isMine && (
          <Button
            variant="quiet"
            loading={busy}
            onClick={() => void withdraw(interest.id)}
            aria-label={`${t('matching.takeBack')} ${name}`}
          >
            {t('matching.takeBack')}
          </Button>
        )}
        {((waiting && !interest.isMine) || matched) && (
          <ButtonLink to={href('/my-tutoring')}>
            {t(matched ? 'matching.backToMine' : 'matching.toAnswer')}
          </ButtonLink>
        )}
        {mayAsk && isFirst && (
          <AskOpener
            as={as}
            caseId={caseId}
            listingId={listingId}
            name={name}
            first={offer}
            variant="primary"
            aria-label={
              isFamily ? t('matching.inviteNamed', { name }) : t('matching.applyNamed', { id: caseId })
            }
          >
            {t(isFamily ? 'matching.invite' : 'matching.apply')}
          </AskOpener>
        )}
        {mayAsk && !isFirst && (
          <ButtonLink to={view} aria-label={`${viewWords} ${name}`}>
            {viewWords}
          </ButtonLink>
        )}
      </div>
    </>
  );
}

function offerWords(isFamily: boolean, hasTimes: boolean) {
  if (isFamily) return hasTimes ? 'matching.offer' : 'matching.offerOpen';
  return hasTimes ? 'matching.applyOffer' : 'matching.applyOfferOpen';
}
