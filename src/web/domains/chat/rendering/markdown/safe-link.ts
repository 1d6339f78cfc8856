/** Where a link leads, and how that is shown. Undefined for anything but the web and mail: such a link stays text. */
export function safeLink(given: string): { href: string; shown: string } | undefined {
  let url: URL;
  try {
    url = new URL(given.trim());
  } catch {
    return undefined;
  }
  if (!/^(?:https?|mailto):$/.test(url.protocol)) return undefined;
  // As the browser reads it: letters of other scripts that look like Latin ones show their true name.
  const address = url.protocol === 'mailto:' ? url.pathname : url.host + url.pathname + url.search;
  const shown = address.replace(/\/$/, '');
  return { href: url.href, shown: shown.length > 60 ? `${shown.slice(0, 57)}…` : shown };
}

/** Addresses among words. A mark at the end belongs to the sentence. */
export const bareAddress =
  /\bhttps?:\/\/[^\s<>"'`\uFDD0\uFDD1\p{Script=Han}，。；：！？、「」『』（）]+(?<![.,;:!?)\]}*_~])/giu;
