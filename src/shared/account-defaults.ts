import type { AiUserInfo, UserInfo } from './accounts.ts';

// Apart from the schemas, so that a page which needs these does not load those.

/** What the browser holds while nobody is logged in. */
export const defaultUserInfo: UserInfo = {
  id: 0,
  name: '',
  gender: 'F',
  case_list: [],
  mobile: '',
  last_identity: 0,
  is_remind: false,
  has_shelves: false,
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

/** The flag of an AI user that a product login opened, and that does not stay without one. */
export const needsProductLogin = 4;
