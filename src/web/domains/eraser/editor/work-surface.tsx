import History from 'lucide-react/icons/history';
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import { useState } from 'react';
import { useWords } from '#web/ground/i18n/words.tsx';
import { cx } from '#web/ui/cx.ts';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { Loading, Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { Sheet } from '#web/ui/overlays/sheet.tsx';
import { AcceptButton } from './accept-button.tsx';
import { BrushBar } from './brush/brush-bar.tsx';
import type { Desk } from './desk.ts';
import { DeskNotices } from './desk-notices.tsx';
import { OptionsPanel } from './options-panel.tsx';
import { SplitLine } from './stage/split-line.tsx';
import { Stage } from './stage/stage.tsx';
import { useStage } from './stage/stage-store.ts';
import { ViewBar } from './stage/view-bar.tsx';
import { ZoomButtons } from './stage/zoom-buttons.tsx';
import { ToolButton, ToolButtons } from './tool-buttons.tsx';
import { VersionList } from './version-list.tsx';

/** The stage with the bars under it; on a phone also the tools, and sheets for what does not fit. */
export function WorkSurface({ number, ...desk }: Desk & { number: number }) {
  const t = useWords();
  const { store, page, tool, draft, compared, pictures, brush, actions, steps, versions } = desk;
  const [sheet, setSheet] = useState<'options' | 'versions'>();
  const hasLine = useStage(store, ({ before }) => before !== undefined);
  const beforeName = compared
    ? t('editor.versions.name', { number: compared.number })
    : t('editor.view.original');

  const show = (split: number) => {
    if (split !== 0.5) desk.onCompare(undefined);
    store.set({ split });
  };
  const compare = (version: number | undefined) => {
    desk.onCompare(version);
    store.set({ split: version ? 0.5 : 0 });
    setSheet(undefined);
  };
  return (
    <>
      <DeskNotices {...desk} />
      <div className="relative flex min-h-0 grow flex-col">
        <Stage
          store={store}
          label={t('editor.stage', { number, width: page.width, height: page.height })}
          help={t(tool === 'look' ? 'editor.stageHelp' : 'editor.brushHelp')}
          turn={draft.turns}
          onStroke={brush.add}
          className="min-h-0 grow bg-paper-2"
        >
          {/* A brush wants all of the page; what is shown is then chosen below. */}
          {hasLine && tool === 'look' && draft.turns % 4 === 0 && (
            <SplitLine store={store} beforeName={beforeName} />
          )}
          <ZoomButtons store={store} />
          {(pictures.isBlurred || pictures.beforeFailed) && (
            <p className="absolute bottom-2 left-2 rounded-card border border-line bg-sheet px-3 text-sm">
              {t(pictures.beforeFailed ? 'editor.picture.noBefore' : 'editor.picture.blurred')}
              <button
                type="button"
                onClick={pictures.retry}
                className="ml-2 min-h-11 font-semibold underline"
              >
                {t('ui.retry')}
              </button>
            </p>
          )}
        </Stage>
        <Cover desk={desk} />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-2 border-line border-t py-1">
        <ViewBar store={store} isComparing={compared !== undefined} onView={show} {...steps} />
        <AcceptButton page={page} busy={actions.busy === 'accept'} onAccept={desk.onAccept} />
      </div>
      <BrushBar store={store} isSaving={brush.isSaving} onSave={brush.save} onDiscard={brush.discard} />
      <div className="flex border-line border-t px-2 py-1 lg:hidden">
        <ToolButtons tool={tool} without={desk.blocked ? ['crop'] : []} onTool={desk.onTool} />
        <ToolButton
          icon={SlidersHorizontal}
          label={t('editor.tool.options')}
          onClick={() => setSheet('options')}
          className="flex-1"
        />
        <ToolButton
          icon={History}
          label={t('editor.tool.versions')}
          onClick={() => setSheet('versions')}
          className="flex-1"
        />
      </div>
      <Sheet open={sheet === 'options'} onClose={() => setSheet(undefined)} title={t('editor.options.title')}>
        <OptionsPanel
          {...{ page, draft, stands: desk.stands, blocked: desk.blocked, onDraft: desk.onDraft }}
          isStarting={actions.busy === 'run'}
          onRun={() => {
            setSheet(undefined);
            desk.onRun();
          }}
        />
      </Sheet>
      <Sheet
        open={sheet === 'versions'}
        onClose={() => setSheet(undefined)}
        title={t('editor.versions.title')}
      >
        <VersionList
          {...{ page, versions: versions.versions, failed: versions.failed, onRetry: versions.read }}
          compared={compared?.number}
          onCompare={compare}
          onGoTo={(version) => actions.goTo(version).then((done) => done && setSheet(undefined))}
          isGoing={actions.busy === 'version'}
        />
      </Sheet>
    </>
  );
}

/** Over the stage while there is no picture to show on it. */
function Cover({ desk: { store, pictures } }: { desk: Desk }) {
  const t = useWords();
  const hasPicture = useStage(store, ({ after }) => after !== undefined);
  if (hasPicture && !pictures.failed) return null;
  return (
    <div className={cx('absolute inset-0 grid place-items-center bg-paper-2 p-4')}>
      {pictures.failed ? (
        <ErrorState
          drawing={null}
          title={t('editor.picture.failed')}
          text={t('editor.checkNetwork')}
          onRetry={pictures.retry}
        />
      ) : (
        <Loading className="h-full w-3/5">
          <Skeleton className="size-full" />
        </Loading>
      )}
    </div>
  );
}
