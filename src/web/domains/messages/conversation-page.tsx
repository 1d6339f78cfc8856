import { isRouteErrorResponse, type LoaderFunctionArgs, useLoaderData, useRouteError } from 'react-router';
import type { Locale } from '#shared/locale.ts';
import { MeError } from '#web/domains/accounts/me-page.tsx';
import type { Api } from '#web/ground/api/api.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { apiOf, ifSignedIn, orNotFound, requireId } from '#web/ground/routing/page-loader.ts';
import { pageMeta } from '#web/ground/routing/page-meta.ts';
import { splitLocale } from '#web/ground/routing/rules.ts';
import { SignedOut } from '#web/shell/empty-pages.tsx';
import { ErrorView } from '#web/shell/error-view.tsx';
import { Conversation } from './conversation.tsx';
import { ConversationList } from './conversation-list.tsx';
import { loadConversationRow, loadConversations, loadOffer } from './conversation-rows.ts';

export async function loader(args: LoaderFunctionArgs) {
  const id = requireId(args.params.id);
  const { locale } = splitLocale(args.url.pathname);
  return { mine: await ifSignedIn(loadConversation(apiOf(args), id, locale)).catch(orNotFound) };
}

async function loadConversation(api: Api, id: number, locale: Locale) {
  const [talk, row, offer, messages] = await Promise.all([
    loadConversations(api, locale),
    loadConversationRow(api, id, locale),
    loadOffer(api, id),
    api('GET /api/users/conversations/{id}/messages', { params: { id } }),
  ]);
  return { talk, row, offer, messages };
}

export const meta = pageMeta('message');

/**
 * One conversation; on a wide screen beside the others. It fills the window, and only the messages scroll.
 */
export default function ConversationPage() {
  const t = useTranslate();
  const { mine } = useLoaderData<typeof loader>();
  if (!mine) return <SignedOut title={t('rooms.message.title')} />;
  const { talk, row, offer, messages } = mine;
  return (
    <div className="-mx-4 grid grid-cols-[minmax(0,1fr)] h-[calc(100dvh-7rem-1px-env(safe-area-inset-bottom))] min-h-80 lg:mx-0 lg:h-[calc(100dvh-4.25rem-1px)] lg:grid-cols-[minmax(0,24rem)_minmax(0,1fr)] lg:gap-6 lg:py-6">
      <nav aria-label={t('talk.title')} className="min-h-0 overflow-y-auto rounded-card max-lg:hidden">
        <ConversationList loaded={talk} current={row.id} />
      </nav>
      <Conversation key={row.id} loaded={{ row, messages }} offer={offer} />
    </div>
  );
}

/** Another user's conversation is not found; after a failure the page can be loaded again. */
export function ErrorBoundary() {
  const error = useRouteError();
  return isRouteErrorResponse(error) && error.status === 404 ? <ErrorView error={error} /> : <MeError />;
}
