import type { CallKey } from './call.ts';
import type { Locale } from './locale.ts';

/** The part of the configuration that pages may read. It is sent to the browser, so it must contain no secrets. */
export type PageSettings = {
  locales: readonly Locale[];
  localeDetection: 'all' | 'root';
  localeCookieCrossOrigin: boolean;
  demo: boolean;
  /** Whether there are sample accounts to log in to. */
  sampleAccounts: boolean;
  publicUrl: string | undefined;
  apiBase: string;
  apiAiBase: string;
  analyticsContainerIds: readonly string[];
  /** The countries whose phone numbers may log in. */
  dialCodes: readonly string[];
};

/** What the server passes to the web side for one page request. */
export type PageRequest = {
  nonce: string;
  settings: PageSettings;
  /** By which an open page notices that a newer build is out. */
  buildId: string;
  /** A whole page, the router's data for a move inside the app, or the loaders' data as plain JSON. */
  kind: 'page' | 'data' | 'payload';
  /** Logs an error of a loader or of rendering. */
  report: (error: unknown) => void;
  /** Calls the API in this process, as the visitor of this request. Returns an envelope. */
  call: (
    key: CallKey,
    input: { params?: unknown; query?: unknown; body?: unknown },
    locale: Locale,
  ) => Promise<unknown>;
};
