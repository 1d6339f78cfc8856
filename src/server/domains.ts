import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { defaultLocale } from '#shared/locale.ts';
import { createAccounts } from './accounts/accounts.ts';
import { createPhoneVault } from './accounts/phone-vault.ts';
import { accountRoutes } from './accounts/routes.ts';
import { caseListOf } from './cases/cases.ts';
import { caseRoutes } from './cases/routes.ts';
import { openChat } from './chat/chat.ts';
import { chatRoutes } from './chat/routes.ts';
import { takeOverThreads } from './chat/take-over.ts';
import { classRoutes } from './classes/routes.ts';
import type { Config } from './config.ts';
import { openContent } from './content/content.ts';
import { contentRoutes } from './content/routes.ts';
import type { Database } from './db.ts';
import { eraserRoutes } from './eraser/routes.ts';
import type { EraserTools } from './eraser/tools.ts';
import type { Files } from './files.ts';
import { interestRoutes } from './interest/routes.ts';
import type { Keys } from './keys.ts';
import { openMarket } from './market/market.ts';
import { marketRoutes } from './market/routes.ts';
import { createMatching } from './matching/matching.ts';
import { createPricing } from './matching/pricing.ts';
import { matchingRoutes } from './matching/routes.ts';
import { openEvents } from './messages/events.ts';
import { messageRoutes } from './messages/routes.ts';
import { operatorRoutes } from './operator/routes.ts';
import { openBank } from './practice/bank.ts';
import { openPractice } from './practice/practice.ts';
import { practiceRoutes } from './practice/routes.ts';
import { privacyRoutes } from './privacy/routes.ts';
import { pushSender } from './push/push.ts';
import { pushRoutes } from './push/routes.ts';
import { createQuota } from './quota/quota.ts';
import { openReference } from './reference/reference.ts';
import { referenceRoutes } from './reference/routes.ts';
import { reviewRoutes } from './reviews/routes.ts';
import { safetyRoutes } from './safety/routes.ts';
import { welcome } from './sharing/promotion.ts';
import { sharingRoutes } from './sharing/routes.ts';
import { openSms } from './sms/sms.ts';
import type { Telemetry } from './telemetry/telemetry.ts';
import { trustRoutes } from './trust/routes.ts';
import { tutorRoutes } from './tutors/routes.ts';
import { hasShelves } from './tutors/tutors.ts';
import { uploadRoutes } from './uploads/routes.ts';
import { voiceRoutes } from './voice/routes.ts';
import { openVoice } from './voice/voice.ts';
import { weatherRoutes } from './weather/routes.ts';

export type AppParts = {
  config: Config;
  keys: Keys;
  database: Database;
  files: Files;
  eraserTools: EraserTools;
  log: FastifyBaseLogger;
  /** Undefined: nobody measures. */
  telemetry?: Telemetry | undefined;
};

export type Domains = Awaited<ReturnType<typeof openDomains>>;

/** Every domain with what it needs of the others: the only place where they meet. */
export async function openDomains(parts: AppParts) {
  const { config, keys, database, files, eraserTools, log, telemetry } = parts;
  const vault = createPhoneVault(keys.phone);
  const reference = await openReference(database);
  const content = await openContent(database, config);
  const market = await openMarket(database, log);
  const events = await openEvents(database);
  const matching = createMatching(database, market);
  const pricing = createPricing(database, log);
  const sms = openSms({ config, keys, vault, database, log });
  const push = pushSender(config, keys);
  const quota = createQuota(config.quota);
  const bank = openBank();
  const chat = await openChat({ config, keys, database, files, eraserTools, quota, bank, log, telemetry });
  const voice = openVoice({ config, keys, database, quota, chat, log });
  const practice = openPractice({ database, bank, mathematics: chat.mathematics });
  const accounts = createAccounts({
    keys,
    vault,
    database,
    sms,
    belongings: { caseListOf, hasShelves },
    balanceOf: quota.balanceOf,
    welcome: (tx, shown) => welcome(tx, quota, shown),
    takeOver: (tx, userId, cookies) => takeOverThreads(tx, userId, chat.devices.known(cookies)),
    termsVersion: async (suffix) => (await content.terms(suffix, undefined, defaultLocale)).version,
  });
  return {
    config,
    database,
    files,
    log,
    eraserTools,
    vault,
    reference,
    content,
    events,
    market,
    matching,
    pricing,
    sms,
    push,
    quota,
    chat,
    practice,
    voice,
    accounts,
    async close() {
      await Promise.all([
        voice.close(),
        chat.close(),
        sms.close(),
        content.close(),
        events.close(),
        market.close(),
        reference.close(),
      ]);
    },
  };
}

/** Binds every call of the contract. */
export async function bindDomains(api: FastifyInstance, domains: Domains) {
  await api.register(referenceRoutes, domains);
  await api.register(contentRoutes, domains);
  await api.register(accountRoutes, domains);
  await api.register(marketRoutes, domains);
  await api.register(matchingRoutes, domains);
  await api.register(messageRoutes, domains);
  await api.register(pushRoutes, domains);
  await api.register(caseRoutes, domains);
  await api.register(tutorRoutes, domains);
  await api.register(interestRoutes, domains);
  await api.register(classRoutes, domains);
  await api.register(reviewRoutes, domains);
  await api.register(safetyRoutes, domains);
  await api.register(weatherRoutes, domains);
  await api.register(chatRoutes, domains);
  await api.register(practiceRoutes, domains);
  await api.register(voiceRoutes, domains);
  await api.register(uploadRoutes, domains);
  await api.register(trustRoutes, domains);
  await api.register(eraserRoutes, { ...domains, ...domains.eraserTools });
  await api.register(sharingRoutes, domains);
  await api.register(privacyRoutes, { ...domains, verifyAgain: domains.accounts.verifyAgain });
  await api.register(operatorRoutes, { ...domains, smsSpend: domains.sms.spend });
}
