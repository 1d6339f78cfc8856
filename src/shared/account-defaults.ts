import type { AiUserInfo, UserInfo } from './accounts.ts';

// Separate from the schemas, so that a page that needs only these does not load zod.

/** The user data of a visitor who is not logged in. */
export const defaultUserInfo: UserInfo = {
  id: 0,
  name: '',
  gender: 'F',
  case_list: [],
  mobile: '',
  last_identity: 0,
  is_remind: false,
  has_shelves: false,
  portrait: null,
};

export const defaultAiUserInfo: AiUserInfo = {
  id: 0,
  remaining_count: 0,
  total_count: 0,
  user_type: 0,
  is_subscribe: false,
  is_subscribe_again: false,
  daily_max_count: 0,
  is_daily_max: false,
  is_unlimited: false,
  paper_type_list: [],
  mobile: '',
};

/** Flag of an AI user created by a product login: without that login the AI session ends. */
export const needsProductLogin = 4;

export const longestStory = 500;

/** The name of an account whose owner has given none; it proves nothing about who asks. */
export const unnamedFamily = { 'zh-Hant': '家長', en: 'Parent' } as const;
