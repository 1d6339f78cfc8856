import type { ComponentProps } from 'react';

export type AppLinkProps = Omit<ComponentProps<'a'>, 'href'> & { to: string };

/**
 * A link to a page of the app, followed without a full load by shell/link-follower.tsx. A page has dozens of them, and
 * the router's own Link works its address out anew in each; here it is a plain anchor. By `data-discover` the follower
 * knows it, and the router learns its route before it is needed.
 */
export function AppLink({ to, ...rest }: AppLinkProps) {
  return <a {...rest} href={to} data-discover="true" />;
}
