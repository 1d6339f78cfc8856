import { createContext, type ReactNode, use } from 'react';

export type ToastKind = 'success' | 'error' | 'info';

interface ToastOptions {
  /** Milliseconds until the toast disappears; 0: it stays until dismissed. */
  duration?: number | undefined;
}

/** Shows a toast and returns a function that removes it. */
export type Show = (text: ReactNode, options?: ToastOptions) => () => void;
export type Toaster = Record<ToastKind, Show>;

/** Short messages on top of any page. The shell provides them. */
export const ToastContext = createContext<Toaster | undefined>(undefined);

export function useToast(): Toaster {
  const toaster = use(ToastContext);
  if (!toaster) throw new Error('useToast needs a ToastProvider around it');
  return toaster;
}
