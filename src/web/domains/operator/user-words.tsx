import { formatShortDay } from '#shared/hong-kong.ts';
import type { OperatorUser } from '#shared/operator.ts';
import type { Translate } from '#web/ground/i18n/i18n.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { Chip } from '#web/ui/chip.tsx';

export const identityName = (t: Translate, identity: number) =>
  t(`operator.users.identities.i${identity === 1 ? 1 : identity === 2 ? 2 : 0}`);

export function UserStatus({
  user: { is_banned, suspended_until, is_operator, deleted_at },
}: {
  user: Pick<OperatorUser, 'is_banned' | 'suspended_until' | 'is_operator' | 'deleted_at'>;
}) {
  const t = useTranslate();
  const { locale } = useShell();
  return (
    <span className="inline-flex flex-wrap gap-1 lg:flex-nowrap">
      {deleted_at ? (
        <Chip>{t('operator.users.deleted')}</Chip>
      ) : is_banned ? (
        <Chip tone="seal">{t('operator.users.banned')}</Chip>
      ) : suspended_until !== null ? (
        <Chip tone="amber">
          {t('operator.users.suspended', { day: formatShortDay(suspended_until, locale) })}
        </Chip>
      ) : (
        <Chip tone="jade">{t('operator.users.active')}</Chip>
      )}
      {is_operator && <Chip tone="amber">{t('operator.users.operator')}</Chip>}
    </span>
  );
}
