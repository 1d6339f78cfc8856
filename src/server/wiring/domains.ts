import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { createAccounts } from '#server/domains/accounts/accounts.ts';
import { accountRoutes } from '#server/domains/accounts/routes.ts';
import { caseListOf } from '#server/domains/cases/cases.ts';
import { caseRoutes } from '#server/domains/cases/routes.ts';
import { openChat } from '#server/domains/chat/chat.ts';
import { chatRoutes } from '#server/domains/chat/routes.ts';
import { copiesOfThreads } from '#server/domains/chat/thread/shares.ts';
import { takeOverThreads } from '#server/domains/chat/thread/threads.ts';
import { classRoutes } from '#server/domains/classes/routes.ts';
import { feeRoutes } from '#server/domains/classes/statements/routes.ts';
import { openContent } from '#server/domains/content/content.ts';
import { contentRoutes } from '#server/domains/content/routes.ts';
import { deliveryRoutes } from '#server/domains/delivery/routes.ts';
import { switchOff } from '#server/domains/delivery/settings.ts';
import { notificationSettingsRoutes } from '#server/domains/delivery/settings-routes.ts';
import { isSampleAccount } from '#server/domains/demo/life/people.ts';
import { eraserRoutes } from '#server/domains/eraser/routes.ts';
import { copiesOfPapers } from '#server/domains/eraser/sharing.ts';
import type { EraserTools } from '#server/domains/eraser/tools.ts';
import { interestRoutes } from '#server/domains/interest/routes.ts';
import { openMail } from '#server/domains/mail/mail.ts';
import { mailRoutes } from '#server/domains/mail/routes.ts';
import { openMarket } from '#server/domains/market/market.ts';
import { marketRoutes } from '#server/domains/market/routes.ts';
import { savedRoutes } from '#server/domains/market/saved-routes.ts';
import { createMatching } from '#server/domains/matching/matching.ts';
import { createPricing } from '#server/domains/matching/pricing.ts';
import { matchingRoutes } from '#server/domains/matching/routes.ts';
import { announce, openEvents } from '#server/domains/messages/events.ts';
import { notify } from '#server/domains/messages/notices.ts';
import { messageRoutes } from '#server/domains/messages/routes.ts';
import { numberRoutes } from '#server/domains/numbers/routes.ts';
import { banRequestRoutes } from '#server/domains/operator/ban-request-routes.ts';
import { ownerOfGrantedCopy } from '#server/domains/operator/ban-requests.ts';
import { operatorRoutes } from '#server/domains/operator/routes.ts';
import { standingRoutes } from '#server/domains/operator/standing-routes.ts';
import { openBank } from '#server/domains/practice/bank.ts';
import { openPractice } from '#server/domains/practice/practice.ts';
import { practiceRoutes } from '#server/domains/practice/routes.ts';
import { privacyRoutes } from '#server/domains/privacy/routes.ts';
import { pushSender } from '#server/domains/push/deliver.ts';
import { pushRoutes } from '#server/domains/push/routes.ts';
import { createQuota } from '#server/domains/quota/quota.ts';
import { openReference } from '#server/domains/reference/reference.ts';
import { referenceRoutes } from '#server/domains/reference/routes.ts';
import { fileReport } from '#server/domains/reports/file-report.ts';
import { reportRoutes } from '#server/domains/reports/routes.ts';
import { reviewRoutes } from '#server/domains/reviews/routes.ts';
import { safetyRoutes } from '#server/domains/safety/routes.ts';
import { rewardNewcomer } from '#server/domains/sharing/promotion.ts';
import { sharingRoutes } from '#server/domains/sharing/routes.ts';
import { openSms } from '#server/domains/sms/sms.ts';
import { trustRoutes } from '#server/domains/trust/routes.ts';
import { ownShowing } from '#server/domains/tutors/portraits.ts';
import { tutorRoutes } from '#server/domains/tutors/routes.ts';
import { uploadRoutes } from '#server/domains/uploads/routes.ts';
import { voiceRoutes } from '#server/domains/voice/routes.ts';
import { openVoice } from '#server/domains/voice/voice.ts';
import { waitingRoutes } from '#server/domains/waiting/routes.ts';
import { weatherRoutes } from '#server/domains/weather/routes.ts';
import { type Config, showsCodes } from '#server/ground/config/config.ts';
import type { Keys } from '#server/ground/config/keys.ts';
import type { Database } from '#server/ground/db/db.ts';
import type { Files } from '#server/ground/files/files.ts';
import { createPhoneEncryption } from '#server/ground/phone/phone-encryption.ts';
import type { Telemetry } from '#server/ground/telemetry/telemetry.ts';
import { defaultLocale } from '#shared/locale.ts';
import { channelsHere } from './channels-here.ts';
import { firstPageDrawer } from './first-page.ts';
import { personalDomains } from './personal-data.ts';
import { queueKinds } from './queue-kinds.ts';
import { retire } from './retire.ts';
import { standingDesk } from './standing.ts';
import { waitingParts } from './waiting-kinds.ts';

export type AppParts = {
  config: Config;
  keys: Keys;
  database: Database;
  files: Files;
  eraserTools: EraserTools;
  log: FastifyBaseLogger;
  /** Undefined if neither metrics nor traces are configured. */
  telemetry?: Telemetry | undefined;
};

export type Domains = Awaited<ReturnType<typeof openDomains>>;

/** Opens every domain and passes it what it needs from others: the only place where domains are connected. */
export async function openDomains(parts: AppParts) {
  const { config, keys, database, files, eraserTools, log, telemetry } = parts;
  const vault = createPhoneEncryption(keys.phone);
  const reference = await openReference(database);
  const content = await openContent(database, config);
  const market = await openMarket(database, log);
  const events = await openEvents(database);
  const matching = createMatching(database, market);
  const pricing = createPricing(database, log);
  const sms = openSms({ config, keys, vault, database, log });
  const push = pushSender(config, keys);
  const mail = openMail({ config, keys, log });
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
    belongings: { caseListOf, showingOf: ownShowing },
    balanceOf: quota.balanceOf,
    welcome: (tx, shown) => rewardNewcomer(tx, quota, shown),
    takeOver: (tx, userId, cookies) => takeOverThreads(tx, userId, chat.devices.known(cookies)),
    async tellNewDevice(tx, userId, browser) {
      if (showsCodes(config) && (await isSampleAccount(tx, vault, userId))) return;
      await notify(tx, { userId, kind: 'new_device', params: { browser } });
    },
    retire,
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
    mail,
    quota,
    chat,
    practice,
    voice,
    accounts,
    async close() {
      mail.close();
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

/** Registers the routes of every domain. */
export async function bindDomains(api: FastifyInstance, domains: Domains) {
  await api.register(referenceRoutes, domains);
  await api.register(contentRoutes, domains);
  await api.register(accountRoutes, domains);
  await api.register(numberRoutes, { ...domains, retire });
  await api.register(marketRoutes, domains);
  await api.register(savedRoutes, domains);
  await api.register(matchingRoutes, domains);
  await api.register(messageRoutes, { ...domains, drawFirstPage: firstPageDrawer(domains.eraserTools) });
  await api.register(pushRoutes, domains);
  await api.register(deliveryRoutes, domains);
  await api.register(notificationSettingsRoutes, {
    ...domains,
    channelsHere: channelsHere(domains),
    announceChange: (tx, userId) => announce(tx, userId, { kind: 'settings' }),
  });
  await api.register(mailRoutes, { ...domains, switchOff });
  await api.register(caseRoutes, domains);
  await api.register(tutorRoutes, {
    ...domains,
    tellRemoved: (tx, userId) => notify(tx, { userId, kind: 'photo_removed', params: {} }),
  });
  await api.register(interestRoutes, domains);
  await api.register(classRoutes, domains);
  await api.register(feeRoutes, domains);
  await api.register(waitingRoutes, { ...domains, waiting: waitingParts(domains) });
  await api.register(reviewRoutes, { ...domains, fileReport });
  await api.register(reportRoutes, domains);
  await api.register(safetyRoutes, domains);
  await api.register(weatherRoutes, domains);
  await api.register(chatRoutes, domains);
  await api.register(practiceRoutes, domains);
  await api.register(voiceRoutes, domains);
  await api.register(uploadRoutes, domains);
  await api.register(trustRoutes, domains);
  await api.register(eraserRoutes, { ...domains, ...domains.eraserTools });
  await api.register(sharingRoutes, { ...domains, fileReport });
  await api.register(privacyRoutes, {
    ...domains,
    verifyAgain: domains.accounts.verifyAgain,
    domains: personalDomains,
    ownerOfGrantedCopy: (given, wire) => ownerOfGrantedCopy(domains.accounts, given, wire),
    copiesOf: async (db, userId) => ({
      threads: await copiesOfThreads(db, userId),
      papers: await copiesOfPapers(db, userId),
    }),
  });
  await api.register(operatorRoutes, {
    ...domains,
    smsSpend: domains.sms.spend,
    queueKinds: queueKinds(domains.vault),
  });
  await api.register(banRequestRoutes, domains);
  await api.register(standingRoutes, { ...domains, standingDesk });
}
