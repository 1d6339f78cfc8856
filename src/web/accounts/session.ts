import { tokenNames } from '../api.ts';
import { rowOf } from '../rules.ts';

/** The session is dead: the CSRF cookie and both tokens go, so that every gate is closed again. */
export function endSession() {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser we serve
  document.cookie = 'csrftoken=; path=/; max-age=0';
  localStorage.removeItem(tokenNames.product);
  localStorage.removeItem(tokenNames.ai);
}

/** The AI side alone logs out; a product session stays. */
export function endAiSession() {
  localStorage.removeItem(tokenNames.ai);
}

/** Logging out on an AI page ends the AI side alone, anywhere else the product's session. */
export function logOutAt(path: string) {
  if (rowOf(path)?.logout === 'ai') endAiSession();
  else endSession();
}
