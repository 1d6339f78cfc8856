/**
 * A page covers its whole paper: on A4 without margins it is printed at its true size and in its own
 * orientation.
 */
const rules = `
  @page { size: A4 portrait; margin: 0 }
  @page lying { size: A4 landscape; margin: 0 }
  .print-pages { display: none }
  @media print {
    body > :not(.print-pages) { display: none !important }
    body { background: #fff !important }
    .print-pages { display: block }
    .print-pages div { width: 210mm; height: 296.9mm; break-after: page }
    .print-pages div.lying { page: lying; width: 297mm; height: 209.9mm }
    .print-pages div:last-child { break-after: auto }
    .print-pages img { display: block; width: 100%; height: 100%; object-fit: contain }
  }`;

/** The server makes the paper of each page white when it is first printed. */
const loadedAtOnce = 4;

async function sheetOf(url: string) {
  const picture = new Image();
  picture.src = url;
  picture.alt = '';
  await picture.decode();
  const sheet = document.createElement('div');
  if (picture.naturalWidth > picture.naturalHeight) sheet.className = 'lying';
  sheet.append(picture);
  return sheet;
}

/** Prints pages with the print dialog of the browser and restores the document afterwards. */
export async function printPages(urls: readonly string[]) {
  const box = document.createElement('div');
  box.className = 'print-pages';
  for (let at = 0; at < urls.length; at += loadedAtOnce)
    box.append(...(await Promise.all(urls.slice(at, at + loadedAtOnce).map(sheetOf))));
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rules);
  document.body.append(box);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  try {
    // On phones print() returns at once and prints later: the pages stay until `afterprint`, or until the
    // user does something else.
    const printed = new Promise<void>((resolve) => {
      addEventListener('afterprint', () => resolve(), { once: true });
      addEventListener('pointerdown', () => resolve(), { once: true });
    });
    window.print();
    await printed;
  } finally {
    box.remove();
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
  }
}
