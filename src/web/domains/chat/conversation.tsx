import { Suspense } from 'react';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { lazyPart } from '#web/ground/routing/lazy-part.ts';
import { apiOf } from '#web/ground/routing/page-loader.ts';
import { pageMeta } from '#web/ground/routing/page-meta.ts';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { PageError } from '#web/shell/error-view.tsx';
import { loadThread } from './load-chat.ts';
import { Conversation } from './thread/conversation-view.tsx';
import { requireThread } from './thread-param.ts';

const MissingThread = lazyPart(() => import('./missing-thread.tsx'));

export async function loader(args: LoaderFunctionArgs) {
  const { thread } = requireThread(args.url, args.params.thread);
  return { found: await loadThread(apiOf(args), thread) };
}

type Data = Awaited<ReturnType<typeof loader>>;

export const meta = pageMeta<Data>('conversation', ({ found }) =>
  found?.thread.title ? { title: found.thread.title } : undefined,
);

export default function ConversationPage() {
  const { found } = useLoaderData<typeof loader>();
  const { root } = useShell();
  if (!found)
    return (
      <div className="mx-auto w-full max-w-[55rem] px-4">
        <Suspense>
          <MissingThread />
        </Suspense>
      </div>
    );
  // After login or logout the state starts anew, for the other user.
  return <Conversation key={`${found.thread.id} ${root?.aiUser.id}`} {...found} />;
}

export function ErrorBoundary() {
  return (
    <div className="mx-auto w-full max-w-[55rem] px-4">
      <PageError title={useTranslate()('rooms.conversation.title')} />
    </div>
  );
}
