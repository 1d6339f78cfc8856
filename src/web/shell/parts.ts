import { type ComponentType, createContext, use } from 'react';
import type { LoginRequest } from '#web/ground/login.ts';

type LoginSheetProps = { request: LoginRequest; open: boolean; onClose: () => void };
type ContactSheetProps = { open: boolean; onClose: () => void };
type Loaded<Props> = () => Promise<{ default: ComponentType<Props> }>;

/** What the shell shows and does for domains that it does not know. The wiring hands it in: shell-parts.tsx. */
export type ShellParts = {
  /** The visitor's own corner of the header. */
  AccountControls: ComponentType;
  /** What watches and fetches, and shows nothing: it begins when the page is up. */
  Watches: ComponentType;
  /** Fetched when it is first opened, or expected. */
  loadLoginSheet: Loaded<LoginSheetProps>;
  ContactSheet: ComponentType<ContactSheetProps>;
  /** The session turned out to be dead: what this device keeps of it goes. */
  endSession: () => void;
};

export const PartsContext = createContext<ShellParts | undefined>(undefined);

export function useParts(): ShellParts {
  const parts = use(PartsContext);
  if (!parts) throw new Error('useParts needs UiProviders around it');
  return parts;
}
