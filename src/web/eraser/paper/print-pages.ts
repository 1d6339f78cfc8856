/** A page is the whole of its paper: on an A4 sheet without margins it comes out as large as it was. */
const rules = `
  @page { size: A4 portrait; margin: 0 }
  .print-pages { display: none }
  @media print {
    body > :not(.print-pages) { display: none !important }
    body { background: #fff !important }
    .print-pages { display: block }
    .print-pages img { display: block; width: 210mm; height: 296.9mm; object-fit: contain; break-after: page }
    .print-pages img:last-child { break-after: auto }
  }`;

/** Hands pages to the browser's printing, and leaves the document as it was. */
export async function printPages(urls: readonly string[]) {
  const box = document.createElement('div');
  box.className = 'print-pages';
  const pictures = urls.map((url) => {
    const picture = new Image();
    picture.src = url;
    picture.alt = '';
    return picture;
  });
  await Promise.all(pictures.map((picture) => picture.decode()));
  box.append(...pictures);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rules);
  document.body.append(box);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  try {
    // A phone answers at once and prints later: the pages stay until it says that it is done, or something else is.
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
