import type { DrawnPage, IntakeLimits, Probed, Refused } from './intake-types.ts';

/** What is asked is refused, not thrown; thrown is only what is our own fault, and AbortError when `signal` says so. */
export type Intake = {
  /** Looks at a file: what it is and how many pages it has. Nothing is drawn yet, so a page may still be refused. */
  probe(path: string, options?: { signal?: AbortSignal }): Promise<Probed | Refused>;
  /** Draws page `index` (from 0) of the file into a new file `to`; on refusal there is no such file. */
  drawPage(
    path: string,
    index: number,
    to: string,
    options?: { signal?: AbortSignal },
  ): Promise<DrawnPage | Refused>;
  /** Ends the process that reads; what is under way is rejected. */
  close(): Promise<void>;
};

export declare function openIntake(limits?: Partial<IntakeLimits>): Intake;
