import { offlineOwnerKey } from '#web/domains/classes/queue/waiting-count.ts';
import { type Api, ApiError } from '#web/ground/api/api.ts';
import { keepToken, tokenNames } from '#web/ground/api/renewal.ts';
import { clearDrafts } from '#web/ground/drafts.ts';

/** The session has ended: removes the CSRF cookie and both tokens, so that gated pages are closed again. */
export function endSession() {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser we serve
  document.cookie = 'csrftoken=; path=/; max-age=0';
  localStorage.removeItem(tokenNames.product);
  localStorage.removeItem(offlineOwnerKey);
  endAiSession();
}

/** Ends the AI session only; a product session stays. */
function endAiSession() {
  localStorage.removeItem(tokenNames.ai);
}

export function keepSession({ token, ai_token }: { token: string; ai_token: string }) {
  keepToken('ai', ai_token);
  keepToken('product', token);
}

/**
 * On an AI page, logout ends the AI session only; elsewhere it ends the product session and the AI session it
 * opened.
 */
export async function logOut(api: Api, side: 'product' | 'ai') {
  await unlessSignedOut(side === 'ai' ? api('POST /api_ai/user/logout') : api('GET /api/users/logout'));
  if (side === 'ai') return endAiSession();
  const hasClasses = localStorage.getItem(offlineOwnerKey) !== null;
  endSession();
  clearDrafts();
  if (hasClasses) await (await import('#web/domains/classes/queue/store.ts')).forgetClasses();
}

/** A session that has already ended is not an error. */
async function unlessSignedOut(call: Promise<unknown>) {
  try {
    await call;
  } catch (error) {
    if (!(error instanceof ApiError) || error.code < 3001 || error.code > 3003) throw error;
  }
}
