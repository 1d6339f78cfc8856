import { deleteSealed } from '#server/domains/accounts/numbers.ts';
import type { PersonalData } from '#server/ground/db/personal-data.ts';
import { defineJob } from '#server/ground/jobs/jobs.ts';
import type { PhoneEncryption } from '#server/ground/phone/phone-encryption.ts';
import { deleteSealedAccount } from './privacy.ts';

/** Deletes an account whose number has a new owner, unless the former owner asked for it in time. */
export const deleteSealedJob = (vault: PhoneEncryption, domains: readonly PersonalData[]) =>
  defineJob({
    ...deleteSealed,
    run: ({ user }, { database }) =>
      database.transaction((tx) => deleteSealedAccount(tx, vault, domains, user)),
  });
