import Undo2 from 'lucide-react/icons/undo-2';
import type { Lesson } from '#shared/classes.ts';
import { recordRules } from '#shared/rules/schedule-rules.ts';
import { useAction } from '#web/ground/api/use-action.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { Button } from '#web/ui/button.tsx';
import { ProblemNotice } from '#web/ui/feedback/notice.tsx';
import { useMessageBox } from '#web/ui/overlays/message-box.tsx';
import { whenWords } from './format.ts';

type UndoTapProps = {
  lesson: Pick<Lesson, 'id' | 'undo' | 'is_added' | 'started_at'>;
  now: number;
  onChanged: () => Promise<unknown>;
};

/** Takes back the last tap while that is possible, or a lesson that was added; says what that does. */
export function UndoTap({ lesson: { id, undo, is_added, started_at }, now, onChanged }: UndoTapProps) {
  const t = useTranslate();
  const { locale } = useShell();
  const ask = useMessageBox();
  const { busy, problem, run } = useAction({ refresh: onChanged });
  const leftMs = undo?.until ? Date.parse(undo.until) - now : Number.POSITIVE_INFINITY;
  if (!undo || leftMs <= 0) return null;
  const { what } = undo;
  const about = whenWords(started_at, locale);
  const send = async () => {
    // The record of a start is gone with it; an end can simply be given again.
    const sure =
      what === 'end' ||
      (await ask({
        title: t(is_added ? 'classes.undo.addedTitle' : 'classes.undo.title'),
        message: t(is_added ? 'classes.undo.addedText' : 'classes.undo.text', { about }),
        confirmLabel: t(is_added ? 'classes.undo.added' : 'classes.undo.start'),
        cancelLabel: t(is_added ? 'classes.undo.addedKeep' : 'classes.undo.keep'),
      }));
    if (!sure) return;
    await run(
      (api) => api('PUT /api/users/clock_in/{id}/undo', { params: { id }, body: { what } }),
      t(
        is_added
          ? 'classes.undo.doneAdded'
          : what === 'start'
            ? 'classes.undo.doneStart'
            : 'classes.undo.doneEnd',
      ),
    );
  };
  return (
    <div className="grid gap-2">
      <ProblemNotice>{problem}</ProblemNotice>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        {!is_added && (
          <p className="grow basis-48 text-ink-2 text-sm">
            {t(what === 'start' ? 'classes.undo.startText' : 'classes.undo.endText')}{' '}
            <span className="whitespace-nowrap">
              {t('classes.undo.left', {
                minutes: Math.min(recordRules.undoMinutes, Math.ceil(leftMs / 60_000)),
              })}
            </span>
          </p>
        )}
        <Button loading={busy} onClick={() => void send()}>
          <Undo2 className="size-4" />
          {t(is_added ? 'classes.undo.added' : `classes.undo.${what}`)}
        </Button>
      </div>
    </div>
  );
}
