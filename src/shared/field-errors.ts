import type { z } from 'zod';
import type { NameProblem } from './contacts/person-name.ts';
import type { Locale } from './locale.ts';

type Message = Record<Locale, string>;

const notByTheRules: Message = {
  'zh-Hant': '輸入的資料不符合規則',
  en: 'Input data does not meet the rules',
};
const nameProblems: Record<NameProblem, Message> = {
  digits: {
    'zh-Hant': '稱呼不可有數字，聯絡方法會在雙方同意後交換',
    en: 'A name cannot have digits; contacts are shared once both sides agree',
  },
  contacts: {
    'zh-Hant': '稱呼不可有電話、連結或帳號，聯絡方法會在雙方同意後交換',
    en: 'A name cannot have a number, link or account; contacts are shared once both sides agree',
  },
};

/** A validation issue as a message for the user: what to do, without blame. */
function messageFor(issue: z.core.$ZodIssue): Message {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined || Number.isNaN(issue.input)
        ? issue.expected === 'number' && issue.input !== undefined
          ? { 'zh-Hant': '請輸入數字', en: 'Please enter a number' }
          : { 'zh-Hant': '請填寫此項', en: 'This is needed' }
        : issue.expected === 'number' || issue.expected === 'int'
          ? { 'zh-Hant': '請輸入整數', en: 'Please enter a whole number' }
          : { 'zh-Hant': '格式不符', en: 'This is not in the expected form' };
    case 'too_small':
      return issue.origin === 'string'
        ? { 'zh-Hant': `最少 ${issue.minimum} 個字`, en: `At least ${issue.minimum} characters` }
        : issue.origin === 'array'
          ? { 'zh-Hant': `最少選 ${issue.minimum} 項`, en: `Choose at least ${issue.minimum}` }
          : { 'zh-Hant': `不可小於 ${issue.minimum}`, en: `Must be ${issue.minimum} or more` };
    case 'too_big':
      return issue.origin === 'string'
        ? { 'zh-Hant': `最多 ${issue.maximum} 個字`, en: `At most ${issue.maximum} characters` }
        : issue.origin === 'array'
          ? { 'zh-Hant': `最多選 ${issue.maximum} 項`, en: `Choose at most ${issue.maximum}` }
          : { 'zh-Hant': `不可大於 ${issue.maximum}`, en: `Must be ${issue.maximum} or less` };
    case 'invalid_value':
      return { 'zh-Hant': '請選擇列出的其中一項', en: 'Please choose one of the options listed' };
    case 'unrecognized_keys':
      return { 'zh-Hant': '沒有這一項', en: 'There is no such field' };
    case 'custom':
      return nameProblems[issue.params?.name as NameProblem] ?? notByTheRules;
    default:
      return notByTheRules;
  }
}

/** field → message, the first message of each field. */
export function fieldErrors(issues: readonly z.core.$ZodIssue[], locale: Locale) {
  const fields: Record<string, string> = {};
  for (const issue of issues) {
    const names = issue.code === 'unrecognized_keys' ? issue.keys : [issue.path.join('.')];
    for (const name of names) fields[name] ??= messageFor(issue)[locale];
  }
  return fields;
}
