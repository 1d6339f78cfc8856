import { type LoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router';
import type { VoiceMode } from '#shared/voice/voice.ts';
import { requireThread } from '#web/domains/chat/thread-param.ts';
import { apiOf } from '#web/ground/routing/page-loader.ts';
import { pageMeta } from '#web/ground/routing/page-meta.ts';
import { splitLocale } from '#web/ground/routing/rules.ts';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { pageError } from '#web/shell/error-view.tsx';
import { AssessmentPanel } from './assessment/assessment-panel.tsx';
import { loadVoice } from './load-voice.ts';
import { ModeHeader } from './ready/mode-header.tsx';
import { TalkPanel } from './ready/talk-panel.tsx';
import { RealworldPanel } from './realworld/realworld-panel.tsx';

/** One page with three addresses: free conversation, spoken assessment, role play. */
function modeAt(pathname: string): VoiceMode {
  const { path } = splitLocale(pathname);
  if (path.startsWith('/assessment')) return 'assessment';
  return path.startsWith('/realworld') ? 'realworld' : 'talk';
}

export async function loader(args: LoaderFunctionArgs) {
  const { url, params } = args;
  const thread = params.thread === undefined ? undefined : requireThread(url, params.thread).thread;
  const mode = modeAt(url.pathname);
  return loadVoice(apiOf(args), splitLocale(url.pathname).locale, mode, thread);
}

const pageNames = { talk: 'voice', assessment: 'assessment', realworld: 'realworld' } as const;

export const meta = (args: MetaArgs) => pageMeta(pageNames[modeAt(args.location.pathname)])(args);

const desks = { talk: TalkPanel, assessment: AssessmentPanel, realworld: RealworldPanel };

export default function Voice() {
  const { path, root } = useShell();
  const mode = modeAt(path);
  const loaded = useLoaderData<typeof loader>();
  const Desk = desks[mode];
  return (
    <div className="group/page grid gap-6 py-6 has-[[data-status]]:max-lg:gap-3 has-[[data-status]]:max-lg:py-3 lg:py-8">
      <ModeHeader mode={mode} />
      {/* The key starts over after a log-in, log-out or change of thread. */}
      <Desk key={`${mode} ${root?.aiUser.id} ${loaded.thread?.id}`} loaded={loaded} />
    </div>
  );
}

export const ErrorBoundary = pageError('voice.title');
