import { useEffect, useRef } from 'react';

/** The keyboard goes to where the new step begins. */
export function useFocusFirst<E extends HTMLElement>() {
  const first = useRef<E>(null);
  useEffect(() => first.current?.focus({ preventScroll: true }), []);
  return first;
}
