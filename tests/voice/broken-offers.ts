/** An SDP offer that no browser sends: cut, garbled, huge, binary, or without required parts. */
export type BrokenOffer = { what: string; body: string; type?: string };

/** A random number generator that gives the same numbers for the same seed. */
function createRandom(seed: number) {
  let state = seed >>> 0;
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const without = (sdp: string, pattern: RegExp) =>
  sdp
    .split('\r\n')
    .filter((line) => !pattern.test(line))
    .join('\r\n');

/** Offers that the server has to refuse, whatever `good` contains. */
const invalidOffers = (good: string): BrokenOffer[] => [
  { what: 'empty', body: '' },
  { what: 'a word', body: 'hello' },
  { what: 'JSON', body: JSON.stringify({ type: 'offer', sdp: good }) },
  { what: 'JSON by its type', body: JSON.stringify({ sdp: good }), type: 'application/json' },
  { what: 'another type', body: good, type: 'application/sdp' },
  { what: 'huge', body: good + 'a=x\r\n'.repeat(20_000) },
  { what: 'many lines', body: good + 'a=x\r\n'.repeat(2_000) },
  { what: 'a long line', body: `${good}a=${'x'.repeat(20_000)}\r\n` },
  {
    what: 'binary',
    body: Buffer.from(Array.from({ length: 2000 }, (_, i) => (i * 37) % 256)).toString('latin1'),
  },
  { what: 'many sections', body: good + (good.match(/m=audio[\s\S]*?(?=m=|$)/)?.[0] ?? '').repeat(20) },
  { what: 'no fingerprint', body: without(good, /^a=fingerprint/) },
  { what: 'a fingerprint of nothing', body: good.replace(/^(a=fingerprint:sha-256) .*$/gm, '$1 00') },
  { what: 'no password', body: without(good, /^a=ice-pwd/) },
  { what: 'no name', body: without(good, /^a=ice-ufrag/) },
  { what: 'no sound', body: good.replace('m=audio', 'm=video') },
  { what: 'no Opus', body: without(good, /^a=rtpmap/) },
  { what: 'no sections', body: good.slice(0, good.indexOf('m=')) },
  { what: 'an answer’s role missing', body: without(good, /^a=setup/) },
  { what: 'a NUL', body: good.replace('s=-', 's=\0') },
];

/** The invalid offers, filled up with randomly damaged ones, some of which are still usable. */
export function brokenOffers(good: string, count: number, seed = 7): BrokenOffer[] {
  const below = createRandom(seed);
  const offers = invalidOffers(good).slice(0, count);
  while (offers.length < count) {
    const at = below(good.length);
    const kind = below(4);
    if (kind === 0) offers.push({ what: `cut at ${at}`, body: good.slice(0, at) });
    else if (kind === 1)
      offers.push({
        what: `flipped at ${at}`,
        body:
          good.slice(0, at) + String.fromCharCode(good.charCodeAt(at) ^ (1 << below(7))) + good.slice(at + 1),
      });
    else {
      const lines = good.split('\r\n');
      const [from, to] = [below(lines.length), below(lines.length)];
      if (kind === 2) lines.splice(from, 1);
      else lines.splice(to, 0, lines[from] as string);
      offers.push({
        what: kind === 2 ? `line ${from} left out` : `line ${from} again at ${to}`,
        body: lines.join('\r\n'),
      });
    }
  }
  return offers;
}

export const isSurelyWrong = (index: number, good: string) => index < invalidOffers(good).length;
