/** Sends an answer to the server to be graded. The same answer again gets the same verdict. */
export type GradeAnswer = (questionId: number, answer: string) => Promise<Verdict | Unreadable>;

export type Verdict = {
  is_correct: boolean;
  expected: string;
  expected_latex: string;
  steps: { text: string; latex: string; checked: boolean }[];
};

/** It could not be read as an answer: nothing was counted or revealed, and it may be typed again. */
type Unreadable = { is_readable: false; remark: string };
