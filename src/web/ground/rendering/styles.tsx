import { createContext, type ReactNode, use } from 'react';

/** `inside` stays the same object: given another one, React would write the same styles into the page again. */
type Styles = { inside: { __html: string }; nonce: string | undefined };
const StylesContext = createContext<Styles | undefined>(undefined);

/** Without styles, as in development, the page links to its stylesheet instead. */
export function StylesProvider({ styles, children }: { styles: Styles | undefined; children: ReactNode }) {
  return <StylesContext value={styles}>{children}</StylesContext>;
}

/** The stylesheet inside the page: the first paint then waits for the page alone. See docs/decisions/011. */
export function InlineStyles() {
  const styles = use(StylesContext);
  if (!styles) return null;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own stylesheet
  return <style data-styles="" nonce={styles.nonce} dangerouslySetInnerHTML={styles.inside} />;
}

/** In the browser: the styles that the page came with, should React ever have to draw them again. */
export function stylesOfDocument(): Styles | undefined {
  const element = document.querySelector<HTMLStyleElement>('style[data-styles]');
  return element ? { inside: { __html: element.textContent }, nonce: element.nonce } : undefined;
}
