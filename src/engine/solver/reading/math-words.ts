/** Which runs of letters are mathematics and which are words. */
import { functionWords, greekNames } from './tokens.ts';

export const mathWords = [...functionWords, ...greekNames, 'pi'];
const products =
  'dx dy dt xy yz xz xyz ab bc ac abc mn pq uv rs st ax bx cx ay kx mx px qx hk pqr ef cd xx aa yx nx ny ky bd ad rt vt ut gh gt mv mg lw bh';
const kept = new Set([...mathWords, ...products.split(' ')]);
const shortWords =
  /^(?:the|of|to|is|in|an|and|or|for|by|at|on|if|it|as|be|its|are|has|all|any|let|get|how|two|set|do|we|us|so|can|out|per|from|with|that|then|into|when|give|both|find|term|line|log10|no|up|use|via|each|one|say|was|not|ans|eq|eqn|simp|fact|diff|calc)$/i;
/** Words and functions that begin like a function known here, and are not one: sinh is not sin h. */
const lookAlikes =
  /^(?:(?:ar|arc|a)?(?:sin|cos|tan|sec|csc|cot)h|since|sing|sink|cost|cosy|tang|tank|sector|seco|cots|logs|login|logo|piece|pic|pick|pie|pig|pin|pip|pit|expo|exp[a-z]*d|absent|mul|mud|mug|much|must|multi|mums?|rooth?s?|using|sines?|basin|costs|stand|tango|pink|spin|pipe|tips?|logic|blog|secs?|sect|epic)$/i;
const parts = new RegExp([...mathWords].sort((a, b) => b.length - a.length).join('|'), 'g');

/** Whether a run of letters is mathematics: function names and single letters, such as sinx or xy. */
export function isMathWord(word: string): boolean {
  if (kept.has(word)) return true;
  if (shortWords.test(word) || lookAlikes.test(word)) return false;
  const rest = word.replace(parts, '');
  return rest.length <= 2;
}
