/**
 * The numbers of the response codes, separate from their messages so that a page bundles only those it uses.
 * 0 is success.
 */
export const ok = 0;
export const badInput = 1001;
export const badBody = 1002;
export const unknownPath = 1003;
export const wrongMethod = 1004;
export const notFound = 1005;
export const tooLarge = 1006;
export const wrongType = 1007;
export const tooMany = 1008;
export const tooSlow = 1009;
export const notReady = 1010;
export const badUrl = 1011;
export const conflict = 1012;
export const badRange = 1013;
export const noSpace = 1014;
export const internal = 1500;
export const sessionInvalid = 3001;
export const notSignedIn = 3002;
export const tokenExpired = 3003;
export const csrfFailed = 3004;
export const wrongOrigin = 3005;
export const notAllowed = 3006;
export const secondFactorNeeded = 3007;
export const freshLoginNeeded = 3008;
export const suspended = 3009;

export const codeWrong = 2001;
export const codeExpired = 2002;
export const proofNeeded = 2003;
export const waitForCode = 2004;
export const smsUnavailable = 2005;
export const ticketInvalid = 2006;
export const banned = 2007;
export const reachedLimit = 2008;
export const quotaUsedUp = 2009;
export const alreadySuspended = 2010;
export const appealOpen = 2011;
export const answerWrong = 2021;
export const numberTaken = 2022;
export const oldAccount = 2023;

export const caseClosed = 2201;
export const childInUse = 2202;
export const alreadyPosted = 2203;
export const caseNotOnline = 2301;
export const caseTaken = 2302;
export const slotTaken = 2303;
export const interestClosed = 2304;
export const ownCase = 2305;
export const listingNeeded = 2306;
export const otherAskedFirst = 2307;
export const askedTooOften = 2308;
export const matchOver = 2309;
export const contactShared = 2310;
export const slotsNotOffered = 2311;
export const matchRests = 2312;
export const policeCheckOver = 2401;
export const policeCheckAsked = 2402;
export const badgeOver = 2403;

export const classStopped = 2501;
export const lessonOpen = 2502;
export const lessonNotStarted = 2503;
export const endBeforeStart = 2504;
export const lessonOverlaps = 2505;
export const clockWrong = 2506;
export const clockTooOld = 2507;
export const lessonTooLong = 2508;
export const lessonSettled = 2509;
export const noticeTooShort = 2510;
export const notPlanned = 2511;
export const appealClosed = 2512;
export const noOpenLesson = 2521;
export const reviewNotOpen = 2531;
export const reviewPublished = 2532;

export const answerRunning = 2601;
export const assistantUnavailable = 2602;
export const nothingToContinue = 2603;
export const trialUsedUp = 2604;
export const badOffer = 2701;
export const voiceBusy = 2702;
export const voiceUnavailable = 2703;
export const notUnderstood = 2704;
