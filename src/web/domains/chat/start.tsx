import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { apiOf } from '#web/ground/routing/page-loader.ts';
import { pageMeta } from '#web/ground/routing/page-meta.ts';
import { splitLocale } from '#web/ground/routing/rules.ts';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { PageError } from '#web/shell/error-view.tsx';
import { loadStart } from './load-chat.ts';
import { AssistantList } from './start/assistant-list.tsx';
import { BuiltInNotice } from './start/built-in-notice.tsx';
import { StartPanel } from './start/start-panel.tsx';
import { TakeCopy } from './start/take-copy.tsx';
import { ThreadList } from './threads/thread-list.tsx';

export async function loader(args: LoaderFunctionArgs) {
  const { pathname, searchParams } = args.url;
  const pathName = splitLocale(pathname).path.split('/')[1] ?? '';
  const search = (searchParams.get('search') ?? '').trim().slice(0, 100);
  const page = Math.min(1000, Math.max(1, Math.trunc(Number(searchParams.get('page'))) || 1));
  const share = searchParams.get('share')?.slice(0, 40) ?? '';
  return { ...(await loadStart(apiOf(args), pathName, { page, search })), search, share };
}

export const meta = pageMeta<Awaited<ReturnType<typeof loader>>>('aitutor', ({ assistant }) =>
  assistant ? { title: assistant.name, description: assistant.desc } : undefined,
);

export default function ChatStart() {
  const t = useTranslate();
  const { path, root } = useShell();
  const { assistants, assistant, examples, threads, search, share } = useLoaderData<typeof loader>();
  const base = `/${path.split('/')[1] ?? 'aitutor'}`;
  return (
    <div className="mx-auto grid w-full max-w-[48rem] grid-cols-1 gap-6 px-4 py-6 lg:py-10">
      <div>
        <h1 className="text-2xl lg:text-3xl">{t('chat.title')}</h1>
        <p className="mt-1 text-ink-2">{t('chat.lead')}</p>
      </div>
      {share !== '' && <TakeCopy code={share} />}
      <AssistantList assistants={assistants} current={assistant} />
      {assistant ? (
        <>
          {assistant.is_built_in && <BuiltInNotice assistant={assistant} />}
          <StartPanel key={`${assistant.id} ${root?.aiUser.id}`} assistant={assistant} examples={examples} />
        </>
      ) : (
        <p role="status" className="text-ink-2">
          {t('chat.notOffered')}
        </p>
      )}
      <ThreadList threads={threads} search={search} base={base} />
    </div>
  );
}

export function ErrorBoundary() {
  return (
    <div className="mx-auto w-full max-w-[48rem] px-4">
      <PageError title={useTranslate()('chat.title')} />
    </div>
  );
}
