import { Suspense } from 'react';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { useWords } from '#web/words.tsx';
import { PageError } from '../eraser/page-error.tsx';
import { lazyPart } from '../shell/lazy-part.ts';
import { apiOf } from '../shell/page-loader.ts';
import { pageMeta } from '../shell/page-meta.ts';
import { requireThread } from '../shell/thread.ts';
import { useShell } from '../shell/use-shell.tsx';
import { loadThread } from './load-chat.ts';
import { Conversation } from './thread/conversation-view.tsx';

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
  // Whoever logs in, or out, begins with what is theirs.
  return <Conversation key={`${found.thread.id} ${root?.aiUser.id}`} {...found} />;
}

export function ErrorBoundary() {
  return (
    <div className="mx-auto w-full max-w-[55rem] px-4">
      <PageError title={useWords()('rooms.conversation.title')} />
    </div>
  );
}
