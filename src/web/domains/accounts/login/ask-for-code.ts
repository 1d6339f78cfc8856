import type { CallData } from '#shared/call.ts';
import { proofNeeded } from '#shared/codes/numbers.ts';
import type { Contract } from '#shared/contract.ts';
import { type Api, ApiError } from '#web/ground/api/api.ts';
import type { Face } from '#web/ground/api/renewal.ts';
import type { TypedNumber } from '#web/ground/login.ts';

export type CodeSent = CallData<Contract['POST /api/users/send_sms']>;
type Asking = {
  side: Face;
  to: TypedNumber;
  /** The server wants to see some work first, which takes a moment. */
  onProof?: () => void;
  signal?: AbortSignal;
};

/** The number as calls take it. */
export const sentTo = ({ areaCode, national }: TypedNumber) => ({ area_code: areaCode, mobile: national });

/** Asks for a code by SMS, and does the work that may be asked for in return. */
export async function askForCode(api: Api, { side, to, onProof, signal }: Asking): Promise<CodeSent> {
  const key = side === 'ai' ? 'POST /api_ai/user/send_sms' : 'POST /api/users/send_sms';
  const body = sentTo(to);
  try {
    return await api(key, { body });
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== proofNeeded) throw error;
    onProof?.();
    const { solveProof } = await import('./proof.ts');
    const proof = await solveProof(error.details.challenge as Parameters<typeof solveProof>[0], { signal });
    return api(key, { body: { ...body, proof } });
  }
}
