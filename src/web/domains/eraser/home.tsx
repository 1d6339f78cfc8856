import { useState } from 'react';
import { type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router';
import type { EraseTask } from '#shared/eraser/eraser.ts';
import type { Api } from '#web/ground/api/api.ts';
import { useApi } from '#web/ground/api/api-provider.tsx';
import { useWords } from '#web/ground/i18n/words.tsx';
import { apiOf, ifSignedIn } from '#web/ground/routing/page-loader.ts';
import { pageMeta } from '#web/ground/routing/page-meta.ts';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { useLogin } from '#web/shell/login.tsx';
import { PageError } from '#web/shell/page-error.tsx';
import { AppLink } from '#web/ui/app-link.tsx';
import { useToast } from '#web/ui/overlays/toast.tsx';
import { AllowanceCard } from './allowance.tsx';
import { DropZone } from './drop-zone.tsx';
import { InvitedNotice } from './invited-notice.tsx';
import { loadLists, withSchools } from './lists.ts';
import { PromotionCard } from './promotion-card.tsx';
import { RecordList } from './record-list.tsx';
import { Sample } from './sample.tsx';
import { StartForm } from './start-form.tsx';
import { Steps } from './steps.tsx';
import { TaskCard } from './task-card.tsx';
import { FileList } from './upload/file-list.tsx';
import { useUploads } from './upload/use-uploads.ts';
import { useTasks } from './use-tasks.ts';
import { VisitorCard } from './visitor-card.tsx';

export const meta = pageMeta('erase');

const latest = 4;
const endedShown = 3;

export async function loader(args: LoaderFunctionArgs) {
  const api = apiOf(args);
  const [lists, mine] = await Promise.all([loadLists(api), ifSignedIn(loadMine(api))]);
  return { lists, mine };
}

async function loadMine(api: Api) {
  const [tasks, records] = await Promise.all([
    api('GET /api_ai/eraser/erase_trace_task'),
    api('GET /api_ai/eraser/erase_trace_record/', { query: { page_size: latest, sort: 'updated' } }),
  ]);
  return { tasks: tasks.list, records: await withSchools(api, records.list) };
}

export default function EraserHome() {
  const t = useWords();
  const { href } = useShell();
  const { lists, mine } = useLoaderData<typeof loader>();
  const { revalidate } = useRevalidator();
  const { items, uploads } = useUploads();
  const { allowance, owner, ask: askAllowance } = useAllowance();
  const { tasks, put, refresh } = useTasks(mine?.tasks, { onMoved: askAllowance, onEnded: revalidate });
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
                      askAllowance();
                      refresh();
                      // The paper that it makes has a title.
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
                      askAllowance();
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

/** What is under way, and the last few that ended: the library has the rest. */
function shownOf(tasks: readonly EraseTask[]) {
  const ended = tasks.filter(({ status }) => status !== 'running').slice(0, endedShown);
  return tasks.filter((task) => task.status === 'running' || ended.includes(task));
}

/** What is left, asked again whenever a page may have been charged. */
function useAllowance() {
  const api = useApi();
  const { root } = useShell();
  const loaded = root?.aiUser;
  const [fresh, setFresh] = useState<{ of: typeof loaded; user: NonNullable<typeof loaded> }>();
  if (!loaded) throw new Error('the page has no root');
  const ask = () =>
    // Logged by the call layer; the next answer tells.
    void api('GET /api_ai/user/profile').then(
      (user) => setFresh({ of: loaded, user }),
      () => {},
    );
  return { allowance: fresh?.of === loaded ? fresh.user : loaded, owner: loaded.id, ask };
}

/** Files are taken in from anybody; to send them needs the AI side's log-in, and they wait for it. */
function useAdd(uploads: ReturnType<typeof useUploads>['uploads']) {
  const t = useWords();
  const toast = useToast();
  const login = useLogin();
  const { root } = useShell();
  return (files: File[]) => {
    const left = uploads.add(files);
    if (left > 0) toast.error(t('eraser.files.noRoom', { count: left }));
    const isUsable = uploads.items().some(({ state }) => state !== 'refused');
    if (!root?.aiUser.id && isUsable) login.open(location.pathname + location.search, { side: 'ai' });
  };
}

export function ErrorBoundary() {
  return <PageError title={useWords()('rooms.erase.title')} />;
}
