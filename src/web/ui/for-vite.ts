/** For Vite: a font inlined in the stylesheet would be a `data:` URL, which the pages' security policy refuses. */
export const fontsAsFiles = (file: string) => (/\.(woff2?|ttf)$/.test(file) ? false : undefined);
