import { type KeyboardEvent, useEffect, useRef } from 'react';

/** As high as what is typed; CSS says how high at most. */
export function growToText(field: HTMLTextAreaElement) {
  field.style.height = 'auto';
  field.style.height = `${field.scrollHeight + field.offsetHeight - field.clientHeight}px`;
}

/** Whether a press of Enter means "send": never while Chinese is being composed, nor with Shift. */
export function isSendKey(event: KeyboardEvent) {
  return event.key === 'Enter' && !event.shiftKey && !isComposing(event) && hasKeyboard();
}

/** 229 is what older Safari says of the Enter that ends a composition. */
const isComposing = ({ nativeEvent, keyCode }: KeyboardEvent) => nativeEvent.isComposing || keyCode === 229;

/** Enter that ends a composition sends no form: some browsers tell of it as if it were one of its own. */
export function keepComposing(event: KeyboardEvent) {
  if (event.key === 'Enter' && isComposing(event)) event.preventDefault();
}

/** Where typing is by touch, Enter begins a new line and the button sends. */
const hasKeyboard = () => matchMedia('(hover: hover) and (pointer: fine)').matches;

/** The keyboard goes to where the new step begins. */
export function useFocusFirst<E extends HTMLElement>() {
  const first = useRef<E>(null);
  useEffect(() => first.current?.focus({ preventScroll: true }), []);
  return first;
}
