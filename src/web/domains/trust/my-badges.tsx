import type { OwnBadge } from '#shared/trust.ts';
import { useRemote } from '#web/ground/api/use-remote.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { Button } from '#web/ui/button.tsx';
import { Chip, type ChipTone } from '#web/ui/chip.tsx';

const tones: Record<OwnBadge['state'], ChipTone> = { held: 'jade', expired: 'neutral', revoked: 'seal' };

/** The badges families see beside a tutor's name, and until when. A changed `seed` reloads them. */
export function MyBadges({ seed = '' }: { seed?: string }) {
  const t = useTranslate();
  const {
    lastValue: badges,
    problem,
    reading,
    reload,
  } = useRemote({ key: seed, read: (api) => api('GET /api/users/badges') });
  if (problem !== undefined)
    return (
      <p role="alert" className="flex flex-wrap items-center gap-2 text-ink-2 text-sm">
        {t('badges.notLoaded')}
        <Button size="compact" loading={reading} onClick={reload}>
          {t('ui.retry')}
        </Button>
      </p>
    );
  if (!badges || badges.list.length === 0) return null;
  return (
    <section className="grid gap-2">
      <h3 className="text-base">{t('badges.mine')}</h3>
      <ul className="grid gap-2">
        {badges.list.map(({ id, kind, state, since, until, revoke_reason }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
            <span className="font-semibold">{t(`badges.kind.${kind}`)}</span>
            <Chip tone={tones[state]}>{t(`badges.state.${state}`)}</Chip>
            <span className="text-ink-2 text-xs tabular-nums">{t('badges.span', { since, until })}</span>
            {revoke_reason && (
              <span className="text-ink-2 text-xs">{t(`badges.reason.${revoke_reason}`)}</span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
