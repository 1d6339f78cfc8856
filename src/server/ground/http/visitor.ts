import type { FastifyRequest } from 'fastify';
import type { Audience, Call } from '#shared/call.ts';
import type { CodeName } from '#shared/codes/codes.ts';
import { defaultLocale, type Locale, matchLanguages } from '#shared/locale.ts';
import type { Config } from '../config/config.ts';
import { AppError } from './errors.ts';

/** A valid session and its user, read from the database for every request. */
export type Session = {
  id: string;
  userId: number;
  face: 'product' | 'ai';
  openedAt: Date;
  /** Whether this AI session was opened by a product login and ends with it. */
  openedByProduct: boolean;
  identity: 0 | 1 | 2;
  operator: boolean;
  /** The account is suspended: it may only make the calls that say so. */
  isSuspended: boolean;
  /** When a second factor was verified in this session. */
  secondFactorAt: Date | null;
};

/** The caller of a request, as far as domains need it. */
export type Visitor = {
  locale: Locale;
  /** The IP address, for limits only: it is never stored in plain text nor logged. */
  address: string;
  userAgent: string;
  /** The site's address for links, such as https://mingshi.example: never what the request calls it. */
  origin: string;
  session?: Session | undefined;
  /** Why there is no session although the request claimed one, and the claimed session's id. */
  problem?: CodeName | undefined;
  claimedSessionId?: string | undefined;
};

export type VisitorFor<A extends Audience> = A extends 'anyone' ? Visitor : Visitor & { session: Session };

export function visitorOf(request: FastifyRequest, config: Config): Visitor {
  return {
    locale: matchLanguages(request.headers['accept-language'], config.locales) ?? defaultLocale,
    address: request.ip,
    userAgent: request.headers['user-agent'] ?? '',
    origin: config.publicUrl ?? connectedOrigin(request),
  };
}

/** Where the connection arrived, for demo mode without PUBLIC_URL: unlike Host, nobody can send another. */
function connectedOrigin({ socket: { localAddress = '', localPort = 0 } }: FastifyRequest) {
  const plain = localAddress.replace(/^::ffff:(?=\d+\.)/, '') || 'localhost';
  return `http://${plain.includes(':') ? `[${plain}]` : plain}${localPort ? `:${localPort}` : ''}`;
}

/**
 * The visitor as a call of this audience knows them; throws with what is missing. This is the only place that
 * closes the product to a suspended person, who counts as a visitor where no session is needed.
 */
export function admit(
  { audience, whileSuspended }: Pick<Call, 'audience' | 'whileSuspended'>,
  visitor: Visitor,
): Visitor {
  const { session, problem } = visitor;
  const isRefused = session?.isSuspended === true && !whileSuspended;
  if (audience === 'anyone') return isRefused ? { ...visitor, session: undefined } : visitor;
  if (!session) throw new AppError(problem ?? 'notSignedIn');
  if (isRefused) throw new AppError('suspended');
  if (audience === 'aiUser') return visitor;
  if (session.face !== 'product') throw new AppError('notSignedIn');
  if (audience === 'user') return visitor;
  if (!session.operator) throw new AppError('notAllowed');
  if (!session.secondFactorAt) throw new AppError('secondFactorNeeded');
  return visitor;
}
