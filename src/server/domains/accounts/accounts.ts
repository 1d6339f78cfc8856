import { z } from 'zod';
import type { Keys } from '#server/ground/config/keys.ts';
import type { Database, Db, Tx } from '#server/ground/db/db.ts';
import type { Cookies, ReadCookies } from '#server/ground/http/calls.ts';
import { AppError } from '#server/ground/http/errors.ts';
import type { Session, Visitor } from '#server/ground/http/visitor.ts';
import { type Phone, phoneFromE164, readPhone } from '#server/ground/phone/phone.ts';
import type { PhoneEncryption } from '#server/ground/phone/phone-encryption.ts';
import { needsProductLogin } from '#shared/account-defaults.ts';
import type { AiUserInfo } from '#shared/accounts.ts';
import type { Locale } from '#shared/locale.ts';
import { bannedState } from './banned-state.ts';
import { banOf, isBanned } from './bans.ts';
import { encryptNote, openNote, readNote } from './encrypted-notes.ts';
import { lockAccount } from './lock-account.ts';
import { isDormant, type Retire, sealAccount } from './numbers.ts';
import { answerName, lockOldAccount, OldAccount, questionFor, refuseIfVisited } from './old-account.ts';
import { secondFactorState, takeCode } from './second-factor.ts';
import { createSignIn, type TakeOver, type TellNewDevice } from './sign-in.ts';
import { suspensionsOf } from './standing.ts';
import { openPhone } from './stored-phone.ts';
import {
  type Belongings,
  openAiFace,
  openProductFace,
  type User,
  userById,
  userByPhone,
  userForPhone,
  userInfo,
} from './users.ts';

type Purpose = 'product' | 'ai';
/** The functions of the SMS domain that accounts use. */
type SmsCodes = {
  sendCode(asked: {
    phone: Phone;
    purpose: Purpose;
    address: string;
    locale: Locale;
    proof?: string | undefined;
  }): Promise<{ request_id: string; expires_in: number; resend_in: number; demo_code?: string }>;
  /** Resolves when the code is right, and uses it up. */
  checkCode(given: { requestId: string; phone: Phone; purpose: Purpose; code: string }): Promise<void>;
};

export type AccountsParts = {
  keys: Keys;
  vault: PhoneEncryption;
  database: Database;
  sms: SmsCodes;
  belongings: Belongings;
  /** The version of the terms with this suffix that is now in force. */
  termsVersion(suffix: string): Promise<string>;
  /** Runs in the transaction in which a user has proved that the number is theirs. */
  welcome(tx: Tx, shown: { userId: number; phoneHashes: Buffer[]; cookies: Cookies }): Promise<void>;
  /**
   * Runs in the transaction in which a browser logs in, with the account locked: moves the browser’s data to
   * the account.
   */
  takeOver: TakeOver;
  /** In the same transaction, where the account does not know the browser. */
  tellNewDevice: TellNewDevice;
  retire: Retire;
  balanceOf(db: Db, userId: number): Promise<Omit<AiUserInfo, 'id' | 'user_type' | 'mobile'>>;
};

type Wire = { visitor: Visitor; cookies: Cookies };
/** A request whose cookies are only read. */
export type ReadWire = { visitor: Visitor; cookies: ReadCookies };
type Code = { request_id: string; area_code: string; mobile: string; code: string };

const ticketSeconds = 15 * 60;
const challengeSeconds = 5 * 60;
const oldAccountSeconds = 15 * 60;
const proofCookie = ({ secure }: ReadCookies) => (secure ? '__Host-number_proof' : 'number_proof');
const Ticket = z.object({ e164: z.string() });
const Challenge = z.object({ userId: z.int() });

export type Accounts = ReturnType<typeof createAccounts>;

/** Logging in and registering: the ways from a mobile number to a session. */
export function createAccounts(parts: AccountsParts) {
  const { vault, database, sms, belongings } = parts;
  const signIn = createSignIn(parts.keys, database, parts);
  const infoOf = (userId: number) => userInfo(database.db, vault, userId, belongings);

  /** Only whoever has proved that the number is theirs is told why, and what became of their requests. */
  const refuseBanned = async (db: Db | Tx, phone: Phone, beforeRefusing = () => {}) => {
    const ban = await banOf(db, vault.hashes(phone.e164));
    if (!ban) return;
    beforeRefusing();
    throw new AppError('banned', { details: await bannedState(db, vault, phone, ban) });
  };

  const welcome = (tx: Tx, userId: number, phone: Phone, { cookies }: Wire) =>
    parts.welcome(tx, { userId, phoneHashes: vault.hashes(phone.e164), cookies });

  /**
   * Checks the SMS code, which proves that the caller owns the number. Who proved a banned one may ask again
   * whether it is, and for what is theirs, for a while.
   */
  async function provenPhone(
    { request_id, area_code, mobile, code }: Code,
    purpose: Purpose,
    { visitor, cookies }: Wire,
  ) {
    const phone = phoneTyped(area_code, mobile, visitor.locale);
    await sms.checkCode({ requestId: request_id, phone, purpose, code });
    await refuseBanned(database.db, phone, () => {
      const proof = encryptNote(vault, 'banned number', { e164: phone.e164 }, ticketSeconds);
      const options = { path: '/', httpOnly: true, sameSite: 'strict', secure: cookies.secure } as const;
      cookies.set(proofCookie(cookies), proof, { ...options, maxAge: ticketSeconds });
    });
    return phone;
  }

  /** The number given, if this browser has just proved it and was refused because of a ban. */
  function provenBannedNumber(given: { area_code: string; mobile: string }, { visitor, cookies }: ReadWire) {
    const phone = phoneTyped(given.area_code, given.mobile, visitor.locale);
    const proof = cookies.get(proofCookie(cookies));
    const proved = proof && openNote(vault, 'banned number', proof);
    return proved && Ticket.safeParse(proved).data?.e164 === phone.e164 ? phone : undefined;
  }

  const registrationTicket = (e164: string) => ({
    status: 'register' as const,
    ticket: encryptNote(vault, 'registration', { e164 }, ticketSeconds),
  });

  return {
    signIn,
    vault,
    infoOf,
    provenPhone,

    sendCode(
      purpose: Purpose,
      body: { area_code: string; mobile: string; proof?: string | undefined },
      by: Visitor,
    ) {
      const phone = phoneTyped(body.area_code, body.mobile, by.locale);
      return sms.sendCode({ phone, purpose, address: by.address, locale: by.locale, proof: body.proof });
    },

    async logIn(given: Code, wire: Wire) {
      const phone = await provenPhone(given, 'product', wire);
      const user = await userByPhone(database.db, vault, phone);
      if (user && (await isDormant(database.db, user.id)))
        return {
          status: 'old_account' as const,
          asks: await questionFor(database.db, user),
          challenge: encryptNote(
            vault,
            'old account',
            { userId: user.id, e164: phone.e164 },
            oldAccountSeconds,
          ),
        };
      if (!user?.productSince) return registrationTicket(phone.e164);
      if ((await secondFactorState(database.db, user.id)).isOn)
        return {
          status: 'second_factor' as const,
          challenge: encryptNote(vault, 'second factor', { userId: user.id }, challengeSeconds),
        };
      const opened = await database.transaction((tx) => signIn.openProduct(tx, { ...wire, userId: user.id }));
      return { status: 'signed_in' as const, ...opened, user: await infoOf(user.id) };
    },

    async logInWithSecondFactor({ challenge, code }: { challenge: string; code: string }, wire: Wire) {
      const { userId } = readNote(vault, 'second factor', challenge, Challenge);
      const opened = await this.showSecondFactor(userId, code, async (tx) => {
        const phone = openPhone(vault, await userById(tx, userId));
        if (phone) await refuseBanned(tx, phone);
        return signIn.openProduct(tx, { ...wire, userId, secondFactorShown: true });
      });
      return { status: 'signed_in' as const, ...opened, user: await infoOf(userId) };
    },

    /**
     * The number has not been used for a year and may have a new owner: opens the account only to who knows
     * its second factor or its name. A wrong name is counted before the error is thrown.
     */
    async logInToOldAccount({ challenge, answer }: { challenge: string; answer: string }, wire: Wire) {
      const given = readNote(vault, 'old account', challenge, OldAccount);
      const { userId } = given;
      const open = async (tx: Tx, secondFactorShown: boolean) => {
        await refuseBanned(tx, phoneFromE164(given.e164));
        return signIn.openProduct(tx, { ...wire, userId, secondFactorShown });
      };
      if ((await secondFactorState(database.db, userId)).isOn) {
        await database.transaction((tx) => lockOldAccount(tx, vault, given));
        const opened = await this.showSecondFactor(userId, answer, (tx) => open(tx, true));
        return { status: 'signed_in' as const, ...opened, user: await infoOf(userId) };
      }
      const { left, opened } = await database.transaction(async (tx) => {
        const user = await lockOldAccount(tx, vault, given);
        const left = await answerName(tx, user, answer);
        return left === undefined ? { left, opened: await open(tx, false) } : { left, opened: undefined };
      });
      if (!opened) throw new AppError('answerWrong', { details: { tries_left: left } });
      return { status: 'signed_in' as const, ...opened, user: await infoOf(userId) };
    },

    /** The new owner of a number begins afresh; the former owner's account is sealed. */
    async leaveOldAccount({ challenge }: { challenge: string }) {
      const given = readNote(vault, 'old account', challenge, OldAccount);
      await database.transaction(async (tx) => {
        const user = await lockOldAccount(tx, vault, given);
        await refuseIfVisited(tx, user.id);
        await refuseBanned(tx, phoneFromE164(given.e164));
        // Otherwise a suspension could be waited out and left behind with the account.
        if ((await suspensionsOf(tx, [user.id])).size > 0) throw new AppError('suspended');
        await sealAccount(tx, parts.retire, user);
      });
      return registrationTicket(given.e164);
    },

    /**
     * Checks a code and runs `then` in the same transaction, before the second factor can change. A wrong
     * code is counted even though the call fails: the transaction commits before the error is thrown.
     */
    async showSecondFactor<Done>(
      userId: number,
      code: string,
      then: (tx: Tx) => Promise<Done>,
    ): Promise<Done> {
      const outcome = await database.transaction(async (tx) => {
        await lockAccount(tx, userId);
        const verdict = await takeCode(tx, vault, userId, code);
        return verdict === 'right' ? { verdict, done: await then(tx) } : { verdict };
      });
      if (outcome.verdict === 'right') return outcome.done;
      throw new AppError(outcome.verdict === 'blocked' ? 'tooMany' : 'codeWrong');
    },

    async register(given: Registration, wire: Wire) {
      const { e164 } = readNote(vault, 'registration', given.ticket, Ticket);
      const phone = phoneFromE164(e164);
      const terms = { '': await parts.termsVersion(''), privacy: await parts.termsVersion('privacy') };
      const { locale } = wire.visitor;
      const opened = await database.transaction(async (tx) => {
        const user = await userForPhone(tx, vault, phone, locale);
        await refuseBanned(tx, phone);
        const product = {
          ...given,
          method: given.registration_method,
          marketingConsent: given.marketing_consent,
        };
        // A ticket can only create an account; it cannot log in to an existing one.
        if (!(await openProductFace(tx, user, { ...product, terms }))) throw new AppError('ticketInvalid');
        await welcome(tx, user.id, phone, wire);
        return { userId: user.id, ...(await signIn.openProduct(tx, { ...wire, userId: user.id })) };
      });
      const { userId, ...session } = opened;
      return { status: 'signed_in' as const, ...session, user: await infoOf(userId) };
    },

    async logInToAi(given: Code, wire: Wire) {
      const phone = await provenPhone(given, 'ai', wire);
      const opened = await database.transaction(async (tx) => {
        const user = await userForPhone(tx, vault, phone, wire.visitor.locale);
        await refuseBanned(tx, phone);
        if (await isDormant(tx, user.id)) throw new AppError('oldAccount');
        // A user with a second factor can enter only through the product login or a confirmed QR code.
        if ((await secondFactorState(tx, user.id)).isOn) throw new AppError('secondFactorNeeded');
        await openAiFace(tx, user.id);
        await welcome(tx, user.id, phone, wire);
        return { userId: user.id, ...(await signIn.openAi(tx, { ...wire, userId: user.id })) };
      });
      const { userId, ...token } = opened;
      return { ...token, profile: await this.aiProfile({ userId, face: 'ai', openedByProduct: false }) };
    },

    async aiProfile({ userId, face, openedByProduct }: Pick<Session, 'userId' | 'face' | 'openedByProduct'>) {
      const [user, balance] = await Promise.all([
        userById(database.db, userId),
        parts.balanceOf(database.db, userId),
      ]);
      return {
        id: user.id,
        ...balance,
        user_type: face === 'product' || openedByProduct ? needsProductLogin : 0,
        mobile: ownNumber(vault, user),
      };
    },

    /** Checks, during a session, that its owner still has the number, and answers which one that is. */
    async verifyAgain(userId: number, requestId: string, code: string, purpose: Purpose = 'product') {
      const phone = openPhone(vault, await userById(database.db, userId));
      if (!phone) throw new AppError('sessionInvalid');
      await sms.checkCode({ requestId, phone, purpose, code });
      return phone;
    },

    /** True only for who has just proved this number by a code: nobody learns it of another person's number. */
    async isBannedNumber(given: { area_code: string; mobile: string }, wire: Wire) {
      const phone = provenBannedNumber(given, wire);
      return phone !== undefined && isBanned(database.db, vault.hashes(phone.e164));
    },

    /** For what whoever has just proved a banned number may do without logging in. */
    provenBanned(given: { area_code: string; mobile: string }, wire: ReadWire): Phone {
      const phone = provenBannedNumber(given, wire);
      if (!phone) throw new AppError('ticketInvalid');
      return phone;
    },

    /**
     * Runs `then` for the owner of a proved number's account, who also shows the second factor where one is on.
     */
    async asOwnerOf<Done>(phone: Phone, code: string | undefined, then: (tx: Tx) => Promise<Done>) {
      const user = await userByPhone(database.db, vault, phone);
      if (!user || !(await secondFactorState(database.db, user.id)).isOn) return database.transaction(then);
      if (code === undefined) throw new AppError('secondFactorNeeded');
      return this.showSecondFactor(user.id, code, then);
    },
  };
}

type Registration = {
  ticket: string;
  name: string;
  gender: User['gender'];
  identity: 1 | 2;
  registration_method: string;
  marketing_consent: boolean;
};

function ownNumber(vault: PhoneEncryption, user: User) {
  const phone = openPhone(vault, user);
  return phone ? `+${phone.dialCode} ${phone.national}` : '';
}

export function phoneTyped(areaCode: string, mobile: string, locale: Locale, field = 'mobile'): Phone {
  const phone = readPhone(areaCode, mobile);
  if (phone) return phone;
  throw new AppError('badInput', { fields: { [field]: wrongNumberWords(areaCode, mobile)[locale] } });
}

/** Who typed eight digits is not told to type eight digits. */
function wrongNumberWords(areaCode: string, mobile: string) {
  if (areaCode !== '852') return otherWords;
  const digits = mobile
    .normalize('NFKC')
    .replace(/\D/g, '')
    .replace(/^852(?=\d{8}$)/, '');
  if (digits.length !== 8) return hongKongWords;
  const start = digits.slice(0, 4);
  return {
    'zh-Hant': `香港沒有以 ${start} 開頭的手機號碼，請檢查有沒有打錯`,
    en: `No Hong Kong mobile number begins with ${start}. Please check it`,
  };
}

const hongKongWords = {
  'zh-Hant': '請輸入 8 位香港手機號碼',
  en: 'Please enter an 8-digit Hong Kong mobile number',
};
const otherWords = { 'zh-Hant': '請輸入正確的手機號碼', en: 'Please enter a valid mobile number' };
