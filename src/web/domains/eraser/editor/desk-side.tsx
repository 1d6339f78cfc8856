import { useWords } from '#web/ground/i18n/words.tsx';
import { Card } from '#web/ui/card.tsx';
import type { Desk } from './desk.ts';
import { OptionsPanel } from './options-panel.tsx';
import { ToolButtons } from './tool-buttons.tsx';
import { VersionList } from './version-list.tsx';

/** Beside the stage where there is room. */
export function DeskSide({ store, page, tool, draft, compared, actions, versions, blocked, ...desk }: Desk) {
  const t = useWords();
  return (
    <aside
      aria-label={t('editor.tools')}
      className="grid min-h-0 content-start gap-4 overflow-y-auto overscroll-contain max-lg:hidden"
    >
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
