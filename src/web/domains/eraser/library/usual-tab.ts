import type { Api } from '#web/ground/api/api.ts';
import { ifSignedIn } from '#web/ground/routing/page-loader.ts';
import type { Tab } from './view.ts';

/** Whoever has papers comes for those; a visitor sees what others share. */
export async function usualTab(api: Api): Promise<Tab> {
  return (await ifSignedIn(api('GET /api_ai/user/profile'))) ? 'mine' : 'shared';
}
