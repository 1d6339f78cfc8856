/** What stands in a text for contact details. */
export const coverMark = '▇▇▇';
