import { useWords } from '#web/ground/i18n/words.tsx';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import type { Desk } from './desk.ts';
import { isUnderWay } from './use-paper.ts';

/** What is to be known of a page that can be worked on: it runs again, that failed, or strokes wait for another version. */
export function DeskNotices({ page, task, brush, actions, onRetry, onTool }: Desk) {
  const t = useWords();
  const slim = 'm-2 flex flex-wrap items-center gap-x-3 gap-y-1 py-2';
  return (
    <>
      {isUnderWay(page) && (
        <Notice role="status" className={slim}>
          <span className="grow">
            {t('editor.notice.rerun')}
            {task.seconds_left !== null && t('editor.progress.left', { seconds: task.seconds_left })}
          </span>
          <Button size="compact" loading={actions.busy === 'cancel'} onClick={actions.cancel}>
            {t('editor.pending.cancel')}
          </Button>
        </Notice>
      )}
      {page.status === 'failed' && (
        <Notice tone="seal" role="alert" className={slim}>
          <span className="grow">{t('editor.notice.failed', { why: page.message })}</span>
          <Button size="compact" loading={actions.busy === 'run'} onClick={onRetry}>
            {t('editor.pending.retry')}
          </Button>
          <Button variant="quiet" size="compact" onClick={() => onTool('crop')}>
            {t('editor.tool.crop')}
          </Button>
        </Notice>
      )}
      {brush.aside && (
        <Notice role="status" className={slim}>
          <span className="grow">{t('editor.notice.aside', { number: brush.aside.from })}</span>
          <Button
            size="compact"
            loading={actions.busy === 'version'}
            onClick={() => brush.aside && actions.goTo(brush.aside.from)}
          >
            {t('editor.notice.goOn')}
          </Button>
          <Button variant="quiet" size="compact" onClick={brush.discardAside}>
            {t('editor.brush.discard')}
          </Button>
        </Notice>
      )}
    </>
  );
}
