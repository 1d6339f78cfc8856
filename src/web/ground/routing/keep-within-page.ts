import type { ShouldRevalidateFunctionArgs } from 'react-router';

/** Another query of the same path is the same data: going there asks nobody, and works without a network. */
export const keepWithinPage = ({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) =>
  currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search
    ? false
    : defaultShouldRevalidate;
