import type { KeyboardEvent } from 'react';

/** Whether a press of Enter means "send": never while Chinese is being composed, nor with Shift. */
export function isSendKey({ key, shiftKey, keyCode, nativeEvent }: KeyboardEvent) {
  // 229 is what older Safari says of the Enter that ends a composition.
  const composing = nativeEvent.isComposing || keyCode === 229;
  return key === 'Enter' && !shiftKey && !composing && hasKeyboard();
}

/** Where typing is by touch, Enter begins a new line and the button sends. */
const hasKeyboard = () => matchMedia('(hover: hover) and (pointer: fine)').matches;
