import { cx } from './cx.ts';

/** The outline of 明 (Noto Serif CJK, SIL OFL), so that the logo looks the same without a serif font. */
const ming =
  'M17.04 6.01V9.26H13.97V6.01ZM12.16 5.55V10.78C12.16 14.19 11.69 17.14 8.59 19.49L8.75 19.64C12.2 18.14 13.39 15.87 13.8 13.47H17.04V17.21C17.04 17.47 16.96 17.58 16.65 17.58C16.23 17.58 14.17 17.45 14.17 17.45V17.68C15.1 17.84 15.54 18.04 15.85 18.33C16.15 18.61 16.26 19.05 16.32 19.65C18.59 19.44 18.87 18.69 18.87 17.42V6.32C19.21 6.26 19.44 6.11 19.56 5.98L17.73 4.56L16.88 5.55H14.25L12.16 4.8ZM17.04 9.72V13.01H13.86C13.94 12.26 13.97 11.51 13.97 10.76V9.72ZM6.81 6.32H8.87V9.89H6.81ZM5.03 5.85V16.67H5.34C6.26 16.67 6.81 16.21 6.81 16.08V14.45H8.87V15.85H9.16C9.81 15.85 10.65 15.39 10.66 15.25V6.63C10.99 6.55 11.23 6.42 11.33 6.27L9.57 4.9L8.7 5.85H7.01L5.03 5.1ZM6.81 10.35H8.87V13.97H6.81Z';

const inside = {
  __html: `<rect width="24" height="24" rx="4.5" class="fill-seal"/><path d="${ming}" class="fill-on-seal"/>`,
};

/** The vermilion seal logo. Decorative: the name stands beside it or labels the link around it. */
export function SealMark({ className = 'size-8' }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      aria-hidden="true"
      focusable="false"
      className={cx('shrink-0', className)}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: constant text of our own
      dangerouslySetInnerHTML={inside}
    />
  );
}
