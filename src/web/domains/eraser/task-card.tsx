import { useState } from 'react';
import type { EraseTask, ImageRecord } from '#shared/eraser/eraser.ts';
import { useAction } from '#web/ground/api/use-action.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Chip, type ChipTone } from '#web/ui/chip.tsx';
import { Progress } from '#web/ui/feedback/waiting.tsx';
import { pageWords } from './lists.ts';
import { usePictures } from './pictures.ts';

type TaskCardProps = { task: EraseTask; onChanged: (task: EraseTask) => void };
const maxThumbs = 6;

/** One task: its progress, failed pages with reasons, and actions. */
export function TaskCard({ task, onChanged }: TaskCardProps) {
  const { title } = task;
  const t = useTranslate();
  const { href } = useShell();
  const { busy, problem, run } = useAction();
  const [pendingAction, setPendingAction] = useState<'cancel' | 'retry'>();
  const isRunning = task.status === 'running';
  const params = { id: task.id };
  const ended = task.pages_done + task.pages_failed + task.pages_cancelled;
  const again = task.pages_failed + task.pages_cancelled;
  const change = (what: 'cancel' | 'retry') => {
    setPendingAction(what);
    return run(async (api) =>
      onChanged(
        what === 'cancel'
          ? await api('POST /api_ai/eraser/erase_trace_task/{id}/cancel', { params })
          : await api('POST /api_ai/eraser/erase_trace_task/{id}/retry', { params }),
      ),
    );
  };
  const done = task.image_records.filter(({ version }) => version > 0);
  return (
    <Card as="li" className="grid gap-3 p-4" data-task={task.id} data-status={task.status}>
      <div className="flex flex-wrap items-start justify-between gap-2">
        <h3 className="min-w-0 font-sans text-base">{title}</h3>
        <TaskChip task={task} />
      </div>
      {isRunning && (
        <div>
          <Progress
            label={t('eraser.task.progress', { title })}
            value={task.pages === 0 ? 0 : ended / task.pages}
          />
          <p role="status" className="text-ink-2 text-sm">
            {t('eraser.task.done', { done: task.pages_done, pages: task.pages })}
            {task.seconds_left !== null && ` · ${timeLeftText(t, task.seconds_left)}`}
          </p>
        </div>
      )}
      {done.length > 0 && <Thumbs pages={done} title={title} />}
      <UnchangedPages pages={task.image_records.filter(({ is_unchanged }) => is_unchanged)} />
      <FailedPages pages={task.image_records.filter(({ status }) => status === 'failed')} />
      {problem && (
        <p role="alert" className="text-sm">
          {problem}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {task.pages_done > 0 && (
          <ButtonLink
            to={href(`/erase/erase-1-${task.id}`)}
            variant={isRunning ? 'secondary' : 'primary'}
            aria-label={t('eraser.task.openOf', { title })}
          >
            {t('eraser.task.open')}
          </ButtonLink>
        )}
        {!isRunning && again > 0 && (
          <Button loading={busy && pendingAction === 'retry'} onClick={() => change('retry')}>
            {t('eraser.task.retry', { pages: pageWords(t, again) })}
          </Button>
        )}
        {isRunning && (
          <Button
            variant="quiet"
            loading={busy && pendingAction === 'cancel'}
            onClick={() => change('cancel')}
          >
            {t('eraser.task.cancel')}
          </Button>
        )}
      </div>
    </Card>
  );
}

function TaskChip({ task }: { task: EraseTask }) {
  const t = useTranslate();
  const state =
    task.status === 'done' && task.pages_failed > 0
      ? task.pages_done > 0
        ? 'partly'
        : 'failed'
      : task.status;
  const tones = { running: 'amber', done: 'jade', cancelled: 'neutral', partly: 'amber', failed: 'seal' };
  return (
    <Chip tone={tones[state] as ChipTone}>
      {t(`eraser.task.state.${state}`, { done: task.pages_done, pages: task.pages })}
    </Chip>
  );
}

function Thumbs({ pages, title }: { pages: readonly ImageRecord[]; title: string }) {
  const t = useTranslate();
  const pictures = usePictures();
  return (
    <ul aria-label={t('eraser.task.pagesOf', { title })} className="flex flex-wrap gap-2">
      {pages.slice(0, maxThumbs).map(({ id, version, position }) => (
        <li key={id}>
          <img
            src={pictures.page(id, { view: 'erased', size: 'thumb', version })}
            alt={t('eraser.pageNumber', { number: position })}
            loading="lazy"
            decoding="async"
            className="h-20 w-14 rounded border border-line bg-[#ffffff] object-contain"
          />
        </li>
      ))}
      {pages.length > maxThumbs && (
        <li className="grid h-20 w-14 place-items-center text-ink-2 text-sm">+{pages.length - maxThumbs}</li>
      )}
    </ul>
  );
}

/** Pages that come back as they were: their owner is told before opening them. */
function UnchangedPages({ pages }: { pages: readonly ImageRecord[] }) {
  const t = useTranslate();
  if (pages.length === 0) return null;
  const numbers = pages.map(({ position }) => position).join(t('eraser.files.between'));
  return <p className="rounded-card bg-amber-soft p-3 text-sm">{t('eraser.task.unchanged', { numbers })}</p>;
}

function FailedPages({ pages }: { pages: readonly ImageRecord[] }) {
  const t = useTranslate();
  if (pages.length === 0) return null;
  return (
    <ul className="grid gap-1 rounded-card bg-seal-soft p-3 text-sm">
      {pages.map(({ id, position, name, message }) => (
        <li key={id}>{t('eraser.task.failed', { number: position, name, why: message })}</li>
      ))}
    </ul>
  );
}

type Translate = ReturnType<typeof useTranslate>;
const timeLeftText = (t: Translate, seconds: number) =>
  seconds < 60
    ? t('eraser.task.seconds', { count: Math.max(1, seconds) })
    : t('eraser.task.minutes', { count: Math.ceil(seconds / 60) });
