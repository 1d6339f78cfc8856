/** What can be done with the messages of a thread. Each says by itself what went wrong. */
export type ThreadDeeds = {
  regenerate: (id: number) => void;
  continueAnswer: (id: number) => void;
  showVersion: (id: number) => void;
  giveFeedback: (id: number, feedback: -1 | 0 | 1) => void;
  edit: (id: number, text: string) => void;
};
