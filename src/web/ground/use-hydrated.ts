import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** False on the server and while its page comes to life; then true, and true at once for what is drawn later. */
export const useHydrated = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
