/** Why a picture could not be worked on; the caller has words for each. */
export type PaperReason =
  | 'format' // not a picture of a kind that is read, or none at all
  | 'damaged' // starts like a picture and does not end like one
  | 'too-large'
  | 'too-small'
  | 'options' // corners outside the picture, a crossed quad, an unknown turn
  | 'models' // weights or constants missing or unreadable
  | 'engine'; // a thread ended, or memory did not suffice: trying again may help

export class PaperError extends Error {
  readonly reason: PaperReason;
  constructor(reason: PaperReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'PaperError';
    this.reason = reason;
  }
}
