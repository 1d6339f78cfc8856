import { escaped } from '../escaped.ts';

/**
 * The options of a select as HTML text, without what HTML lets one leave out. The lists of a form are long and never
 * change: as elements they cost more to render, to send and to hydrate than everything around them.
 */
export const optionsHtml = (choices: readonly { id: number | ''; name: string }[]) =>
  choices.map(({ id, name }) => `<option value${id && `=${id}`}>${escaped(name)}`).join('');
