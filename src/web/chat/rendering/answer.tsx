import type { DataPart } from '#shared/chat-parts.ts';
import type { GradeAnswer } from './grade.ts';

type AnswerProps = { text: string; parts: readonly DataPart[]; streaming: boolean; onGrade?: GradeAnswer | undefined };

export const Answer = ({ text }: AnswerProps) => <div className="whitespace-pre-wrap">{text}</div>;
