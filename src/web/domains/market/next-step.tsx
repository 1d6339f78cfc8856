import ArrowDown from 'lucide-react/icons/arrow-down';
import type { WeeklySlot } from '#shared/weekly-slots.ts';
import { Apply, Invite, StepHead } from '#web/domains/interest/ask.tsx';
import { PersonMenu } from '#web/domains/safety/person-menu.tsx';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useLogin } from '#web/ground/login.ts';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { listPath } from './filters.ts';
import { Price } from './price.tsx';

type NextStepProps = {
  about: 'case' | 'tutor';
  id: number;
  price: string | null;
  /** The times that suit both, as the list of fitting cases names them. */
  slots?: readonly WeeklySlot[] | undefined;
};

const useIsOwn = ({ about, id }: Pick<NextStepProps, 'about' | 'id'>) => {
  const { root } = useShell();
  return about === 'case' && root?.user.case_list.some((one) => one.id === id);
};

/** On a phone the next step is below the text: the price is shown first, with a link to it. */
export function NextStepBelow({ price, ...of }: NextStepProps) {
  const t = useTranslate();
  const isOwn = useIsOwn(of);
  return (
    <div className="mt-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 lg:hidden">
      <Price amount={price} />
      {!isOwn && (
        <a href="#next-step" className={buttonClass('secondary')}>
          {t(of.about === 'case' ? 'market.applyNow' : 'market.inviteNow')}
          <ArrowDown className="size-4" />
        </a>
      )}
    </div>
  );
}

/** The price, and what the visitor can do about this case or tutor. */
export function NextStep({ about, id, price, slots }: NextStepProps) {
  const t = useTranslate();
  const { root, href } = useShell();
  const login = useLogin();
  const isCase = about === 'case';
  const isOwn = useIsOwn({ about, id });
  const isKnown = root !== undefined && root.user.id > 0;
  return (
    <Card as="section" id="next-step" className="grid scroll-mt-20 gap-2">
      <p className="text-ink-2 text-sm">{t('market.price')}</p>
      <p className="-mt-2">
        <Price amount={price} />
      </p>
      <p className="text-ink-2 text-xs">{t('market.priceHelp')}</p>
      {isCase && isKnown && !isOwn ? null : (
        <StepHead
          title={t(isOwn ? 'market.ownCase' : isCase ? 'market.applyTitle' : 'market.inviteTitle')}
          text={isOwn ? undefined : t(isCase ? 'market.applyText' : 'market.inviteText')}
        />
      )}
      {isKnown ? (
        isCase ? (
          <Apply caseId={id} slots={slots} />
        ) : (
          <Invite listingId={id} />
        )
      ) : (
        <Button
          variant="primary"
          className="w-full"
          onClick={() =>
            login.open({ returnTo: href(`/${about}/${id}`), reason: isCase ? 'apply' : 'invite' })
          }
        >
          {t('market.logIn')}
        </Button>
      )}
      <p className="text-ink-2 text-xs">{t('market.feeNote')}</p>
    </Card>
  );
}

/** Report or block whoever has this listing or case; once blocked, its page is not found any more. */
export function ReportOwner({ about, id }: Pick<NextStepProps, 'about' | 'id'>) {
  if (useIsOwn({ about, id })) return null;
  return (
    <PersonMenu
      at={{ place: about, place_id: id }}
      leaveTo={listPath(about === 'case' ? 'cases' : 'tutors')}
      className="justify-self-start text-ink-2"
    />
  );
}
