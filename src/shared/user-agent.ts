export const isMobile = (userAgent: string) =>
  /Android|iPhone|iPad|iPod|Mobile|MicroMessenger/i.test(userAgent);

const browsers: [RegExp, string][] = [
  [/MicroMessenger/, 'WeChat'],
  [/EdgA?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser/, 'Samsung Internet'],
  [/Firefox|FxiOS/, 'Firefox'],
  [/Chrome|CriOS/, 'Chrome'],
  [/Safari/, 'Safari'],
];
const systems: [RegExp, string][] = [
  [/Android/, 'Android'],
  [/iPhone|iPad|iPod/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
];

/** Enough for users to recognise their own device: "Chrome · Windows". */
export function browserName(userAgent: string) {
  const found = [browsers, systems].flatMap(
    (list) => list.find(([pattern]) => pattern.test(userAgent))?.[1] ?? [],
  );
  return found.join(' · ');
}
