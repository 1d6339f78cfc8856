import { type ChildProcess, spawn } from 'node:child_process';
import { createHmac, randomBytes } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Starts a TURN relay on this machine: coturn with time-limited credentials, as in production. */
export async function startRelay(port: number, secret: string) {
  const folder = mkdtempSync(join(tmpdir(), 'mingshi-turn-'));
  const child: ChildProcess = spawn(
    'turnserver',
    [
      ...['-n', '--listening-ip', '127.0.0.1', '--listening-port', String(port), '--relay-ip', '127.0.0.1'],
      ...['--use-auth-secret', '--static-auth-secret', secret, '--realm', 'mingshi.test'],
      ...['--allow-loopback-peers', '--no-tls', '--no-dtls', '--no-cli', '--log-file', 'stdout'],
      ...['--pidfile', join(folder, 'pid'), '--userdb', join(folder, 'db')],
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let log = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (piece) => {
      log += piece;
    });
  const ended = once(child, 'exit').then(() => {
    throw new Error(`turnserver ended: ${log}`);
  });
  ended.catch(() => {});
  await Promise.race([untilAnswering(port), ended]);
  return {
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

/** Resolves once the relay answers a STUN binding request, which is sent repeatedly. */
async function untilAnswering(port: number) {
  const socket = createSocket('udp4');
  const request = Buffer.concat([Buffer.from('000100002112a442', 'hex'), randomBytes(12)]);
  const sendRequest = () => socket.send(request, port, '127.0.0.1');
  const timer = setInterval(sendRequest, 50);
  await once(socket, 'message');
  clearInterval(timer);
  socket.close();
}

/** Credentials that coturn accepts until the given time; a negative value makes expired ones. */
export function credentialsOf(secret: string, secondsFromNow: number) {
  const username = `${Math.floor(Date.now() / 1000) + secondsFromNow}:test`;
  return { username, credential: createHmac('sha1', secret).update(username).digest('base64') };
}
