const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '"': '&quot;' };

/** Text as it may stand in HTML, between elements or in an attribute's double quotes. */
export const escaped = (text: string) => text.replace(/[&<"]/g, (character) => entities[character] ?? '');
