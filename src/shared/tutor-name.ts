/** 李 of 李小明, C of Chan Siu Ming: all that others see of a name before both sides share their contacts. */
export const surnameOf = (name: string) => /\p{L}/u.exec(name)?.[0].toUpperCase() ?? '';

/** The name as the other side may see it. */
export const nameShown = (name: string, isShared: boolean) => (isShared ? name : surnameOf(name));

/** 李導師 where only the surname may be seen, else the name. */
export const tutorCalled = (shown: string, bySurname: (surname: string) => string) =>
  [...shown].length === 1 ? bySurname(shown) : shown;
