import { Suspense } from 'react';
import { type ActionOptions, useAction } from '#web/ground/api/use-action.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { lazyPart } from '#web/ground/routing/lazy-part.ts';
import { useToast } from '#web/ground/toast.ts';
import { useMessageBox } from '#web/ui/overlays/message-box.tsx';
import type { Request } from './load-requests.ts';

const DeclineLine = lazyPart(() => import('./decline-line.tsx'));

type ToAnswer = Pick<Request, 'id' | 'price' | 'times' | 'about' | 'isFamily' | 'othersWaiting'> & {
  /** What the other side is called. */
  name: string;
};

type AnswerOptions = Pick<ActionOptions, 'refresh' | 'toast'> & {
  /** Leads on to the match that an acceptance made; without it, a toast says so. */
  onMatched?: ((matchId: number) => unknown) | undefined;
};

/** An answer is final, so a sheet says first what follows for whom. */
export function useAnswer(request: ToAnswer, { onMatched, ...options }: AnswerOptions) {
  const t = useTranslate();
  const ask = useMessageBox();
  const toast = useToast();
  const { busy, problem, run } = useAction(options);
  const { id, name, price, times, about, isFamily, othersWaiting } = request;
  let line = '';
  const sheets = {
    accept: () => ({
      title: t('requests.acceptTitle'),
      message: [
        t(isFamily ? 'requests.acceptFamily' : 'requests.acceptTutor', { about, price, name }),
        times ? t('requests.acceptTimes', { times }) : t('requests.acceptTimesOpen'),
        othersWaiting > 0 && t('requests.acceptOthers', { count: othersWaiting }),
      ]
        .filter(Boolean)
        .join(''),
      confirmLabel: t('requests.acceptConfirm'),
      cancelLabel: t('requests.notYet'),
    }),
    decline: () => ({
      title: isFamily ? t('requests.declineNamed', { name }) : t('requests.declineTitle'),
      message: t(isFamily ? 'requests.declineFamily' : 'requests.declineTutor', { about, name }),
      children: (
        <Suspense>
          <DeclineLine
            onChange={(text) => {
              line = text;
            }}
          />
        </Suspense>
      ),
      confirmLabel: t('requests.decline'),
      cancelLabel: t('requests.notYet'),
    }),
    withdraw: () => ({
      title: t(isFamily ? 'requests.withdrawInvitation' : 'requests.withdrawApplication', { name }),
      message: t('requests.withdrawText', { name, about }),
      confirmLabel: t('requests.withdraw'),
      cancelLabel: t('requests.keep'),
    }),
  };
  const done = { accept: 'matchMade', decline: 'declinedDone', withdraw: 'withdrawn' } as const;
  const answer = async (action: keyof typeof sheets) => {
    line = '';
    if (!(await ask(sheets[action]()))) return;
    const own = { accept: { price }, decline: { message: line.trim() || undefined }, withdraw: {} };
    await run(
      (api) => api('POST /api/users/interest', { body: { action, interest_id: id, ...own[action] } }),
      ({ match_id }) => {
        if (action === 'accept' && match_id !== null && onMatched) onMatched(match_id);
        else toast.success(t(`requests.${done[action]}`));
      },
    );
  };
  return { busy, problem, answer };
}
