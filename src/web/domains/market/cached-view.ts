import type { Translate } from '#web/ground/i18n/i18n.ts';

type Kept<View> = { of: readonly unknown[]; view: View };

/**
 * Caches card texts. They are the same for every reader of one language, and a list cached by the server
 * returns the same card objects, so their texts are built once, as long as everything in `of` is the same.
 */
export function cachedViews<Card extends object, View>() {
  const inLanguage = new WeakMap<Translate, WeakMap<Card, Kept<View>>>();
  return (t: Translate, card: Card, of: readonly unknown[], make: () => View): View => {
    const views = inLanguage.get(t) ?? new WeakMap<Card, Kept<View>>();
    inLanguage.set(t, views);
    const known = views.get(card);
    if (known?.of.every((part, place) => part === of[place])) return known.view;
    const view = make();
    views.set(card, { of, view });
    return view;
  };
}
