import pino, { type DestinationStream, type Logger } from 'pino';
import { plainError } from './plain-error.ts';

/** Written beside the work: line by line, each answer would wait for the one before it to be on the disk. */
const behind = () => pino.destination({ dest: 1, sync: false });

/** Structured logs without personal data: no addresses, no query strings, no bodies. */
export const createLog = (level: string, destination: DestinationStream = behind()): Logger =>
  pino({ level, base: { pid: process.pid }, serializers: { err: plainError } }, destination);
