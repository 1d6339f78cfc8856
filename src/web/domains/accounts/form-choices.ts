import type { Translate } from '#web/ground/i18n/i18n.ts';
import type { Choice } from '#web/ui/forms/choice-cards.tsx';

export const genderChoices = (t: Translate): Choice<'U' | 'M' | 'F'>[] => [
  { value: 'U', label: t('register.genderU') },
  { value: 'M', label: t('register.genderM') },
  { value: 'F', label: t('register.genderF') },
];

export const identityChoices = (t: Translate): Choice<1 | 2>[] => [
  { value: 1, label: t('register.parent'), text: t('register.parentText') },
  { value: 2, label: t('register.tutor'), text: t('register.tutorText') },
];
