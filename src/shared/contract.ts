import type { accountCalls } from './accounts.ts';
import type { contentCalls } from './content.ts';
import type { messageCalls } from './messages.ts';
import type { operatorCalls } from './operator.ts';
import type { privacyCalls } from './privacy.ts';
import type { referenceCalls } from './reference.ts';

/** Every call the server binds, for the web client; types only, so that importing it costs a page nothing. */
export type Contract = typeof accountCalls &
  typeof contentCalls &
  typeof messageCalls &
  typeof operatorCalls &
  typeof privacyCalls &
  typeof referenceCalls;
