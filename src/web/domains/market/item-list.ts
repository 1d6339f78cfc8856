/** JSON-LD of a list of pages. */
export const itemList = (name: string, addresses: readonly string[]) => ({
  '@context': 'https://schema.org',
  '@type': 'ItemList',
  name,
  itemListElement: addresses.map((url, index) => ({ '@type': 'ListItem', position: index + 1, url })),
});
