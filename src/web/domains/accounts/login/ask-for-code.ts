import type { CallData } from '#shared/call.ts';
import { proofNeeded } from '#shared/codes/numbers.ts';
import type { Contract } from '#shared/contract.ts';
import { type Api, ApiError } from '#web/ground/api/api.ts';
import type { AppSide } from '#web/ground/api/renewal.ts';
import type { TypedNumber } from '#web/ground/login.ts';

export type CodeSent = CallData<Contract['POST /api/users/send_sms']>;
type CodeRequest = {
  side: AppSide;
  to: TypedNumber;
  /** Called when the server requires a proof of work first, which takes a while. */
  onProof?: () => void;
  signal?: AbortSignal;
};

/** The number in the form the API expects. */
export const sentTo = ({ areaCode, national }: TypedNumber) => ({ area_code: areaCode, mobile: national });

/** Requests a code by SMS, and solves the proof of work if the server requires one. */
export async function askForCode(api: Api, { side, to, onProof, signal }: CodeRequest): Promise<CodeSent> {
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
