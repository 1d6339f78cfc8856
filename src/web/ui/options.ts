/**
 * The options of a select as HTML text. The lists of a form are long and never change: as elements they cost more to
 * render, to send and to hydrate than everything around them.
 */
export const optionsHtml = (choices: readonly { id: number | string; name: string }[]) =>
  choices.map(({ id, name }) => `<option value="${escaped(`${id}`)}">${escaped(name)}</option>`).join('');

const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => entities[character] ?? character);
const entities: Partial<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
