import { type SpawnOptions, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chown, stat } from 'node:fs/promises';
import { StartError } from '../config/start-error.ts';

export type Account = {
  /** The command line that runs a program under this account. */
  command(program: string, args: string[]): { file: string; args: string[]; options: SpawnOptions };
  /** Makes the account the owner of a file or folder. */
  own(path: string): Promise<void>;
};

type Ids = { uid: number; gid: number };

const nobody: Ids = { uid: 65534, gid: 65534 };

/** The user PostgreSQL runs as: the current one or, as it refuses root, the cluster's owner or `nobody`. */
export async function chooseAccount(paths: {
  dataDir: string;
  cluster: string;
  postgres: string;
}): Promise<Account> {
  if (process.getuid?.() !== 0) return currentUser;
  if (process.platform !== 'linux') {
    throw new StartError('PostgreSQL may not run as root; start the server as an ordinary user.');
  }
  const ids = await ownerOf(paths.cluster);
  const candidates = [
    plainAccount(ids),
    // Below a folder that only root may enter (/root, mktemp -d), the other user needs a capability to pass
    // through. Containers often lack the narrower of the two capabilities.
    capableAccount(ids, 'dac_read_search'),
    capableAccount(ids, 'dac_override'),
  ];
  const usable = candidates.find((account) => reaches(account, paths));
  if (!usable) {
    throw new StartError(
      `PostgreSQL may not run as root and user ${ids.uid} cannot enter ${paths.dataDir} or run ${paths.postgres}; ` +
        'start the server as an ordinary user, or open the folders above with chmod o+x.',
    );
  }
  return usable;
}

const currentUser: Account = {
  command: (file, args) => ({ file, args, options: {} }),
  own: async () => {},
};

function plainAccount(ids: Ids): Account {
  return {
    command: (file, args) => ({ file, args, options: ids }),
    own: (path) => chown(path, ids.uid, ids.gid),
  };
}

function capableAccount(ids: Ids, capability: string): Account {
  const step = [
    `--reuid=${ids.uid}`,
    `--regid=${ids.gid}`,
    '--clear-groups',
    `--inh-caps=+${capability}`,
    `--ambient-caps=+${capability}`,
    // PostgreSQL checks its own files with access(2), which without this bit ignores a non-root user's
    // capabilities.
    '--securebits=+no_setuid_fixup',
  ];
  return {
    command: (program, args) => ({ file: 'setpriv', args: [...step, program, ...args], options: {} }),
    own: (path) => chown(path, ids.uid, ids.gid),
  };
}

async function ownerOf(cluster: string): Promise<Ids> {
  if (!existsSync(cluster)) return nobody;
  const { uid, gid } = await stat(cluster);
  return uid === 0 ? nobody : { uid, gid };
}

/** Tries a command, because file modes alone do not tell (ACLs, missing capabilities, no setpriv). */
function reaches(account: Account, { dataDir, postgres }: { dataDir: string; postgres: string }) {
  const script = 'cd "$1" && exec "$2" --describe-config >/dev/null';
  const { file, args, options } = account.command('/bin/sh', ['-c', script, 'sh', dataDir, postgres]);
  const tried = spawnSync(file, args, { ...options, stdio: 'pipe', cwd: '/' });
  // PostgreSQL that cannot find its own files complains on stderr but still exits 0 here.
  return tried.status === 0 && tried.stderr.length === 0;
}
