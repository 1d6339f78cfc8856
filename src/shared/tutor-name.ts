import { compoundSurname, romanised } from './contacts/surnames.ts';
import type { Locale } from './locale.ts';

/** 李 of 李小明, 歐陽 of 歐陽菲, C of Chan Siu Ming: all that others see of a name before both sides share their contacts. */
export function surnameOf(name: string) {
  const start = /\p{L}.*/su.exec(name)?.[0] ?? '';
  return compoundSurname(start) ?? [...start][0]?.toUpperCase() ?? '';
}

/** The name as the other side may see it. */
export const nameShown = (name: string, isShared: boolean) => (isShared ? name : surnameOf(name));

/** A surname in a phrase such as 林導師; a phrase in Latin letters gets it romanised: Tutor Lam. */
export const calledBySurname = (surname: string, phrase: (surname: string) => string) =>
  phrase(/\p{Script=Latin}/u.test(phrase('')) ? romanised(surname) : surname);

/** 林導師, Tutor Lam: for texts that are made on the server. */
export const tutorBySurname: Record<Locale, (surname: string) => string> = {
  'zh-Hant': (surname) => `${surname}導師`,
  en: (surname) => `Tutor ${surname}`,
};

/** 李導師 where only the surname may be seen, else the name. */
export const tutorCalled = (shown: string, bySurname: (surname: string) => string) =>
  [...shown].length === 1 || compoundSurname(shown) === shown ? calledBySurname(shown, bySurname) : shown;
