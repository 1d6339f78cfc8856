import { slotTaken } from '#shared/codes/numbers.ts';
import { clockOf, dayOf } from '#shared/hong-kong.ts';
import type { TrialOfMatch } from '#shared/interest.ts';
import { scheduleRules } from '#shared/rules/schedule-rules.ts';
import type { Api } from '#web/ground/api/api.ts';
import { useAction } from '#web/ground/api/use-action.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { useMessageBox } from '#web/ui/overlays/message-box.tsx';
import { dayWords } from './time-blocks.ts';

/** Accepting takes one tap, as it can be cancelled; what cannot be taken back says first what follows. */
export function useTrialActs(
  of: TrialOfMatch,
  onChanged: () => Promise<unknown>,
  options: { toast?: boolean } = {},
) {
  const t = useTranslate();
  const { locale } = useShell();
  const ask = useMessageBox();
  const { busy, problem, run } = useAction({
    ...options,
    refresh: onChanged,
    messages: { [slotTaken]: t(of.my_side === 'tutor' ? 'trial.takenMine' : 'trial.takenTheirs') },
  });
  const params = { id: of.match_id };
  const send = (path: 'accept' | 'cancel', proposal_id: number, done: string) =>
    run((api: Api) => {
      const body = { proposal_id };
      return path === 'accept'
        ? api('PUT /api/users/matches/{id}/trial_proposal/accept', { params, body })
        : api('PUT /api/users/matches/{id}/trial_proposal/cancel', { params, body });
    }, done);
  return {
    busy,
    problem,
    accept: (id: number) => send('accept', id, t('trial.accepted')),
    takeBack: (id: number) => send('cancel', id, t('trial.taken')),
    async decline(id: number) {
      const sure = await ask({
        title: t('trial.declineTitle'),
        message: t('trial.declineText'),
        confirmLabel: t('trial.decline'),
        cancelLabel: t('trial.declineKeep'),
      });
      if (sure) await send('cancel', id, t('trial.declined'));
    },
    async cancel({ id, starts_at }: { id: number; starts_at: string }) {
      const when = `${dayWords(dayOf(starts_at), locale)} ${clockOf(starts_at)}`;
      const isLate = Date.parse(starts_at) - Date.now() < scheduleRules.noticeHours * 3_600_000;
      const sure = await ask({
        title: t('trial.cancelTitle'),
        message: `${t('trial.cancelText', { when })}${of.my_side === 'tutor' && isLate ? t('trial.cancelLate') : ''}`,
        confirmLabel: t('trial.cancel'),
        cancelLabel: t('trial.keep'),
      });
      if (sure) await send('cancel', id, t('trial.cancelled'));
    },
  };
}
