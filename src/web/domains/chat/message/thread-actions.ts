/** Actions on the messages of a thread. Each reports its own errors. */
export type ThreadActions = {
  regenerate: (id: number) => void;
  continueAnswer: (id: number) => void;
  showVersion: (id: number) => void;
  giveFeedback: (id: number, feedback: -1 | 0 | 1) => void;
  edit: (id: number, text: string) => void;
};
