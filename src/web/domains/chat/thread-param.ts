import { replace } from 'react-router';
import { threadId } from '#web/ground/routing/rules.ts';

/**
 * On the AI paths, a thread parameter that is not a non-zero number redirects to the alias's base path,
 * replacing the history entry.
 */
export function requireThread(url: URL, param: string | undefined) {
  const thread = threadId(param);
  if (thread !== undefined) return { thread };
  const { pathname } = url;
  throw replace(pathname.replace(/\/[^/]+\/?$/, ''));
}
