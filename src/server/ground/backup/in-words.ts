import type { Summary } from './backup-file.ts';

export const amountOf = (bytes: number) =>
  bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;

const counted = (count: number, noun: string) =>
  `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;

export const summaryLine = ({ about, end }: Summary) =>
  `${counted(end.rows, 'row')} of ${counted(end.tables, 'table')} and ${counted(end.files, 'file')} (${amountOf(end.bytes)}) as of ${about.madeAt}`;
