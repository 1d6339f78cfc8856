import { createHmac, hkdfSync } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { ignoreDeletedAccount, type Quota, type Standing } from '#server/domains/quota/quota.ts';
import type { Tx } from '#server/ground/db/db.ts';
import { addressGroups } from '#server/ground/http/address-groups.ts';
import { AppError } from '#server/ground/http/errors.ts';
import type { AssistantRow } from '../tables.ts';
import type { Owner } from '../thread/owner.ts';

/**
 * How an answer was paid. Stored with it, so that the process that ends it knows what to settle or return.
 */
export type Charge = {
  reservationId: number | null;
  trialDevice: string | null;
  trialAddress: Buffer | null;
  trialDay: string | null;
};

/** Nothing was taken, and nothing has to be settled or returned. */
export const free: Charge = { reservationId: null, trialDevice: null, trialAddress: null, trialDay: null };

type Scope = 'device' | 'address' | 'care_owner' | 'care_address';

type ChargeRequest = {
  owner: Owner;
  assistant: AssistantRow;
  address: string;
  /** Unique to this answer. */
  key: string;
  /** The account's quota, read in this transaction. */
  quotaState: Standing | undefined;
};

export type Charges = ReturnType<typeof createCharges>;

const anyQuota = 'assistant';
export const quotaKind = ({ pathName }: Pick<AssistantRow, 'pathName'>) => `${anyQuota}:${pathName}`;

/** Longer than any answer may take: an expired reservation would charge nothing. */
const holdSeconds = 20 * 60;
/** Trials of all assistants together count against the limit of an address. */
const anyAssistant = 0;
/** Answers to a child in need that a model writes in a day; an address may be a whole school. */
const mostCare = { owner: 30, address: 150 };

export function createCharges(quota: Quota, secret: Buffer, trialsPerAddress: number) {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'mingshi chat trial', 32));
  const hash = (text: string) => createHmac('sha256', key).update(text).digest();

  /** The day of Hong Kong it was counted on; undefined where the limit is reached. */
  async function count(tx: Tx, scope: Scope, of: Buffer, assistantId: number, limit: number) {
    const { rows } = await tx.execute<{ day: string }>(sql`
      insert into chat_trials as trials (day, scope, key, assistant_id, used)
      select hong_kong_day(), ${scope}, ${of}, ${assistantId}, 1 where ${limit} > 0
      on conflict (day, scope, key, assistant_id) do update set used = trials.used + 1 where trials.used < ${limit}
      returning day::text`);
    return rows[0]?.day;
  }

  return {
    /**
     * Locks the account's quota until the transaction ends. A device has none: its trials are counted when
     * one is taken.
     */
    quotaStateOf: async (tx: Tx, { userId }: Owner): Promise<Standing | undefined> =>
      userId === undefined ? undefined : quota.lockAndReadState(tx, userId, anyQuota),

    /** Takes one message's worth, or says what is missing. From then on nothing is refused. */
    async take(tx: Tx, { owner, assistant, address, key, quotaState }: ChargeRequest): Promise<Charge> {
      if (owner.userId !== undefined) {
        if (!quotaState) throw new Error('an account was not asked how it stands');
        const kind = quotaKind(assistant);
        const { userId } = owner;
        const reservation = { userId, kind, amount: 1, key, holdSeconds };
        const id = await quota.reserveNew(tx, quotaState, reservation);
        return { reservationId: id, trialDevice: null, trialAddress: null, trialDay: null };
      }
      if (assistant.isLoginRequired || assistant.trialCount === 0) throw new AppError('notSignedIn');
      const { deviceId } = owner;
      const addressHash = hash(addressGroups(address).address);
      // Always in this order, so that two devices of one household cannot deadlock.
      const day = await count(tx, 'device', hash(deviceId), assistant.id, assistant.trialCount);
      const isLeft = day && (await count(tx, 'address', addressHash, anyAssistant, trialsPerAddress));
      if (!isLeft) throw new AppError('trialUsedUp');
      return { reservationId: null, trialDevice: deviceId, trialAddress: addressHash, trialDay: day };
    },

    /** Counts a free answer to a child in need; false where the day's are used up and no model may write it. */
    async countCare(tx: Tx, { userId, deviceId }: Owner, address: string): Promise<boolean> {
      const owner = userId === undefined ? `device ${deviceId}` : `account ${userId}`;
      const { address: group } = addressGroups(address);
      const ofOwner = await count(tx, 'care_owner', hash(owner), anyAssistant, mostCare.owner);
      if (!ofOwner) return false;
      return Boolean(await count(tx, 'care_address', hash(group), anyAssistant, mostCare.address));
    },

    /** Called once, in the transaction that ends the answer. */
    async settle(tx: Tx, { reservationId }: Charge) {
      if (reservationId !== null) await ignoreDeletedAccount(quota.settle(tx, reservationId, 1));
    },

    async giveBack(tx: Tx, { assistantId, ...charge }: Charge & { assistantId: number }) {
      const { reservationId, trialDevice, trialAddress, trialDay } = charge;
      if (reservationId !== null) await ignoreDeletedAccount(quota.giveBack(tx, reservationId));
      if (trialDevice === null || trialAddress === null) return;
      await tx.execute(sql`
        update chat_trials set used = used - 1
        where day = ${trialDay} and scope = 'device' and key = ${hash(trialDevice)} and assistant_id = ${assistantId}`);
      await tx.execute(sql`
        update chat_trials set used = used - 1
        where day = ${trialDay} and scope = 'address' and key = ${trialAddress} and assistant_id = ${anyAssistant}`);
    },

    /** How many trials of each assistant a device has used today, and how many its address has left. */
    async trialsOf(
      tx: Pick<Tx, 'execute'>,
      { deviceId, address }: { deviceId: string | undefined; address: string },
    ) {
      const addressHash = hash(addressGroups(address).address);
      const { rows } = await tx.execute<{ scope: string; assistant_id: string; used: number }>(sql`
        select scope, assistant_id, used from chat_trials
        where day = hong_kong_day() and ((scope = 'address' and key = ${addressHash})
          or (scope = 'device' and key = ${deviceId === undefined ? null : hash(deviceId)}))`);
      const ofDevice = rows.filter(({ scope }) => scope === 'device');
      const ofAddress = rows.find(({ scope }) => scope === 'address');
      return {
        used: new Map(ofDevice.map((row) => [Number(row.assistant_id), row.used])),
        leftOfAddress: trialsPerAddress - (ofAddress?.used ?? 0),
      };
    },
  };
}
