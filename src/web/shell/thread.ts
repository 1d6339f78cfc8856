import { replace } from 'react-router';
import { threadId } from '../rules.ts';

/** On the AI paths a thread that is no non-zero number leads, replacing the entry, to the alias's base path. */
export function requireThread(request: Request, param: string | undefined) {
  const thread = threadId(param);
  if (thread !== undefined) return { thread };
  const { pathname } = new URL(request.url);
  throw replace(pathname.replace(/\/[^/]+\/?$/, ''));
}
