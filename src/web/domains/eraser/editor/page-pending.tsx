import type { EraseTask, ImageRecord } from '#shared/eraser/eraser.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Progress } from '#web/ui/feedback/waiting.tsx';
import { Thumb } from './page-thumb.tsx';
import type { PageAction } from './use-page-actions.ts';

type PagePendingProps = {
  page: ImageRecord;
  task: EraseTask;
  number: number;
  busy: PageAction | undefined;
  onCancel: () => void;
  onRetry: () => void;
  onCrop: () => void;
  onRemove: () => void;
};

/** A page without a clean version yet: waiting, running, cancelled or failed, with its actions. */
export function PagePending(props: PagePendingProps) {
  const { page, number } = props;
  return (
    <div className="grid min-h-0 grow place-items-center overflow-y-auto bg-paper-2 p-4">
      <div className="grid w-full max-w-sm justify-items-center gap-4 text-center">
        <div className="relative h-48 w-36 overflow-hidden rounded-card border border-line bg-sheet opacity-75">
          <Thumb page={page} number={number} />
        </div>
        {page.status === 'waiting' || page.status === 'running' ? (
          <UnderWay {...props} />
        ) : (
          <Ended {...props} />
        )}
      </div>
    </div>
  );
}

function UnderWay({ page, task, busy, onCancel }: PagePendingProps) {
  const t = useTranslate();
  return (
    <>
      <div role="status">
        <p className="font-bold font-serif text-lg">
          {t(page.status === 'waiting' ? 'editor.pending.waiting' : 'editor.pending.running')}
        </p>
        <p className="text-ink-2 text-sm">{t('editor.pending.leave')}</p>
      </div>
      <TaskProgress task={task} />
      <Button loading={busy === 'cancel'} onClick={onCancel}>
        {t('editor.pending.cancel')}
      </Button>
    </>
  );
}

/** Progress of all pages of the task. */
export function TaskProgress({ task }: { task: EraseTask }) {
  const t = useTranslate();
  const ended = task.pages_done + task.pages_failed + task.pages_cancelled;
  return (
    <div className="w-full">
      <Progress label={t('editor.progress.label')} value={task.pages > 0 ? ended / task.pages : 0} />
      <p className="text-ink-2 text-sm">
        {t('editor.progress.pages', { done: task.pages_done, count: task.pages })}
        {task.seconds_left !== null && t('editor.progress.left', { seconds: task.seconds_left })}
      </p>
    </div>
  );
}

function Ended({ page, busy, onRetry, onCrop, onRemove }: PagePendingProps) {
  const t = useTranslate();
  const { href } = useShell();
  const failed = page.status === 'failed';
  // These failures need another file; a retry with the same file fails again.
  const needsFile =
    page.failure === 'unreadable' || page.failure === 'too_large' || page.failure === 'lost_file';
  return (
    <>
      <div role="alert">
        <p className="font-bold font-serif text-lg">
          {t(failed ? 'editor.pending.failed' : 'editor.pending.cancelled')}
        </p>
        <p className="text-balance text-ink-2">{page.message || t('editor.pending.cancelledText')}</p>
      </div>
      <div className="grid w-full gap-2">
        {needsFile ? (
          <ButtonLink variant="primary" to={href('/erase')}>
            {t('editor.pending.upload')}
          </ButtonLink>
        ) : (
          <Button variant="primary" loading={busy === 'run'} onClick={onRetry}>
            {t('editor.pending.retry')}
          </Button>
        )}
        {page.failure === 'quota' && (
          <ButtonLink to={href('/erase')}>{t('editor.pending.morePages')}</ButtonLink>
        )}
        {needsFile && (
          <Button loading={busy === 'run'} onClick={onRetry}>
            {t('editor.pending.retryAnyway')}
          </Button>
        )}
        {!needsFile && <Button onClick={onCrop}>{t('editor.pending.crop')}</Button>}
        <Button variant="quiet" loading={busy === 'delete'} onClick={onRemove}>
          {t('editor.pending.remove')}
        </Button>
      </div>
    </>
  );
}
