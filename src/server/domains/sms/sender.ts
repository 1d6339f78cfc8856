import type { Phone } from '#server/ground/phone/phone.ts';
import type { Config } from '#server/ground/config/config.ts';
import { httpSender } from './http-sender.ts';

export type Message = { to: Phone; text: string };
/** Resolves when the message is on its way. Its errors name neither the number nor the text. */
export type SmsSender = { send(message: Message): Promise<void> };
type Log = { info(details: object, text: string): void };

/** The sender the configuration asks for; undefined when there is none. */
export function createSender(config: Config, log: Log): SmsSender | undefined {
  if (config.sms.sender === 'http') return httpSender(config.sms);
  // The configuration refuses it elsewhere; this is the second lock on the same door.
  return config.sms.sender === 'console' && config.demo ? consoleSender(log) : undefined;
}

/** For demo mode: the text, without the number, goes to the log. */
const consoleSender = (log: Log): SmsSender => ({
  async send({ text }) {
    log.info({ text }, 'a message would be sent');
  },
});
