/** How many pairs of server domains may import each other. This number may only decrease. */
export const allowedMutualPairs = 1;

/** Files that use what a package does not offer, because it offers no other way. The list may only get shorter. */
export const allowedPrivateParts = {
  'src/server/domains/eraser/intake/pdfium.ts':
    'C functions of PDFium, under the names that Emscripten gives them',
  'src/server/domains/eraser/intake/read-pdf.ts':
    'C functions of PDFium, under the names that Emscripten gives them',
  'src/server/domains/operator/operator.api.test.ts':
    'only the table itself can hold a job of another worker',
  'src/server/ground/backup/job.api.test.ts': 'only the table itself can hold a job of another worker',
  'src/server/ground/jobs/jobs.whole.test.ts': 'only the table itself can hold a job of another worker',
  'src/server/ground/files/chinese-font.ts': 'the package consists of font files',
  'src/web/domains/chat/rendering/markdown/emphasis.ts': 'fields of micromark tokens that extensions set',
  'src/web/ui/motion/lottie-player.ts': 'the player without expressions, a documented file',
};

/**
 * The public files of each domain: the only ones that other domains may import. The wiring and tests may import
 * anything. Before adding a file, check whether the caller could use one that is listed here.
 */
export const publicFiles = {
  'server/accounts': [
    'accounts.ts',
    'banned-state.ts',
    'bans.ts',
    'lock-account.ts',
    'numbers.ts',
    'second-factor.ts',
    'sessions.ts',
    'sign-in.ts',
    'standing.ts',
    'stored-phone.ts',
    'tables.ts',
    'users.ts',
  ],
  'server/blocks': ['blocks.ts', 'tables.ts'],
  'server/cases': ['case-outline.ts', 'case-references.ts', 'case-status.ts', 'cases.ts', 'sample-cases.ts'],
  'server/chat': [
    'answering/accept.ts',
    'answering/prompt.ts',
    'assistants.ts',
    'chat.ts',
    'thread/lock-thread.ts',
    'thread/threads.ts',
    'thread/write-question.ts',
  ],
  'server/classes': [
    'change-plan.ts',
    'class-of-match.ts',
    'locks.ts',
    'review-occasions.ts',
    'schedule.ts',
    'tables.ts',
    'weekly-plan.ts',
  ],
  'server/eraser': [
    'page-files.ts',
    'intake/refusals.ts',
    'publish.ts',
    'records.ts',
    'sharing.ts',
    'tools.ts',
    'workshop/tasks.ts',
  ],
  'server/interest': ['closing.ts', 'matches.ts'],
  'server/market': ['market.ts', 'views.ts'],
  'server/messages': ['events.ts', 'notices.ts', 'talk-access.ts', 'talk-files.ts'],
  'server/operator': ['audit.ts', 'queue.ts', 'tables.ts'],
  'server/practice': ['bank.ts', 'kinds.ts', 'latex-in.ts', 'mathematics.ts', 'solver-worker.ts'],
  'server/push': ['send-later.ts'],
  'server/quota': ['quota.ts'],
  'server/reference': ['check-references.ts', 'reference.ts'],
  'server/reviews': ['shown.ts', 'write.ts'],
  'server/tutors': ['portraits.ts', 'sample-listings.ts', 'subject-grades.ts', 'tutors.ts'],
  'server/uploads': ['evidence.ts'],
  'server/waiting': ['kinds.ts'],
  'web/accounts': ['account-controls.tsx', 'halt.tsx', 'login/account-with-form.tsx', 'me-page.tsx'],
  'web/cases': ['case-summary.ts', 'case-values.ts'],
  'web/chat': [
    'rendering/cards/help.tsx',
    'rendering/formula/formula.tsx',
    'rendering/formula/katex-loader.ts',
    'rendering/plain-text.ts',
    'rendering/prose.tsx',
    'thread-param.ts',
  ],
  'web/classes': ['load-classes.ts', 'queue/store.ts', 'queue/waiting-count.ts', 'tutoring-classes.tsx'],
  'web/eraser': ['paper/chat-picture.ts'],
  'web/interest': ['ask.tsx', 'load-requests.ts', 'matches.tsx', 'requests.tsx', 'use-live-refresh.ts'],
  'web/market': [
    'card-grid.tsx',
    'case-view.ts',
    'load-one.ts',
    'names.ts',
    'price.tsx',
    'slugs.ts',
    'tutor-view.ts',
    'tutor/remembered-tutor.tsx',
  ],
  'web/matching': ['stored-or-null.ts', 'live-fit-line.tsx', 'price-hints.tsx', 'use-live-fit.ts'],
  'web/messages': ['ask-to-tell.tsx', 'push-switch.tsx'],
  'web/operator': ['parts.tsx'],
  'web/reference': ['named.ts', 'qr-codes.tsx', 'school-search.ts', 'store.ts', 'subjects.ts'],
  'web/safety': ['person-menu.tsx'],
  'web/reviews': ['tutor-review-list.tsx'],
  'web/trust': [
    'badge-list.tsx',
    'badge-words.ts',
    'my-badges.tsx',
    'operator-badges.tsx',
    'police-check.tsx',
  ],
  'web/tutors': ['listing-card.tsx'],
};
