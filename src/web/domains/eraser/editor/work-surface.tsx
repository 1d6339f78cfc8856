import Check from 'lucide-react/icons/check';
import History from 'lucide-react/icons/history';
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import { useState } from 'react';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { Button } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Loading, Skeleton } from '#web/ui/feedback/waiting.tsx';
import { Sheet } from '#web/ui/overlays/sheet.tsx';
import { BrushBar } from './brush/brush-bar.tsx';
import { PickBar } from './brush/pick-bar.tsx';
import { OptionsPanel } from './options-panel.tsx';
import type { PageEditorState } from './page-editor-state.ts';
import { SplitLine } from './stage/split-line.tsx';
import { Stage } from './stage/stage.tsx';
import { useStage } from './stage/stage-store.ts';
import { ViewBar } from './stage/view-bar.tsx';
import { ZoomButtons } from './stage/zoom-buttons.tsx';
import { StrengthChoice } from './strength-choice.tsx';
import { ToolButton, ToolButtons } from './tool-buttons.tsx';
import { isUnderWay } from './use-paper.ts';
import { VersionList } from './version-list.tsx';

/** The stage with the bars under it; on a phone also the tools, and sheets for the rest. */
export function WorkSurface({ number, ...desk }: PageEditorState & { number: number }) {
  const t = useTranslate();
  const { store, page, tool, draft, compared, pictures, brush, pick, actions, steps, versions } = desk;
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
          help={t(
            tool === 'look' ? 'editor.stageHelp' : tool === 'tap' ? 'editor.tapHelp' : 'editor.brushHelp',
          )}
          turn={draft.turns}
          onStroke={brush.add}
          onTap={pick.tap}
          className="min-h-0 grow bg-paper-2"
        >
          {/* While a brush is used the whole page is shown; the bar below chooses what. */}
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
      {desk.strength && tool === 'look' && (
        <div className="border-line border-t px-2 pt-1.5 lg:hidden">
          <StrengthChoice
            page={page}
            value={desk.strength}
            busy={actions.busy === 'strength'}
            onChange={desk.onStrength}
          />
        </div>
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-2 border-line border-t py-1 max-lg:border-t-0">
        <ViewBar store={store} isComparing={compared !== undefined} onView={show} {...steps} />
        <SaveButton desk={desk} />
      </div>
      {tool === 'tap' && <PickBar pick={pick} />}
      <BrushBar store={store} isSaving={brush.isSaving} onDiscard={brush.discard} />
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

/** Covers the stage while it has no picture. */
function Cover({ desk: { store, pictures } }: { desk: PageEditorState }) {
  const t = useTranslate();
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

/** Saves the strokes and marks the page as checked by its owner: one word and one button for both. */
function SaveButton({ desk: { store, page, brush, actions, onSave } }: { desk: PageEditorState }) {
  const t = useTranslate();
  const count = useStage(store, ({ strokes }) => strokes.done.length);
  const isSaved = page.is_accepted && count === 0;
  return (
    <Button
      size="compact"
      variant={count > 0 ? 'primary' : isSaved ? 'quiet' : 'secondary'}
      disabled={isSaved || isUnderWay(page)}
      loading={brush.isSaving || actions.busy === 'accept'}
      onClick={onSave}
      className="mr-2 ml-auto lg:mr-3"
    >
      <Check size="1.125rem" className={isSaved ? 'text-jade' : undefined} />
      {count > 0
        ? t('editor.brush.save', { count })
        : t(isSaved ? 'editor.accept.accepted' : 'editor.accept.accept')}
    </Button>
  );
}

/**
 * Notices about a page: nothing was found on it, it runs again, a rerun failed, or unsaved strokes belong to
 * another version.
 */
function DeskNotices({
  store,
  page,
  task,
  brush,
  actions,
  strength,
  onRetry,
  onTool,
  onStrength,
}: PageEditorState) {
  const t = useTranslate();
  const hasStrokes = useStage(store, ({ strokes }) => strokes.done.length > 0);
  const slim = 'm-2 flex flex-wrap items-center gap-x-3 gap-y-1 py-2';
  return (
    <>
      {page.is_unchanged && !hasStrokes && !isUnderWay(page) && (
        <Notice role="status" className={slim}>
          <span className="w-full">
            {t(strength === 'thorough' ? 'editor.unchanged.thorough' : 'editor.unchanged.text')}
          </span>
          {strength && strength !== 'thorough' && (
            <Button
              size="compact"
              loading={actions.busy === 'strength'}
              onClick={() => onStrength('thorough')}
            >
              {t('editor.unchanged.try')}
            </Button>
          )}
          <Button size="compact" onClick={() => onTool('tap')}>
            {t('editor.unchanged.tap')}
          </Button>
          <Button variant="quiet" size="compact" onClick={() => onTool('erase')}>
            {t('editor.tool.erase')}
          </Button>
        </Notice>
      )}
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
