/** What recognisers that learned from subtitles write where nobody spoke: their makers’ names, thanks to who watched, ♪. */
const described = /\([^)]*\)|\[[^\]]*\]|\*[^*]*\*|【[^】]*】|♪+/gu;

const credits: readonly RegExp[] = [
  /^thank(?:s| you)(?: so much| very much)? for watching\b/,
  /\bamara\s?org\b/,
  /^(?:subtitles?|captions?|transcri(?:bed|ption)) by\b/,
  /^(?:please )?(?:like and )?subscribe\b.{0,40}$/,
  /^(?:中文)?字幕(?:由|志愿者|志願者|製作|制作|提供)/,
  /[請请]不吝(?:點贊|点赞)/,
  /^(?:多謝|謝謝|谢谢|感謝|感谢)(?:大家|[您你][們们]?)?的?(?:觀看|观看|收看|收睇)$/,
  /明[鏡镜][與与和](?:點點|点点)/,
];

/** Whether a transcript is none: nothing was said, and the recogniser made it up. */
export function isMadeUp(transcript: string): boolean {
  const text = transcript
    .normalize('NFKC')
    .toLowerCase()
    .replace(described, ' ')
    .replace(/[\p{P}\p{S}\s]+/gu, ' ')
    .trim();
  return text === '' || credits.some((pattern) => pattern.test(text));
}
