import type { Corners, EraseOptions, Part, Rotation } from '#shared/eraser/eraser.ts';
import type { ExportOptions } from '#shared/eraser/files.ts';
import type { Strength } from '#shared/eraser/limits.ts';
import type { Locale } from '#shared/locale.ts';

/** Tasks of the worker process; pictures are passed by path, never through the IPC channel. */
export type Tasks = {
  /** Writes image, delta, mask, what the other strengths are made from, and previews into `folder`. */
  erase: {
    input: {
      from: string;
      folder: string;
      options: EraseOptions;
      corners: Corners | null;
      part: Part | null;
      rotation: Rotation | null;
    };
    output: {
      width: number;
      height: number;
      corners: Corners;
      rotation: Rotation;
      strength: Strength;
      /** Pixels that each strength changes visibly. */
      changed: Record<Strength, number>;
    };
  };
  /**
   * Applies brush strokes: `image`, `delta` and `edits` are of the version that was painted on; `edits` says
   * which of its pixels were changed by hand before.
   */
  brush: {
    input: { image: string; delta: string | null; edits: string | null; mask: string; folder: string };
    output: { width: number; height: number };
  };
  /**
   * A version at another strength: `image`, `delta` and `edits` are of the version, `levels` and `thorough` of
   * the run that it comes from.
   */
  strength: {
    input: {
      image: string;
      delta: string;
      levels: string;
      thorough: string;
      edits: string | null;
      strength: Strength;
      white: boolean;
      folder: string;
    };
    output: { width: number; height: number };
  };
  /** Writes screen.webp and thumb.webp of a picture into `folder`; says where a fold between two pages seems to be. */
  small: {
    input: { from: string; folder: string };
    output: { width: number; height: number; spread: number | null };
  };
  /** Restores a version as it was before erasing, pixel for pixel. */
  straight: { input: { image: string; delta: string; to: string }; output: Record<string, never> };
  /** Writes white.png and white.webp, a thumbnail, of a clean page into `folder`. */
  white: { input: { from: string; folder: string }; output: Record<string, never> };
  /** The printed text of a picture. */
  readText: { input: { path: string }; output: { text: string } };
  /** Writes pages in order to one file; reports progress per page. */
  export: {
    input: { pages: string[]; to: string; options: ExportOptions; title: string; locale: Locale };
    output: Record<string, never>;
  };
};
export type TaskName = keyof Tasks;

/** Why a task cannot be done because of its input; undefined for our own errors. */
export type WorkReason = 'unreadable' | 'too_large' | 'too_slow' | 'wrong_size';

export class WorkError extends Error {
  readonly reason: WorkReason | undefined;
  constructor(reason: WorkReason | undefined, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'WorkError';
    this.reason = reason;
  }
}

export type WorkRequest = { id: number } & (
  | { cancel: true }
  | { [Name in TaskName]: { name: Name; input: Tasks[Name]['input'] } }[TaskName]
);
export type WorkAnswer = { id: number } & (
  | { output: Tasks[TaskName]['output'] }
  | { pagesDone: number }
  | { failed: { reason: WorkReason | undefined; message: string } }
);
