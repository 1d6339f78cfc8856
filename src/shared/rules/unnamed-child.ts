/** The posting form calls a child without a nickname 學生 or Student, the next ones with a number. */
const unnamed = /^((學生|Student) ?[二三四五\d]?)?$/;

/** Whether the family gave the child a name: otherwise grade and subject tell more. */
export const isNamed = (nickname: string) => !unnamed.test(nickname.trim());
