import { compoundSurname, latinSurname, romanised } from './contacts/surnames.ts';

const title = /^\P{L}*(?:miss|mrs|mr|ms|dr|prof|sir|madam|teacher|tutor)(?![a-z])/iu;

/**
 * 李 of 李小明, 歐陽 of 歐陽菲, Chan of Miss Chan and Chan Siu Ming, Wong of Jenny Wong: all that others see of a name
 * before both sides share their contacts. Of words among which no surname is known, only the first letter.
 */
export function surnameOf(name: string) {
  const start = /\p{L}.*/su.exec(name.replace(title, ''))?.[0] ?? '';
  const words = start.split(/[^\p{L}-]+/u).filter(Boolean);
  return (
    compoundSurname(start) ??
    latinSurname(words[0] ?? '') ??
    latinSurname(words.at(-1) ?? '') ??
    [...start][0]?.toUpperCase() ??
    ''
  );
}

/** The name as the other side may see it. */
export const nameShown = (name: string, isShared: boolean) => (isShared ? name : surnameOf(name));

/** A surname in a phrase such as 林導師; a phrase in Latin letters gets it romanised: Tutor Lam. */
export const calledBySurname = (surname: string, phrase: (surname: string) => string) =>
  phrase(/\p{Script=Latin}/u.test(phrase('')) ? romanised(surname) : surname);

/** 李導師 where only the surname may be seen, else the name. */
export const tutorCalled = (shown: string, bySurname: (surname: string) => string) =>
  [...shown].length === 1 || compoundSurname(shown) === shown || latinSurname(shown) === shown
    ? calledBySurname(shown, bySurname)
    : shown;
