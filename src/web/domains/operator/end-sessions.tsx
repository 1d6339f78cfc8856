import { useDeed } from '#web/ground/api/use-deed.ts';
import { useWords } from '#web/ground/i18n/words.tsx';
import { Button } from '#web/ui/button.tsx';
import { useMessageBox } from '#web/ui/overlays/message-box.tsx';
import { Problem } from './parts.tsx';

/** For a lost phone or a stolen number: out everywhere, without a ban. */
export function EndSessions({ userId, live }: { userId: number; live: number }) {
  const t = useWords();
  const ask = useMessageBox();
  const { run, busy, problem } = useDeed();
  const end = async () => {
    const confirmed = await ask({
      title: t('operator.sessions.confirmTitle'),
      message: t('operator.sessions.what'),
      confirmLabel: t('operator.sessions.end'),
      cancelLabel: t('operator.cancel'),
    });
    if (!confirmed) return;
    await run({
      work: (api) => api('POST /api/operator/users/{id}/end_sessions', { params: { id: userId } }),
      done: t('operator.sessions.done'),
    });
  };
  return (
    <div className="grid gap-4">
      <Problem>{problem}</Problem>
      <p className="text-sm">{t(live === 0 ? 'operator.sessions.none' : 'operator.sessions.what')}</p>
      {live > 0 && (
        <Button loading={busy} className="justify-self-start" onClick={end}>
          {t('operator.sessions.end')}
        </Button>
      )}
    </div>
  );
}
