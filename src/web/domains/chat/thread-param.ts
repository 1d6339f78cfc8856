import { replace } from 'react-router';
import { threadId } from '#web/ground/routing/rules.ts';

/** On the AI paths a thread that is no non-zero number leads, replacing the entry, to the alias's base path. */
export function requireThread(url: URL, param: string | undefined) {
  const thread = threadId(param);
  if (thread !== undefined) return { thread };
  const { pathname } = url;
  throw replace(pathname.replace(/\/[^/]+\/?$/, ''));
}
