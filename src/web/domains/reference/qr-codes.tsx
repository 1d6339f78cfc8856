import type { ReferenceData } from './store.ts';

export function QrCodes({ codes }: { codes: ReferenceData<'qr_code'> }) {
  return (
    <ul className="grid gap-4">
      {codes.map(({ id, name, description, svg, target }) => (
        <li key={id} className="flex items-center gap-4">
          <img
            src={`data:image/svg+xml,${encodeURIComponent(svg)}`}
            alt=""
            width={112}
            height={112}
            className="size-28 shrink-0 rounded-card bg-[#fff] p-1"
          />
          <div>
            <a href={target} className="font-bold underline underline-offset-4">
              {name}
            </a>
            <p className="text-ink-2 text-sm">{description}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}
