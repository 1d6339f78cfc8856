import { type LoaderFunctionArgs, type MetaArgs, useLocation } from 'react-router';
import { splitLocale } from '../rules.ts';
import { pageMeta } from '../shell/page-meta.ts';
import { Room } from '../shell/room.tsx';
import { requireThread } from '../shell/thread.ts';
import { VoiceDrawing } from '../ui/drawings/voice.tsx';

/** One page, three ways in: free talk, spoken assessment, role play. */
function modeAt(pathname: string) {
  const { path } = splitLocale(pathname);
  if (path.startsWith('/assessment')) return 'assessment';
  if (path.startsWith('/realworld')) return 'realworld';
  return 'voice';
}

export const loader = ({ url, params }: LoaderFunctionArgs) =>
  params.thread === undefined ? null : requireThread(url, params.thread);

export const meta = (args: MetaArgs) => pageMeta(modeAt(args.location.pathname))(args);

export default function Voice() {
  return <Room name={modeAt(useLocation().pathname)} drawing={VoiceDrawing} />;
}
