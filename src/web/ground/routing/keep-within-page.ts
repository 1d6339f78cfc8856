import type { ShouldRevalidateFunctionArgs } from 'react-router';

/** A change of the query alone does not run the loaders again, so it also works without a network. */
export const keepWithinPage = ({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) =>
  currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search
    ? false
    : defaultShouldRevalidate;
