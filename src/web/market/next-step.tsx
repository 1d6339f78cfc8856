import { useWords } from '#web/words.tsx';
import { Apply, Invite } from '../interest/ask.tsx';
import { useLogin } from '../shell/login.tsx';
import { useShell } from '../shell/use-shell.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Price } from './price.tsx';

type NextStepProps = { about: 'case' | 'tutor'; id: number; price: string | null };

/** The price, and what the visitor can do about this case or tutor. */
export function NextStep({ about, id, price }: NextStepProps) {
  const t = useWords();
  const { root, href } = useShell();
  const login = useLogin();
  const isCase = about === 'case';
  const isOwn = isCase && root?.user.case_list.some((one) => one.id === id);
  return (
    <Card as="section" className="grid gap-2">
      <p className="text-ink-2 text-sm">{t('market.price')}</p>
      <p className="-mt-2">
        <Price amount={price} />
      </p>
      <p className="text-ink-2 text-xs">{t('market.priceHelp')}</p>
      <h2 className="mt-2 border-line border-t pt-4 text-lg">
        {t(isOwn ? 'market.ownCase' : isCase ? 'market.applyTitle' : 'market.inviteTitle')}
      </h2>
      {!isOwn && <p className="text-sm">{t(isCase ? 'market.applyText' : 'market.inviteText')}</p>}
      {root && root.user.id > 0 ? (
        isCase ? (
          <Apply caseId={id} />
        ) : (
          <Invite listingId={id} />
        )
      ) : (
        <Button variant="primary" className="w-full" onClick={() => login.open(href(`/${about}/${id}`))}>
          {t('market.logIn')}
        </Button>
      )}
      <p className="text-ink-2 text-xs">{t('market.feeNote')}</p>
    </Card>
  );
}
