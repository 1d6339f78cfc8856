import type { KeyboardEvent } from 'react';

/** Whether a press of Enter means "send": never while Chinese is being composed, nor with Shift. */
export function isSendKey(event: KeyboardEvent) {
  return event.key === 'Enter' && !event.shiftKey && !isComposing(event) && hasKeyboard();
}

/** 229 is what older Safari says of the Enter that ends a composition. */
export const isComposing = ({ nativeEvent, keyCode }: KeyboardEvent) =>
  nativeEvent.isComposing || keyCode === 229;

/** Where typing is by touch, Enter begins a new line and the button sends. */
const hasKeyboard = () => matchMedia('(hover: hover) and (pointer: fine)').matches;
