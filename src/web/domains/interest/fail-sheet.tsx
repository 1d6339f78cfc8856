import { useAction } from '#web/ground/api/use-action.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { Button } from '#web/ui/button.tsx';
import { ProblemNotice } from '#web/ui/feedback/notice.tsx';
import { Sheet } from '#web/ui/overlays/sheet.tsx';

type FailSheetProps = {
  matchId: number;
  open: boolean;
  onClose: () => void;
  onDone: () => Promise<unknown>;
};

/** What follows from a trial that did not suit, and whether the case goes online again. */
export default function FailSheet({ matchId, open, onClose, onDone }: FailSheetProps) {
  const t = useTranslate();
  const { busy, problem, run } = useAction({ refresh: onDone });
  const end = async (relist: boolean) => {
    const done = await run(
      (api) =>
        api('PUT /api/users/matches/{id}/trial', {
          params: { id: matchId },
          body: { passed: false, relist },
        }),
      t(relist ? 'trial.failedOnline' : 'trial.failedEnded'),
    );
    if (done) onClose();
  };
  return (
    <Sheet
      open={open}
      onClose={onClose}
      role="alertdialog"
      title={t('trial.failTitle')}
      description={t('trial.failText')}
      footer={
        <div className="grid gap-2">
          <Button variant="primary" loading={busy} onClick={() => void end(true)}>
            {t('trial.failRelist')}
          </Button>
          <Button loading={busy} onClick={() => void end(false)}>
            {t('trial.failEnd')}
          </Button>
          <Button variant="quiet" data-autofocus onClick={onClose}>
            {t('trial.failKeep')}
          </Button>
        </div>
      }
    >
      <ProblemNotice>{problem}</ProblemNotice>
    </Sheet>
  );
}
