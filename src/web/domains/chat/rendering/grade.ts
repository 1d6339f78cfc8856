/** Sends an answer to be graded by the server. Called again with the same answer it gives the same verdict. */
export type GradeAnswer = (questionId: number, answer: string) => Promise<Verdict | Unreadable>;

export type Verdict = {
  is_correct: boolean;
  expected: string;
  expected_latex: string;
  steps: { text: string; latex: string; checked: boolean }[];
};

/** It could not be taken as an answer: nothing was counted or told, and it may be typed again. */
type Unreadable = { is_readable: false; remark: string };
