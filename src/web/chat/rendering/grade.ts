export type GradeAnswer = (question: number, answer: string) => Promise<never>;
