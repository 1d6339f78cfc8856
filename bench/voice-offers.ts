/**
 * Sends 500 malformed SDP offers to the WebRTC side of a call: each must be refused as a bad offer or
 * answered, none may end the process, and no socket may be left open.
 * `npm run bench -- voice-offers 7` uses seed 7.
 */

import { openPeer } from '../src/server/domains/voice/call/peer.ts';
import { AppError } from '../src/server/ground/http/errors.ts';
import { brokenOffers } from '../tests/voice/broken-offers.ts';
import { goodOffer, openSockets } from '../tests/voice/good-offer.ts';
import { collectGarbage } from './tools/collect-garbage.ts';
import { atMost, missed, printTable, type Row } from './tools/table.ts';

const count = 500;
const seed = Number(process.argv[2] ?? 7);
const events = { connected() {}, lost() {}, packet() {}, open() {}, message() {} };
const config = { publicIp: undefined, udpPorts: undefined, isLocal: true };

const good = await goodOffer();
const warm = await openPeer(good, config, events);
await warm.close();
await new Promise((resolve) => setTimeout(resolve, 500));
const before = { sockets: openSockets(), memory: memory() };
let refused = 0;
let answered = 0;
let unexpected = 0;
for (const { body } of brokenOffers(good, count, seed)) {
  try {
    const peer = await openPeer(body, config, events);
    answered += 1;
    await peer.close();
  } catch (error) {
    if (error instanceof AppError && error.code === 'badOffer') refused += 1;
    else unexpected += 1;
  }
}
await new Promise((resolve) => setTimeout(resolve, 2_000));
const rows: Row[] = [
  { metric: 'offers refused', value: String(refused) },
  { metric: 'offers still usable, answered', value: String(answered) },
  atMost('offers that failed otherwise', unexpected, 0, String),
  atMost('sockets left open', openSockets() - before.sockets, 0, String),
  atMost('memory afterwards, MB more', Math.round((memory() - before.memory) / 1e6), 30, String),
];
printTable(rows);
process.exit(missed(rows) ? 1 : 0);

function memory() {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
