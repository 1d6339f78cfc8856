import pino, { type DestinationStream, type Logger } from 'pino';
import { plainError } from './plain-error.ts';

/** Structured logs without personal data: no addresses, no query strings, no bodies. */
export const createLog = (level: string, destination: DestinationStream = pino.destination(1)): Logger =>
  pino({ level, base: { pid: process.pid }, serializers: { err: plainError } }, destination);
