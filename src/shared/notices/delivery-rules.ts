import type { NoticeKindName } from '../messages.ts';

/** The ways a person is told outside the page. */
export const deliveryChannels = ['push', 'email', 'sms'] as const;
export type DeliveryChannelName = (typeof deliveryChannels)[number];

/** What people switch on and off, each by channel, on one page. */
export const deliveryTopics = [
  'offers',
  'messages',
  'trials',
  'lessons',
  'records',
  'reviews',
  'documents',
  'reports',
  'papers',
  'account',
  'safety',
] as const;
export type DeliveryTopic = (typeof deliveryTopics)[number];

/** Unread messages of a conversation are an event like a notice, without a row among the notices. */
export type EventKind = NoticeKindName | 'message';

export type DeliveryRule = {
  topic: DeliveryTopic;
  /** Who is told. `person`: the one whom it is about. */
  to: 'family' | 'tutor' | 'other side' | 'both sides' | 'person' | 'reporter';
  /** The channels until the person chooses others. */
  by: readonly DeliveryChannelName[];
  /**
   * Between 22:30 and 07:30 it waits for the morning, or comes at once. `today` comes at once if the lesson that
   * it is about begins on this day in Hong Kong, and waits otherwise.
   */
  quietHours: 'waits' | 'comes' | 'today';
  /** Whether it may wait for the daily digest of somebody who chose one. */
  digest: boolean;
};

const pushAndEmail = ['push', 'email'] as const;
const everyWay = ['push', 'email', 'sms'] as const;
const push = ['push'] as const;

const waits = { quietHours: 'waits' } as const;
const comes = { quietHours: 'comes', digest: false } as const;
const today = { quietHours: 'today', digest: false } as const;
/** Somebody waits for an answer, so no digest holds it back. */
const toAnswer = { ...waits, digest: false } as const;
const toKnow = { ...waits, digest: true } as const;

/**
 * Every event: whom it tells, by which channels until the person chooses others, and when. An SMS is sent only
 * while it cannot wait: for the kinds of `today`, only if the lesson is today.
 */
export const deliveryRules = {
  message: { topic: 'messages', to: 'other side', by: pushAndEmail, ...toAnswer },

  interest_applied: { topic: 'offers', to: 'family', by: pushAndEmail, ...toAnswer },
  interest_invited: { topic: 'offers', to: 'tutor', by: pushAndEmail, ...toAnswer },
  interest_declined: { topic: 'offers', to: 'other side', by: pushAndEmail, ...toKnow },
  interest_withdrawn: { topic: 'offers', to: 'other side', by: push, ...toKnow },
  interest_closed: { topic: 'offers', to: 'tutor', by: pushAndEmail, ...toKnow },
  match_made: { topic: 'offers', to: 'both sides', by: pushAndEmail, ...toAnswer },
  match_ended: { topic: 'offers', to: 'other side', by: pushAndEmail, ...toKnow },
  contact_asked: { topic: 'offers', to: 'other side', by: pushAndEmail, ...toAnswer },
  contact_agreed: { topic: 'offers', to: 'other side', by: pushAndEmail, ...toKnow },

  trial_proposed: { topic: 'trials', to: 'other side', by: pushAndEmail, ...toAnswer },
  trial_agreed: { topic: 'trials', to: 'other side', by: pushAndEmail, ...today },
  trial_moved: { topic: 'trials', to: 'other side', by: everyWay, ...today },
  trial_declined: { topic: 'trials', to: 'other side', by: pushAndEmail, ...toAnswer },
  trial_cancelled: { topic: 'trials', to: 'other side', by: everyWay, ...today },
  trial_over: { topic: 'trials', to: 'family', by: pushAndEmail, ...toAnswer },
  trial_passed: { topic: 'trials', to: 'tutor', by: pushAndEmail, ...toKnow },
  trial_failed: { topic: 'trials', to: 'tutor', by: pushAndEmail, ...toKnow },

  lesson_soon: { topic: 'lessons', to: 'both sides', by: push, ...comes },
  lesson_started: { topic: 'lessons', to: 'family', by: push, ...comes },
  lesson_moved: { topic: 'lessons', to: 'other side', by: everyWay, ...today },
  lesson_cancelled: { topic: 'lessons', to: 'other side', by: everyWay, ...today },
  lesson_cancelled_weather: { topic: 'lessons', to: 'both sides', by: everyWay, ...today },
  plan_proposed: { topic: 'lessons', to: 'other side', by: pushAndEmail, ...toAnswer },
  plan_accepted: { topic: 'lessons', to: 'other side', by: pushAndEmail, ...today },
  plan_declined: { topic: 'lessons', to: 'other side', by: pushAndEmail, ...toAnswer },
  match_rests: { topic: 'safety', to: 'other side', by: everyWay, ...comes },
  match_resumes: { topic: 'lessons', to: 'other side', by: pushAndEmail, ...toKnow },
  match_closed: { topic: 'safety', to: 'other side', by: everyWay, ...comes },

  lesson_ended: { topic: 'records', to: 'family', by: pushAndEmail, ...toKnow },
  lesson_undone: { topic: 'records', to: 'family', by: push, ...toKnow },
  lesson_added: { topic: 'records', to: 'family', by: pushAndEmail, ...toAnswer },
  lesson_end_forgotten: { topic: 'records', to: 'both sides', by: pushAndEmail, ...toKnow },
  lesson_confirmed: { topic: 'records', to: 'tutor', by: push, ...toKnow },
  lesson_disputed: { topic: 'records', to: 'tutor', by: pushAndEmail, ...toAnswer },
  lesson_dispute_decided: { topic: 'records', to: 'both sides', by: pushAndEmail, ...toKnow },
  reliability_decided: { topic: 'records', to: 'tutor', by: pushAndEmail, ...toKnow },
  statement_ready: { topic: 'records', to: 'both sides', by: pushAndEmail, ...toKnow },
  fee_paid: { topic: 'records', to: 'tutor', by: pushAndEmail, ...toKnow },
  fee_received: { topic: 'records', to: 'family', by: push, ...toKnow },
  fee_unpaid: { topic: 'records', to: 'family', by: pushAndEmail, ...toKnow },

  review_open: { topic: 'reviews', to: 'both sides', by: pushAndEmail, ...toKnow },
  reviews_published: { topic: 'reviews', to: 'person', by: pushAndEmail, ...toKnow },
  review_reported_decided: { topic: 'reports', to: 'both sides', by: pushAndEmail, ...toKnow },

  evidence_verified: { topic: 'documents', to: 'tutor', by: pushAndEmail, ...toKnow },
  evidence_refused: { topic: 'documents', to: 'tutor', by: pushAndEmail, ...toKnow },
  photo_removed: { topic: 'documents', to: 'tutor', by: pushAndEmail, ...toKnow },
  badge_expiring: { topic: 'documents', to: 'tutor', by: pushAndEmail, ...toKnow },
  badge_expired: { topic: 'documents', to: 'tutor', by: pushAndEmail, ...toKnow },
  badge_revoked: { topic: 'documents', to: 'tutor', by: pushAndEmail, ...toKnow },
  confirmed_badge_revoked: { topic: 'documents', to: 'family', by: pushAndEmail, ...toKnow },
  police_check_asked: { topic: 'documents', to: 'tutor', by: pushAndEmail, ...toAnswer },
  police_check_shared: { topic: 'documents', to: 'family', by: pushAndEmail, ...toAnswer },
  police_check_ended: { topic: 'documents', to: 'both sides', by: push, ...toKnow },
  police_check_confirmed: { topic: 'documents', to: 'tutor', by: pushAndEmail, ...toKnow },

  report_decided: { topic: 'reports', to: 'reporter', by: pushAndEmail, ...toKnow },
  shared_record_reported_decided: { topic: 'reports', to: 'reporter', by: pushAndEmail, ...toKnow },
  shared_record_decided: { topic: 'reports', to: 'person', by: pushAndEmail, ...toKnow },

  quota_granted: { topic: 'papers', to: 'person', by: push, ...toKnow },
  promotion_rewarded: { topic: 'papers', to: 'person', by: push, ...toKnow },
  paper_ready: { topic: 'papers', to: 'person', by: push, ...toKnow },
  answer_ready: { topic: 'papers', to: 'person', by: push, ...toKnow },

  new_device: { topic: 'account', to: 'person', by: pushAndEmail, ...comes },
  number_changed: { topic: 'account', to: 'person', by: everyWay, ...comes },
  number_move_granted: { topic: 'account', to: 'person', by: pushAndEmail, ...comes },
  number_move_refused: { topic: 'account', to: 'person', by: pushAndEmail, ...comes },
  ban_lifted: { topic: 'account', to: 'person', by: pushAndEmail, ...toKnow },
  warned: { topic: 'account', to: 'person', by: pushAndEmail, ...waits, digest: false },
  suspension_over: { topic: 'account', to: 'person', by: pushAndEmail, ...waits, digest: false },
  suspension_appeal_decided: { topic: 'account', to: 'person', by: pushAndEmail, ...waits, digest: false },

  safety_overdue: { topic: 'safety', to: 'tutor', by: everyWay, ...comes },
} as const satisfies Record<EventKind, DeliveryRule>;

/** The channels of a topic until the person chooses others: those of all its kinds. */
export const topicChannels = (topic: DeliveryTopic) =>
  deliveryChannels.filter((channel) =>
    Object.values(deliveryRules).some(
      (rule: DeliveryRule) => rule.topic === topic && rule.by.includes(channel),
    ),
  );

/** Told even while `is_remind` is off, and never switched off by every channel: they protect people. */
export const alwaysTold: readonly DeliveryTopic[] = ['account', 'safety'];
