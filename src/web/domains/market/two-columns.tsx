/** A small table of two columns, the first of which is the row header. */
export function TwoColumns(props: {
  caption: string;
  heads: readonly [string, string];
  rows: readonly (readonly [name: string, value: string])[];
}) {
  const { caption, heads, rows } = props;
  return (
    <table className="w-full text-left">
      <caption className="sr-only">{caption}</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">{heads[0]}</th>
          <th scope="col">{heads[1]}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, value]) => (
          <tr key={name} className="border-line border-b last:border-b-0">
            <th scope="row" className="w-2/5 py-2 pr-4 align-top font-semibold lg:w-1/4">
              {name}
            </th>
            <td className="py-2 tabular-nums">{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
