import type { Api } from '#web/ground/api/api.ts';
import { ifSignedIn } from '#web/ground/routing/page-loader.ts';
import type { Tab } from './view.ts';

/** Users who are logged in start with their own papers, visitors with the shared ones. */
export async function defaultTab(api: Api): Promise<Tab> {
  return (await ifSignedIn(api('GET /api_ai/user/profile'))) ? 'mine' : 'shared';
}
