import { type ComponentType, createContext, use } from 'react';
import type { LoginRequest } from '#web/ground/login.ts';

type LoginSheetProps = { request: LoginRequest; open: boolean; onClose: () => void };
type ContactSheetProps = { open: boolean; onClose: () => void };
type Loaded<Props> = () => Promise<{ default: ComponentType<Props> }>;

/** What the shell shows and does for domains it does not import. shell-parts.tsx hands it in. */
export type ShellParts = {
  /** The account area of the header. */
  AccountControls: ComponentType;
  /** Components that only watch or fetch and show nothing; mounted after hydration. */
  Watches: ComponentType;
  /** Called when the sheet is first opened, or expected to be. */
  loadLoginSheet: Loaded<LoginSheetProps>;
  ContactSheet: ComponentType<ContactSheetProps>;
  /** The session has ended: removes what this device has stored of it. */
  endSession: () => void;
};

export const PartsContext = createContext<ShellParts | undefined>(undefined);

export function useParts(): ShellParts {
  const parts = use(PartsContext);
  if (!parts) throw new Error('useParts needs UiProviders around it');
  return parts;
}
