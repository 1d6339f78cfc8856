import Download from 'lucide-react/icons/download';
import { useCallback, useEffect, useState } from 'react';
import { useBlocker } from 'react-router';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { EraserDrawing } from '#web/ui/drawings.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { useMessageBox } from '#web/ui/overlays/message-box.tsx';
import { pagesWithStrokes } from './brush/stroke-draft.ts';
import { PageEditor } from './page-editor.tsx';
import { TaskProgress } from './page-pending.tsx';
import { PageStrip } from './page-strip.tsx';
import { isUnderWay, type Paper, usePaper } from './use-paper.ts';

type EditorProps = {
  loaded: Paper;
  /** The address requests the clean page; otherwise the original. */
  erased: boolean;
  /** Page requested in the address. */
  asked: number | undefined;
};

/**
 * The editor of a paper with all its pages. It fills the window: only the page strip and the side panel
 * scroll, never the stage.
 */
export function Editor({ loaded, erased, asked }: EditorProps) {
  const t = useTranslate();
  const { href } = useShell();
  const { task, record, putPage, refresh } = usePaper(loaded);
  const { pages } = record;
  const [picked, setPicked] = useState(asked);
  const index = Math.max(
    0,
    pages.findIndex(({ id }) => id === picked),
  );
  const page = pages[index];
  const { unsaved, setPageUnsaved } = useUnsaved(pages.map(({ id }) => id));
  useLeaveGuard(unsaved.size > 0);

  const pick = (id: number) => {
    setPicked(id);
    // Keeps the page after a reload. Not a router navigation, which would scroll to the top.
    const address = new URL(location.href);
    address.searchParams.set('page', String(id));
    history.replaceState(history.state, '', address);
  };

  const busy = pages.some(isUnderWay);
  return (
    <div className="-mx-4 flex h-[calc(100dvh-7rem-1px-env(safe-area-inset-bottom))] min-h-[30rem] flex-col lg:mx-0 lg:h-[calc(100dvh-4.25rem-1px)] lg:gap-3 lg:py-4">
      <div className="flex items-center gap-3 px-4 py-1 lg:px-0">
        <div className="min-w-0 grow">
          <h1 className="truncate text-lg lg:text-2xl">{record.title}</h1>
          <p className="text-ink-2 text-sm">{t('editor.count', { count: pages.length })}</p>
        </div>
        {busy && pages.length > 1 && (
          <div className="w-full max-w-60 max-lg:hidden">
            <TaskProgress task={task} />
          </div>
        )}
        <ButtonLink
          // One red button: unsaved strokes are saved first.
          variant={unsaved.size > 0 ? 'secondary' : 'primary'}
          to={href(`/erase/download?record=${record.id}`)}
          className="shrink-0 max-lg:px-3"
        >
          <Download size="1.25rem" />
          <span className="max-lg:sr-only">{t('editor.export')}</span>
        </ButtonLink>
      </div>
      {page ? (
        <div className="flex min-h-0 grow flex-col gap-1 lg:grid lg:grid-cols-[7.5rem_minmax(0,1fr)_21rem] lg:gap-5">
          <PageStrip pages={pages} current={page.id} unsaved={unsaved} onPick={pick} />
          <PageEditor
            key={page.id}
            {...{ page, task }}
            number={index + 1}
            split={erased ? 0 : 1}
            onPage={putPage}
            onGone={refresh}
            onUnsaved={(has) => setPageUnsaved(page.id, has)}
          />
        </div>
      ) : (
        <EmptyState
          drawing={<EraserDrawing />}
          title={t('editor.none.title')}
          text={t('editor.none.text')}
          action={<ButtonLink to={href('/erase')}>{t('rooms.toErase')}</ButtonLink>}
        />
      )}
    </div>
  );
}

/** Pages with unsaved strokes, on the stage or in drafts on this device. */
function useUnsaved(pages: number[]) {
  const { root } = useShell();
  const owner = root?.aiUser.id ?? 0;
  const [unsaved, setUnsaved] = useState<ReadonlySet<number>>(new Set());
  const key = pages.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` stands for the pages
  useEffect(() => setUnsaved(new Set(pagesWithStrokes(pages, owner))), [key, owner]);
  const setPageUnsaved = useCallback((page: number, has: boolean) => {
    setUnsaved((before) => {
      if (before.has(page) === has) return before;
      return new Set(has ? [...before, page] : [...before].filter((one) => one !== page));
    });
  }, []);
  return { unsaved, setPageUnsaved };
}

/** Asks for confirmation before leaving with unsaved strokes. They stay on this device either way. */
function useLeaveGuard(hasUnsaved: boolean) {
  const t = useTranslate();
  const confirm = useMessageBox();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => hasUnsaved && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    confirm({
      title: t('editor.leave.title'),
      message: t('editor.leave.text'),
      confirmLabel: t('editor.leave.leave'),
      cancelLabel: t('editor.leave.stay'),
    }).then((leaves) => (leaves ? blocker.proceed() : blocker.reset()));
  }, [blocker, confirm, t]);
  useEffect(() => {
    if (!hasUnsaved) return;
    const preventUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', preventUnload);
    return () => removeEventListener('beforeunload', preventUnload);
  }, [hasUnsaved]);
}
