import { z } from 'zod';
import { feeRules } from './fee-rules.ts';

export const FeeRuleName = z
  .enum(feeRules)
  .describe('lesson: by the agreed lesson; quarter: by the quarter of an hour; minute: by the minute');
