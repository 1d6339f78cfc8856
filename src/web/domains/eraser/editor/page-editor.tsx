import { useEffect, useState } from 'react';
import type { EraseTask, ImageRecord } from '#shared/eraser/eraser.ts';
import type { Strength } from '#shared/eraser/limits.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useToast } from '#web/ground/toast.ts';
import { Card } from '#web/ui/card.tsx';
import { useMessageBox } from '#web/ui/overlays/message-box.tsx';
import { useBrush } from './brush/use-brush.ts';
import { usePick } from './brush/use-pick.ts';
import { CropEditor } from './crop/crop-editor.tsx';
import { OptionsPanel } from './options-panel.tsx';
import type { PageEditorState } from './page-editor-state.ts';
import { PagePending } from './page-pending.tsx';
import {
  cropRequest,
  draftOf,
  optionNames,
  type RunRequest,
  runRequestOf,
  sameRunRequest,
  standingOf,
} from './run-request.ts';
import { createStage, useStage } from './stage/stage-store.ts';
import { StrengthChoice } from './strength-choice.tsx';
import type { EditorTool } from './tool-buttons.tsx';
import { ToolButtons } from './tool-buttons.tsx';
import { usePageActions } from './use-page-actions.ts';
import { usePagePictures } from './use-page-pictures.ts';
import { isUnderWay } from './use-paper.ts';
import { useSteps } from './use-steps.ts';
import { useVersions } from './use-versions.ts';
import { VersionList } from './version-list.tsx';
import { WorkSurface } from './work-surface.tsx';

export type PageEditorProps = {
  page: ImageRecord;
  task: EraseTask;
  number: number;
  split: number;
  onPage: (page: ImageRecord) => void;
  onGone: () => void;
  onUnsaved: (hasStrokes: boolean) => void;
};

/** The editor of one page: the stage and all actions. */
export function PageEditor({ page, task, number, split, onPage, onGone, onUnsaved }: PageEditorProps) {
  const t = useTranslate();
  const confirm = useMessageBox();
  const toast = useToast();
  const [store] = useState(() => createStage({ split, radius: 12 }));
  const [tool, setTool] = useState<EditorTool>('look');
  // Comparing ends when the page changes to another version than `at`.
  const [comparing, setComparing] = useState<{ to: number | undefined; at: number }>();
  const versions = useVersions(page);
  const stands = standingOf(
    page,
    versions.versions?.find(({ number: one }) => one === page.version),
  );
  const currentOptions = [
    ...optionNames.filter((name) => stands.options[name]),
    stands.options.strength,
  ].join();
  const [draft, setDraft] = useState(() => draftOf(page));
  const compared = versions.versions?.find(
    ({ number: one }) => one === comparing?.to && comparing.at === page.version,
  );
  const [switchingTo, setSwitchingTo] = useState<Strength>();
  const pictures = usePagePictures(store, page, compared, switchingTo);
  const brush = useBrush(store, page, { shownVersion: pictures.shownVersion, onSaved: onPage });
  const isBusy = brush.isSaving || switchingTo !== undefined;
  const pick = usePick(store, page, { isActive: tool === 'tap' && !isBusy, onErase: brush.add });
  const actions = usePageActions(page, { onPage, onGone });
  const steps = useSteps({ store, page, versions: versions.versions, brush, goTo: actions.goTo });
  const hasStrokes = useStage(store, ({ strokes }) => strokes.done.length > 0);

  // A run has started or another version is shown: the switches follow the current version.
  // biome-ignore lint/correctness/useExhaustiveDependencies: not with every refresh from the server
  useEffect(() => setDraft(draftOf(stands)), [page.version, page.status, currentOptions]);
  // No painting while strokes are being saved or the page changes to another strength.
  useEffect(
    () => store.set({ brush: isBusy ? undefined : brushOf(tool), live: undefined, cursor: undefined }),
    [store, tool, isBusy],
  );
  useEffect(() => onUnsaved(hasStrokes || brush.aside !== undefined), [onUnsaved, hasStrokes, brush.aside]);

  const chooseTool = (next: EditorTool) => {
    setTool(next);
    setDraft((before) => ({ ...before, turns: 0 }));
    // A brush works on the clean page, which must be visible.
    if ((brushOf(next) || next === 'tap') && store.get().split > 0.5) store.set({ split: 0 });
  };

  const run = async (request: RunRequest) => {
    const drops = hasStrokes && !brush.isSaving;
    if (
      drops &&
      !(await confirm({
        title: t('editor.rerun.title'),
        message: t('editor.rerun.text'),
        confirmLabel: t('editor.rerun.confirm'),
        cancelLabel: t('editor.rerun.cancel'),
      }))
    )
      return;
    if (drops) brush.discard();
    if (await actions.run(request)) chooseTool('look');
  };

  const remove = async () => {
    const sure = await confirm({
      title: t('editor.remove.title', { number }),
      message: t('editor.remove.text'),
      confirmLabel: t('editor.remove.confirm'),
      cancelLabel: t('editor.remove.cancel'),
    });
    if (sure) await actions.remove();
  };

  const save = async () => {
    if (hasStrokes && !(await brush.save())) return;
    if (await actions.accept(true)) toast.success(t('editor.accept.done', { number }));
  };

  const switchStrength = async (strength: Strength) => {
    if (strength === page.strength || isBusy) return;
    if (store.get().split > 0.5) store.set({ split: 0 });
    setSwitchingTo(strength);
    // Strokes that are visible go along.
    if (!hasStrokes || (await brush.save())) await actions.strength(strength);
    setSwitchingTo(undefined);
  };

  const desk = {
    ...{ store, page, task, tool, draft, stands, compared, pictures, brush, pick, actions, steps, versions },
    ...{
      onTool: chooseTool,
      onDraft: setDraft,
      onCompare: (to: number | undefined) => setComparing({ to, at: page.version }),
      onSave: save,
      onStrength: switchStrength,
    },
    strength: switchingTo ?? page.strength ?? undefined,
    onRun: () => run(runRequestOf(draft, stands)),
    onRetry: () => run(sameRunRequest(page)),
    blocked: isUnderWay(page) ? t('editor.options.underWay') : undefined,
  };

  if (tool === 'crop')
    return (
      <section aria-label={t('editor.page', { number })} className={`${deskFrame} lg:col-span-2`}>
        <CropEditor
          page={page}
          isStarting={actions.busy === 'run'}
          onApply={(corners) => run(cropRequest(stands, corners))}
          onClose={() => chooseTool('look')}
        />
      </section>
    );
  if (page.version === 0)
    return (
      <section aria-label={t('editor.page', { number })} className={`${deskFrame} lg:col-span-2`}>
        <PagePending
          {...{ page, task, number }}
          busy={actions.busy}
          onCancel={actions.cancel}
          onRetry={desk.onRetry}
          onCrop={() => chooseTool('crop')}
          onRemove={remove}
        />
      </section>
    );
  return (
    <>
      <section aria-label={t('editor.page', { number })} className={deskFrame}>
        <WorkSurface {...desk} number={number} />
      </section>
      <DeskSide {...desk} />
    </>
  );
}

const brushOf = (tool: EditorTool) => (tool === 'erase' || tool === 'restore' ? tool : undefined);

const deskFrame =
  'flex min-h-0 min-w-0 grow flex-col overflow-hidden border-line max-lg:border-t lg:rounded-card lg:border lg:bg-sheet';

/** Side panel beside the stage on wide screens. */
function DeskSide({
  store,
  page,
  tool,
  draft,
  compared,
  actions,
  versions,
  blocked,
  ...desk
}: PageEditorState) {
  const t = useTranslate();
  return (
    <aside
      aria-label={t('editor.tools')}
      className="grid min-h-0 content-start gap-4 overflow-y-auto overscroll-contain max-lg:hidden"
    >
      {desk.strength && (
        <Card as="section" className="p-4">
          <StrengthChoice
            page={page}
            value={desk.strength}
            busy={actions.busy === 'strength'}
            onChange={desk.onStrength}
            full
          />
        </Card>
      )}
      <Card as="section" className="grid gap-2 p-4">
        <h2 className="text-base">{t('editor.byHand')}</h2>
        <div className="flex">
          <ToolButtons tool={tool} without={blocked ? ['crop'] : []} onTool={desk.onTool} />
        </div>
        <p className="text-ink-2 text-sm">{t('editor.kept')}</p>
      </Card>
      <Card as="section" className="grid gap-1 p-4">
        <h2 className="text-base">{t('editor.options.title')}</h2>
        <OptionsPanel
          {...{ page, draft, stands: desk.stands, blocked, onDraft: desk.onDraft, onRun: desk.onRun }}
          isStarting={actions.busy === 'run'}
        />
      </Card>
      <Card as="section" className="p-4">
        <h2 className="text-base">{t('editor.versions.title')}</h2>
        <VersionList
          {...{ page, versions: versions.versions, failed: versions.failed, onRetry: versions.read }}
          compared={compared?.number}
          onCompare={(version) => {
            desk.onCompare(version);
            store.set({ split: version ? 0.5 : 0 });
          }}
          onGoTo={actions.goTo}
          isGoing={actions.busy === 'version'}
        />
      </Card>
    </aside>
  );
}
