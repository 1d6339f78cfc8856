import { listOperators, type OperatorChange, setOperator } from '#server/domains/operator/operators.ts';
import { loadKeys } from '#server/ground/config/keys.ts';
import { StartError } from '#server/ground/config/start-error.ts';
import type { Database } from '#server/ground/db/db.ts';
import { type Phone, readPhone } from '#server/ground/phone/phone.ts';
import { createPhoneEncryption, type PhoneEncryption } from '#server/ground/phone/phone-encryption.ts';
import { runCommand, withDatabase } from './command.ts';

const usage = 'Usage: npm run operator -- add NUMBER | remove NUMBER | list   (NUMBER such as +85291234567)';

await runCommand(async (config, log) => {
  const work = readArguments(process.argv.slice(2));
  await withDatabase(config, log, async (database) =>
    work(database, createPhoneEncryption((await loadKeys(config)).phone)),
  );
});

function readArguments([command, ...rest]: string[]) {
  if (command === 'list' && rest.length === 0) return list;
  if (command !== 'add' && command !== 'remove') throw new StartError(usage);
  const phone = readNumber(rest.join(' '));
  return (database: Database, vault: PhoneEncryption) => change(database, vault, command, phone);
}

/** Reads an international number (+…), or a Hong Kong number without its country code. */
function readNumber(typed: string): Phone {
  if (typed === '') throw new StartError(usage);
  const dialCodes = typed.startsWith('+') ? [1, 2, 3].map((length) => typed.slice(1, 1 + length)) : ['852'];
  for (const dialCode of dialCodes) {
    const phone = readPhone(dialCode, typed);
    if (phone) return phone;
  }
  throw new StartError(`This is not a mobile number: ${typed}`);
}

async function change(database: Database, vault: PhoneEncryption, action: 'add' | 'remove', phone: Phone) {
  const outcome = await database.transaction((tx) => setOperator(tx, vault, phone, action));
  const failures: Partial<Record<OperatorChange, string>> = {
    'no account':
      'This number has no account. Its owner has to register on the website first; then run this again.',
    banned: 'This number is banned; lift the ban first.',
  };
  const failed = failures[outcome];
  if (failed) throw new StartError(failed);
  if (outcome === 'already so')
    console.log(action === 'add' ? 'This account is an operator already.' : 'This account is no operator.');
  else if (action === 'remove') console.log('This account is no longer an operator.');
  else
    console.log(
      'This account is now an operator. /operator opens once two-step verification is set up in the profile.',
    );
}

async function list(database: Database, vault: PhoneEncryption) {
  const all = await listOperators(database.db, vault);
  if (all.length === 0) console.log('There is no operator yet: npm run operator -- add NUMBER');
  for (const { id, mobile, addedAt } of all)
    console.log(`${id}  ${mobile}  since ${addedAt.toISOString().slice(0, 10)}`);
}
