/** Content blocks as one text, for descriptions and structured data. */
export const plainText = (blocks: readonly (string | readonly string[])[]) => blocks.flat().join(' ');
