import { type KeyboardEvent, useEffect, useRef } from 'react';

/** Makes a textarea as high as its text; CSS limits the height. */
export function growToText(field: HTMLTextAreaElement) {
  field.style.height = 'auto';
  field.style.height = `${field.scrollHeight + field.offsetHeight - field.clientHeight}px`;
}

/** Whether a press of Enter means "send": not during an IME composition, nor with Shift. */
export function isSendKey(event: KeyboardEvent) {
  return event.key === 'Enter' && !event.shiftKey && !isComposing(event) && hasKeyboard();
}

/** 229 is what older Safari reports for the Enter that ends a composition. */
const isComposing = ({ nativeEvent, keyCode }: KeyboardEvent) => nativeEvent.isComposing || keyCode === 229;

/** Keeps the Enter that ends an IME composition from submitting the form, as some browsers would. */
export function keepComposing(event: KeyboardEvent) {
  if (event.key === 'Enter' && isComposing(event)) event.preventDefault();
}

/** On touch devices Enter begins a new line, and only the button sends. */
const hasKeyboard = () => matchMedia('(hover: hover) and (pointer: fine)').matches;

/** Focuses the first element of a new step. */
export function useFocusFirst<E extends HTMLElement>() {
  const first = useRef<E>(null);
  useEffect(() => first.current?.focus({ preventScroll: true }), []);
  return first;
}
