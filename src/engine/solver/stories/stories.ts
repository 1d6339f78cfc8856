import type { Reading } from '../reading/read.ts';
import type { Work } from '../working.ts';
import { counting } from './counting.ts';
import { lists } from './lists.ts';
import { moneyStories } from './money.ts';
import { motion } from './motion.ts';
import { percentages } from './percentages.ts';
import { workOf } from './story.ts';
import { sums } from './sums.ts';

/** Word problems of the common kinds, where every word was understood. */
export const stories = ({ input }: Reading): Work | undefined =>
  workOf([...counting, ...motion, ...moneyStories, ...percentages, ...lists, ...sums], input);
