import { isIP } from 'node:net';
import { AppError } from '#server/ground/http/errors.ts';

const maxLines = 600;
const longestLine = 1000;
const maxCandidates = 40;

/**
 * Reduces an SDP offer to what the WebRTC library needs: one audio section with Opus and at most one data
 * section, each with the attributes of a handshake. Anything else is refused before a socket is opened.
 */
export function cleanOffer(sdp: string): string {
  const lines = sdp.split(/\r?\n/).filter((line) => line !== '');
  if (lines[0] !== 'v=0' || lines.length > maxLines) throw new AppError('badOffer');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: SDP must not contain control characters
  if (lines.some((line) => line.length > longestLine || !/^[a-z]=[^\u0000-\u001f\u007f]*$/.test(line)))
    throw new AppError('badOffer');
  const sections = sectionsOf(lines);
  const [session = [], ...media] = sections;
  if (!lines.some((line) => line.startsWith('o=')) || !lines.some((line) => line.startsWith('s=')))
    throw new AppError('badOffer');
  checkMedia(session, media);
  let candidates = 0;
  const filtered = lines.filter((line) => {
    // A client with hidden addresses is found by the source of its packets, not by this list; the end marker
    // would stop that search.
    if (line === 'a=end-of-candidates') return false;
    if (!line.startsWith('a=candidate:')) return true;
    candidates += 1;
    return candidates <= maxCandidates && isUsable(line);
  });
  return `${filtered.join('\r\n')}\r\n`;
}

function sectionsOf(lines: readonly string[]) {
  const sections: string[][] = [[]];
  for (const line of lines) {
    if (line.startsWith('m=')) sections.push([]);
    sections.at(-1)?.push(line);
  }
  return sections;
}

const audioLine = /^m=audio \d{1,5} UDP\/TLS\/RTP\/SAVPF?( \d{1,3}){1,64}$/;
const dataLine = /^m=application \d{1,5} (UDP|TCP)\/DTLS\/SCTP webrtc-datachannel$/;
const fingerprint = /^a=fingerprint:sha-(256|384|512) ([0-9A-F]{2}:){31,63}[0-9A-F]{2}$/i;

function checkMedia(session: readonly string[], media: readonly string[][]) {
  const [first = [], second, ...more] = media;
  const audioSections = media.filter(([line = '']) => audioLine.test(line));
  const dataSections = media.filter(([line = '']) => dataLine.test(line));
  const hasValidSections =
    more.length === 0 && audioSections.length === 1 && dataSections.length === media.length - 1;
  const hasOpus = audioSections[0]?.some((line) => /^a=rtpmap:\d{1,3} opus\/48000\/2$/i.test(line));
  if (!hasValidSections || !hasOpus || first.length === 0) throw new AppError('badOffer');
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

/** Host names are not resolved: a browser that hides its address is found by the source of its packets. */
function isUsable(line: string) {
  const [, , protocol = '', , address = '', port = ''] = line.slice('a=candidate:'.length).split(' ');
  const isPort = Number(port) > 0 && Number(port) < 65_536;
  return protocol.toLowerCase() === 'udp' && isIP(address) !== 0 && isPort;
}
