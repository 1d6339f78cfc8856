import type { ReactNode } from 'react';

const span = /((?:星期. |\b[A-Z][a-z]+ )?\d\d:\d\d–\d\d:\d\d|HK\$[\d,]+／小時)/;

/** A text in which no line ends inside 17:00–18:30 or HK$250／小時, nor between a time and its day. */
export const wholeTimes = (text: ReactNode) =>
  typeof text === 'string' && span.test(text)
    ? text.split(span).map((part, place) =>
        place % 2 === 1 ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text have no other name
          <span key={place} className="whitespace-nowrap">
            {part}
          </span>
        ) : (
          part
        ),
      )
    : text;
