import { useMemo } from 'react';
import { useApi } from '#web/ground/api/api-provider.tsx';
import { newKey } from '#web/ground/drafts.ts';
import type { GradeAnswer } from '../rendering/grade.ts';

/** How a quiz is marked. The same answer to the same question is one attempt, however often it is sent. */
export function useGrade(): GradeAnswer {
  const api = useApi();
  return useMemo(() => {
    const keys = new Map<string, string>();
    return async (questionId, answer) => {
      const name = `${questionId} ${answer}`;
      const client_key = keys.get(name) ?? newKey();
      keys.set(name, client_key);
      const { is_readable, ...verdict } = await api('POST /api_ai/practice/attempts', {
        body: { question_id: questionId, answer, client_key },
      });
      return is_readable ? verdict : { is_readable, remark: verdict.remark };
    };
  }, [api]);
}
