import type { ReactNode } from 'react';
import { cx } from '#web/ui/cx.ts';

export type Column<Row> = {
  /** Unique among the columns of a table. */
  head: string;
  cell: (row: Row) => ReactNode;
  /** Numbers: right-aligned, with digits of equal width. */
  numeric?: boolean;
  /** A long text may take the remaining width. */
  wide?: boolean;
  /** On a phone's card: the line above the others, without its label. */
  lead?: boolean;
};

type DeskTableProps<Row> = {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
};

/** A table on wide screens; otherwise each row is a card with labels. */
export function ConsoleTable<Row>({ caption, columns, rows, rowKey }: DeskTableProps<Row>) {
  return (
    <table className="block w-full text-sm lg:table lg:rounded-card lg:border-separate lg:border-spacing-0 lg:border lg:border-line lg:bg-sheet">
      <caption className="sr-only">{caption}</caption>
      <thead className="sr-only lg:not-sr-only lg:table-header-group">
        <tr>
          {columns.map(({ head, numeric }) => (
            <th
              key={head}
              scope="col"
              className={cx(
                'whitespace-nowrap border-line border-b px-3 py-2 font-normal text-ink-2 first:pl-4 last:pr-4',
                numeric ? 'text-right' : 'text-left',
              )}
            >
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="grid gap-2 lg:table-row-group">
        {rows.map((row) => (
          <tr
            key={rowKey(row)}
            className="group grid rounded-card border border-line bg-sheet px-4 py-2 lg:table-row lg:border-0 lg:bg-transparent lg:p-0 lg:hover:bg-paper-2/60"
          >
            {columns.map((column) => (
              <Cell key={column.head} column={column} row={row} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Cell<Row>({ column: { head, cell, numeric, wide, lead }, row }: { column: Column<Row>; row: Row }) {
  return (
    <td
      data-label={head}
      className={cx(
        'grid min-h-11 items-center gap-x-3 py-1 lg:table-cell lg:border-line lg:border-b lg:h-12 lg:px-3 lg:py-0.5 lg:align-middle lg:first:pl-4 lg:last:pr-4 lg:group-last:border-b-0',
        lead
          ? 'border-line border-b text-base lg:text-sm'
          : 'grid-cols-[6.5rem_minmax(0,1fr)] before:text-ink-2 before:content-[attr(data-label)] lg:before:content-none',
        numeric ? 'tabular-nums lg:text-right' : '',
        wide ? 'lg:w-full' : 'lg:whitespace-nowrap',
      )}
    >
      <div className="min-w-0">{cell(row)}</div>
    </td>
  );
}
