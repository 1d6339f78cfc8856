import type { EraseTask, ImageRecord, PageVersion } from '#shared/eraser/eraser.ts';
import type { Strength } from '#shared/eraser/limits.ts';
import type { useBrush } from './brush/use-brush.ts';
import type { usePick } from './brush/use-pick.ts';
import type { RunDraft, Page as Standing } from './run-request.ts';
import type { StageStore } from './stage/stage-store.ts';
import type { EditorTool } from './tool-buttons.tsx';
import type { usePageActions } from './use-page-actions.ts';
import type { usePagePictures } from './use-page-pictures.ts';
import type { useSteps } from './use-steps.ts';
import type { useVersions } from './use-versions.ts';

/** State and actions shared by the parts of the page editor. */
export type PageEditorState = {
  store: StageStore;
  page: ImageRecord;
  task: EraseTask;
  tool: EditorTool;
  draft: RunDraft;
  /** The settings of the current version, which a rerun starts from. */
  stands: Standing;
  compared: PageVersion | undefined;
  pictures: ReturnType<typeof usePagePictures>;
  brush: ReturnType<typeof useBrush>;
  pick: ReturnType<typeof usePick>;
  actions: ReturnType<typeof usePageActions>;
  steps: ReturnType<typeof useSteps>;
  versions: ReturnType<typeof useVersions>;
  onTool: (tool: EditorTool) => void;
  onDraft: (draft: RunDraft) => void;
  onCompare: (number: number | undefined) => void;
  /** Saves the strokes and marks the page as looked at. */
  onSave: () => void;
  /** The strength that is shown, also one that is being switched to; undefined where there is none. */
  strength: Strength | undefined;
  onStrength: (strength: Strength) => void;
  onRun: () => void;
  onRetry: () => void;
  /** Why the page cannot be run now. */
  blocked: string | undefined;
};
