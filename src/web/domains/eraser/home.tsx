import { useEffect, useState } from 'react';
import { type LoaderFunctionArgs, useLoaderData, useRevalidator, useSearchParams } from 'react-router';
import type { EraseTask } from '#shared/eraser/eraser.ts';
import type { Api } from '#web/ground/api/api.ts';
import { useApi } from '#web/ground/api/api-provider.tsx';
import { useRemote } from '#web/ground/api/use-remote.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useLogin } from '#web/ground/login.ts';
import { AppLink } from '#web/ground/routing/page-link.tsx';
import { apiOf, ifSignedIn } from '#web/ground/routing/page-loader.ts';
import { pageMeta } from '#web/ground/routing/page-meta.ts';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { useToast } from '#web/ground/toast.ts';
import { pageError } from '#web/shell/error-view.tsx';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { AllowanceCard } from './allowance.tsx';
import { DropZone } from './drop-zone.tsx';
import { loadLists, withSchools } from './lists.ts';
import { PromotionCard } from './promotion-card.tsx';
import { RecordList } from './record-list.tsx';
import { Sample } from './sample.tsx';
import { StartForm } from './start-form.tsx';
import { TaskCard } from './task-card.tsx';
import { FileList } from './upload/file-list.tsx';
import type { Uploads } from './upload/uploads.ts';
import { useUploads } from './upload/use-uploads.ts';

export const meta = pageMeta('erase');

const latestShown = 4;
const endedShown = 3;

export async function loader(args: LoaderFunctionArgs) {
  const api = apiOf(args);
  const [lists, mine] = await Promise.all([loadLists(api), ifSignedIn(loadMine(api))]);
  return { lists, mine };
}

async function loadMine(api: Api) {
  const [tasks, records] = await Promise.all([
    api('GET /api_ai/eraser/erase_trace_task'),
    api('GET /api_ai/eraser/erase_trace_record/', { query: { page_size: latestShown, sort: 'updated' } }),
  ]);
  return { tasks: tasks.list, records: await withSchools(api, records.list) };
}

export default function EraserHome() {
  const t = useTranslate();
  const { href } = useShell();
  const { lists, mine } = useLoaderData<typeof loader>();
  const { revalidate } = useRevalidator();
  const { items, earlier, uploads } = useUploads();
  const { allowance, owner, reload: reloadAllowance } = useAllowance();
  const { tasks, put, refresh } = useTasks(mine?.tasks, { onMoved: reloadAllowance, onEnded: revalidate });
  const add = useAdd(uploads);
  return (
    <div className="py-6 lg:py-10">
      <h1 className="text-2xl lg:text-3xl">{t('rooms.erase.title')}</h1>
      <p className="mt-1 mb-5 max-w-[40rem] text-ink-2">{t('rooms.erase.lead')}</p>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-8 gap-y-6 lg:grid-cols-[minmax(0,1fr)_20rem] lg:grid-rows-[auto_1fr]">
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-6">
          <InvitedNotice />
          <section aria-label={t('eraser.files.title')} className="grid grid-cols-[minmax(0,1fr)] gap-4">
            <DropZone onFiles={add} small={items.length > 0} />
            {earlier.length > 0 && <EarlierFiles names={earlier.map(({ name }) => name)} uploads={uploads} />}
            {items.length > 0 && (
              <>
                <FileList items={items} uploads={uploads} />
                {owner === 0 ? (
                  <VisitorCard count={items.filter(({ state }) => state !== 'refused').length} />
                ) : (
                  <StartForm
                    items={items}
                    lists={lists}
                    owner={owner}
                    allowance={allowance}
                    onStarted={(task) => {
                      uploads.clear();
                      put(task);
                      reloadAllowance();
                      refresh();
                      // Shows the new paper in the list.
                      revalidate();
                    }}
                  />
                )}
              </>
            )}
          </section>
          {tasks.length > 0 && (
            <section aria-labelledby="tasks">
              <h2 id="tasks" className="mb-3 text-lg">
                {t('eraser.task.title')}
              </h2>
              <ul className="grid gap-3">
                {shownOf(tasks).map((task) => (
                  <TaskCard
                    key={task.id}
                    task={task}
                    onChanged={(changed) => {
                      put(changed);
                      reloadAllowance();
                    }}
                  />
                ))}
              </ul>
            </section>
          )}
          {mine && mine.records.length > 0 && (
            <section aria-labelledby="latest">
              <div className="mb-1 flex items-center justify-between gap-3">
                <h2 id="latest" className="text-lg">
                  {t('eraser.latest')}
                </h2>
                <AppLink
                  to={href('/test-paper')}
                  className="inline-flex min-h-11 items-center text-sm underline underline-offset-4"
                >
                  {t('eraser.allPapers')}
                </AppLink>
              </div>
              <RecordList records={mine.records} lists={lists} />
            </section>
          )}
        </div>
        <div className="grid min-w-0 gap-5 lg:row-span-2">
          <Sample />
          {owner > 0 && <AllowanceCard allowance={allowance} />}
          {owner > 0 && <PromotionCard key={owner} />}
          <p className="text-sm">
            <AppLink
              to={href('/erase/list/0-0-0?tab=shared')}
              className="inline-flex min-h-11 items-center underline underline-offset-4"
            >
              {t('eraser.toShared')}
            </AppLink>
          </p>
        </div>
        {items.length === 0 && tasks.length === 0 && <Steps />}
      </div>
    </div>
  );
}

/** Running tasks and the last few that ended; the library has the rest. */
function shownOf(tasks: readonly EraseTask[]) {
  const ended = tasks.filter(({ status }) => status !== 'running').slice(0, endedShown);
  return tasks.filter((task) => task.status === 'running' || ended.includes(task));
}

/** The quota, read again whenever a page may have been charged. */
function useAllowance() {
  const { root } = useShell();
  const loaded = root?.aiUser;
  if (!loaded) throw new Error('the page has no root');
  const { value, reload } = useRemote({ loaded, read: (api) => api('GET /api_ai/user/profile') });
  return { allowance: value, owner: loaded.id, reload };
}

/** Visitors can choose files, too; uploading needs a log-in of the AI app, and the files wait for it. */
function useAdd(uploads: ReturnType<typeof useUploads>['uploads']) {
  const t = useTranslate();
  const toast = useToast();
  const login = useLogin();
  const { root } = useShell();
  return (files: File[]) => {
    const left = uploads.add(files);
    if (left > 0) toast.error(t('eraser.files.noRoom', { count: left }));
    const isUsable = uploads.items().some(({ state }) => state !== 'refused');
    if (!root?.aiUser.id && isUsable) login.open({ side: 'ai', reason: 'papers' });
  };
}

/** Files of an earlier visit are not erased with others unasked. */
function EarlierFiles({ names, uploads }: { names: string[]; uploads: Uploads }) {
  const t = useTranslate();
  return (
    <Notice className="grid gap-2">
      <p className="[overflow-wrap:anywhere]">
        {t('eraser.files.earlier', { names: names.join(t('eraser.files.between')) })}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button size="compact" onClick={uploads.takeEarlier}>
          {t('eraser.files.takeEarlier')}
        </Button>
        <Button size="compact" variant="quiet" onClick={uploads.leaveEarlier}>
          {t('eraser.files.leaveEarlier')}
        </Button>
      </div>
    </Notice>
  );
}

export const ErrorBoundary = pageError('rooms.erase.title');

/** Shown to a visitor who chose files before logging in: they wait on the device. */
function VisitorCard({ count }: { count: number }) {
  const t = useTranslate();
  const login = useLogin();
  if (count === 0) return null;
  return (
    <Notice className="flex flex-wrap items-center justify-between gap-3">
      <p>{t('eraser.visitor.waiting', { count })}</p>
      <Button variant="primary" onClick={() => login.open({ side: 'ai', reason: 'papers' })}>
        {t('login.title')}
      </Button>
    </Notice>
  );
}

const steps = ['take', 'erase', 'again'] as const;

/** Explains the eraser in three steps. */
function Steps() {
  const t = useTranslate();
  return (
    <section aria-labelledby="steps">
      <h2 id="steps" className="mb-3 text-lg">
        {t('eraser.steps.title')}
      </h2>
      <ol className="grid gap-3 lg:grid-cols-3">
        {steps.map((step, at) => (
          <li key={step} className="rounded-card border border-line bg-sheet p-4">
            <p className="font-bold font-serif text-seal text-xl">{at + 1}</p>
            <h3 className="font-sans text-base">{t(`eraser.steps.${step}`)}</h3>
            <p className="mt-1 text-ink-2 text-sm">{t(`eraser.steps.${step}Text`)}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

const code = /^[a-z0-9]{6,16}$/;

/**
 * A visitor of /share/{code} lands here with the code, which is sent to the server once. The browser sends
 * it, not the loader, so that previews and crawlers are not counted.
 */
function InvitedNotice() {
  const t = useTranslate();
  const api = useApi();
  const { root } = useShell();
  const [searchParams, setSearchParams] = useSearchParams();
  const [answer, setAnswer] = useState<{ is_own: boolean; newcomer_pages: number }>();
  const shareCode = searchParams.get('share') ?? '';
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per code
  useEffect(() => {
    if (!code.test(shareCode)) return;
    api('POST /api_ai/eraser/promotion_link_access/{code}', { params: { code: shareCode } }).then(
      (result) => {
        setAnswer(result);
        const rest = new URLSearchParams(location.search);
        rest.delete('share');
        setSearchParams(rest, { replace: true, preventScrollReset: true });
      },
      // Logged by the API layer. An unknown code must not keep a visitor from the page.
      () => {},
    );
  }, [shareCode]);
  if (!answer) return null;
  if (answer.is_own) return <Notice>{t('eraser.invited.own')}</Notice>;
  if (root?.aiUser.id) return null;
  return (
    <Notice tone="jade" role="status">
      {t('eraser.invited.welcome', { pages: answer.newcomer_pages })}
    </Notice>
  );
}

/** Polling interval while tasks run, for when live events are blocked. */
const pollMs = 4000;

type TaskCallbacks = {
  /** A page may have been charged. */
  onMoved: () => void;
  /** A task has ended. */
  onEnded: () => void;
};

/** Running tasks and the latest that ended, kept up to date. */
function useTasks(loaded: EraseTask[] | undefined, { onMoved, onEnded }: TaskCallbacks) {
  const { value, put, reload } = useRemote({
    loaded,
    read: async (api, before) => {
      const { list } = await api('GET /api_ai/eraser/erase_trace_task');
      const wasRunning = before?.filter(isRunning).map(({ id }) => id) ?? [];
      onMoved();
      if (list.some((task) => !isRunning(task) && wasRunning.includes(task.id))) onEnded();
      return list;
    },
    on: ['erase'],
    every: (tasks) => (tasks?.some(isRunning) ? pollMs : undefined),
    when: loaded !== undefined,
  });
  return {
    tasks: (loaded && value) ?? [],
    put: (task: EraseTask) =>
      put((before = []) =>
        before.some(({ id }) => id === task.id)
          ? before.map((one) => (one.id === task.id ? task : one))
          : [task, ...before],
      ),
    refresh: reload,
  };
}

const isRunning = ({ status }: EraseTask) => status === 'running';
