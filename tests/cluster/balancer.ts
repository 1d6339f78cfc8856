import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { fillTemplate } from '../../deploy/cluster/fill-template.ts';
import { eventually, keep } from '../../deploy/cluster/keep.ts';
import { findOrInstallBalancers } from '../../scripts/cluster-programs.mjs';

const deploy = (file: string) => fileURLToPath(new URL(`../../deploy/${file}`, import.meta.url));

/** Starts a load balancer with the configuration of deploy/ until the test is over. */
export async function startBalancer(kind: 'haproxy' | 'nginx', frontPort: number, ports: readonly number[]) {
  const programs = await findOrInstallBalancers();
  const folder = await mkdtemp(join(tmpdir(), 'mingshi-balancer-'));
  const front = `127.0.0.1:${frontPort}`;
  const logFile = join(folder, 'log');
  const settings = join(folder, 'nginx.conf');
  const servers = ports.map((port) => `server 127.0.0.1:${port} max_fails=1 fail_timeout=1s;`).join('\n');
  if (kind === 'nginx')
    await fillTemplate('nginx.conf', { FRONT: front, SERVERS: servers, DEPLOY: deploy('') }, settings);
  const balancer =
    kind === 'haproxy'
      ? keep({
          name: kind,
          file: programs.haproxy,
          args: ['-db', '-f', deploy('haproxy.cfg')],
          env: {
            FRONT: front,
            ...Object.fromEntries(ports.map((port, at) => [`WEB_${at + 1}`, `127.0.0.1:${port}`])),
          },
          logFile,
        })
      : keep({
          name: kind,
          file: programs.nginx,
          args: ['-p', folder, '-c', settings, '-e', logFile, '-g', `daemon off; pid ${folder}/pid;`],
          logFile,
        });
  onTestFinished(async () => {
    await balancer.stop();
    await rm(folder, { recursive: true });
  });
  const address = `http://${front}`;
  await eventually(`${kind} answers`, async () => (await fetch(`${address}/readyz`)).ok, 20_000).catch(
    async (error) => {
      throw new Error(`${error.message}\n${await balancer.log()}`);
    },
  );
  return address;
}
