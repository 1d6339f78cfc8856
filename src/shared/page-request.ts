import type { CallKey } from './call.ts';
import type { Locale } from './locale.ts';

/** What of the configuration a page may know. It is sent to the browser: nothing secret belongs here. */
export type PageSettings = {
  locales: readonly Locale[];
  localeDetection: 'all' | 'root';
  localeCookieCrossOrigin: boolean;
  demo: boolean;
  publicUrl: string | undefined;
  apiBase: string;
  apiAiBase: string;
  analyticsContainerIds: readonly string[];
  /** Whose numbers may log in. */
  dialCodes: readonly string[];
};

/** How the server hands one page request to the web side. */
export type PageRequest = {
  nonce: string;
  settings: PageSettings;
  /** By which an open page notices that a newer build is out. */
  buildId: string;
  /** A whole page, the router's data for a move inside the app, or the loaders' data as plain JSON. */
  kind: 'page' | 'data' | 'payload';
  /** Writes an error of a loader or of rendering to the log. */
  report: (error: unknown) => void;
  /** The API, in this process, as the visitor of this request. Answers an envelope. */
  call: (
    key: CallKey,
    input: { params?: unknown; query?: unknown; body?: unknown },
    locale: Locale,
  ) => Promise<unknown>;
};
