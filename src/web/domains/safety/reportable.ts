import type { Place } from '#shared/safety/reports.ts';
import type { AppSide } from '#web/ground/api/renewal.ts';

/** What the sheet needs to know of the place where somebody is reported or blocked. */
export type Reportable = {
  at: Place;
  /** Which login the page uses; reports of papers and threads go with that of the AI side. */
  side?: AppSide;
  /** The other side's messages of a conversation, of which the reporter chooses. */
  messages?: readonly { id: number; text: string; sent_at: string }[];
  /** Where to go once the person is blocked and this page is no longer found; else the page is loaded anew. */
  leaveTo?: string;
};
