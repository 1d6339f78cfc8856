import { type Config, showsMailCodes } from '#server/ground/config/config.ts';
import type { Keys } from '#server/ground/config/keys.ts';
import { createPhoneEncryption } from '#server/ground/phone/phone-encryption.ts';
import { createMailHashes } from './hashes.ts';
import { createMailSender } from './sender.ts';
import { createUnsubscribeTokens } from './unsubscribe.ts';

type Log = Record<'info', (details: object, text: string) => void>;
type MailParts = { config: Config; keys: Keys; log: Log };
export type Mailing = ReturnType<typeof openMail>;

/** What every part of mailing needs; one per process, because the sender keeps connections. */
export function openMail({ config, keys, log }: MailParts) {
  const sender = createMailSender(config, log);
  return {
    /** Undefined: there is no e-mail here. */
    sender,
    vault: createPhoneEncryption(keys.phone),
    hashes: createMailHashes(keys.secret),
    tokens: createUnsubscribeTokens(keys.secret),
    showsCode: showsMailCodes(config),
    eventsSecret: config.mail.eventsSecret,
    /** For links in mails that no request asked for. */
    origin: config.publicUrl ?? `http://127.0.0.1:${config.port}`,
    close: () => sender?.close(),
  };
}
