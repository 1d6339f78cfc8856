import { isIP } from 'node:net';
import { AppError } from '#server/ground/http/errors.ts';

const mostLines = 600;
const longestLine = 1000;
const mostCandidates = 40;

/**
 * What of an offer reaches the WebRTC library: one section of sound with Opus, and one of data at most, each with what
 * a handshake needs. Nothing else in it is worth a socket.
 */
export function cleanOffer(given: string): string {
  const lines = given.split(/\r?\n/).filter((line) => line !== '');
  if (lines[0] !== 'v=0' || lines.length > mostLines) throw new AppError('badOffer');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: text of a protocol holds none of them.
  if (lines.some((line) => line.length > longestLine || !/^[a-z]=[^\u0000-\u001f\u007f]*$/.test(line)))
    throw new AppError('badOffer');
  const sections = sectionsOf(lines);
  const [session = [], ...media] = sections;
  if (!lines.some((line) => line.startsWith('o=')) || !lines.some((line) => line.startsWith('s=')))
    throw new AppError('badOffer');
  checkMedia(session, media);
  let candidates = 0;
  const kept = lines.filter((line) => {
    // Whoever is found by where its packets come from was not in the list: that there is no more would end the search.
    if (line === 'a=end-of-candidates') return false;
    if (!line.startsWith('a=candidate:')) return true;
    candidates += 1;
    return candidates <= mostCandidates && isUsable(line);
  });
  return `${kept.join('\r\n')}\r\n`;
}

function sectionsOf(lines: readonly string[]) {
  const sections: string[][] = [[]];
  for (const line of lines) {
    if (line.startsWith('m=')) sections.push([]);
    sections.at(-1)?.push(line);
  }
  return sections;
}

const sound = /^m=audio \d{1,5} UDP\/TLS\/RTP\/SAVPF?( \d{1,3}){1,64}$/;
const data = /^m=application \d{1,5} (UDP|TCP)\/DTLS\/SCTP webrtc-datachannel$/;
const fingerprint = /^a=fingerprint:sha-(256|384|512) ([0-9A-F]{2}:){31,63}[0-9A-F]{2}$/i;

function checkMedia(session: readonly string[], media: readonly string[][]) {
  const [first = [], second, ...more] = media;
  const sounds = media.filter(([line = '']) => sound.test(line));
  const datas = media.filter(([line = '']) => data.test(line));
  const isWhole = more.length === 0 && sounds.length === 1 && datas.length === media.length - 1;
  const hasOpus = sounds[0]?.some((line) => /^a=rtpmap:\d{1,3} opus\/48000\/2$/i.test(line));
  if (!isWhole || !hasOpus || first.length === 0) throw new AppError('badOffer');
  for (const section of [first, ...(second ? [second] : [])]) {
    const all = [...session, ...section];
    const has = (pattern: RegExp) => all.some((line) => pattern.test(line));
    const isReady =
      has(/^a=ice-ufrag:[\w+/]{4,256}$/) &&
      has(/^a=ice-pwd:[\w+/]{22,256}$/) &&
      has(fingerprint) &&
      has(/^a=setup:(actpass|active|passive)$/) &&
      section.some((line) => /^a=mid:[\w.-]{1,32}$/.test(line));
    if (!isReady) throw new AppError('badOffer');
  }
}

/** Names are not looked up: a browser that hides its address is found by where its packets come from. */
function isUsable(line: string) {
  const [, , protocol = '', , address = '', port = ''] = line.slice('a=candidate:'.length).split(' ');
  const isPort = Number(port) > 0 && Number(port) < 65_536;
  return protocol.toLowerCase() === 'udp' && isIP(address) !== 0 && isPort;
}
