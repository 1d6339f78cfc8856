import type { Reading } from '../reading/read.ts';
import type { Work } from '../working.ts';
import { counting } from './counting.ts';
import { moneyStories } from './money.ts';
import { motion } from './motion.ts';
import { workOf } from './story.ts';

/** Word problems of the common kinds, where every word was understood. */
export const stories = ({ input }: Reading): Work | undefined =>
  workOf([...counting, ...motion, ...moneyStories], input);
