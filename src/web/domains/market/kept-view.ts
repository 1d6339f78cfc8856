import type { Translate } from '#web/ground/i18n/i18n.ts';

type Kept<View> = { of: readonly unknown[]; view: View };

/**
 * What a card says is the same for everybody who reads it in one language. A list that the server keeps gives the same
 * cards each time, so their words are put together once, for as long as all they were made `of` is the same.
 */
export function keptViews<Card extends object, View>() {
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
