import { useRef, useState } from 'react';
import type { GradeAnswer, Verdict } from '../grade.ts';

type Grading =
  | { state: 'open' }
  | { state: 'sending'; answer: string }
  | { state: 'failed'; answer: string }
  | { state: 'unreadable'; answer: string; remark: string }
  | { state: 'graded'; answer: string; verdict: Verdict };

/** One answer to one question. While one is under way, and once it is graded, nothing more is sent. */
export function useGrading(questionId: number, onGrade: GradeAnswer | undefined) {
  const [grading, setGrading] = useState<Grading>({ state: 'open' });
  // Two taps may come before React has drawn the first.
  const isClosed = useRef(false);
  async function send(given: string) {
    const answer = given.trim();
    if (!onGrade || answer === '' || isClosed.current) return;
    isClosed.current = true;
    setGrading({ state: 'sending', answer });
    try {
      const graded = await onGrade(questionId, answer);
      if ('is_readable' in graded) {
        isClosed.current = false;
        setGrading({ state: 'unreadable', answer, remark: graded.remark });
      } else setGrading({ state: 'graded', answer, verdict: graded });
    } catch (error) {
      console.error('應用層錯誤: an answer was not graded', error);
      isClosed.current = false;
      setGrading({ state: 'failed', answer });
    }
  }
  return { grading, send };
}
