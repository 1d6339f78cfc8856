// Architecture rules, part of npm run lint: which layer may import which, no import cycles, domains only imported
// through their public files, folders of limited size. Type imports count too. --small lists small files that could
// be merged.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A layer may import itself and the layers it names; a file belongs to the first layer whose folder contains it. */
const layers = [
  { folder: 'src/shared', mayImport: [], packages: ['zod'] },
  { folder: 'src/engine', mayImport: [] },
  { folder: 'src/server/ground', mayImport: ['src/shared'] },
  { folder: 'src/server/domains', mayImport: ['src/server/ground', 'src/shared', 'src/engine'] },
  { folder: 'src/server', mayImport: ['src/shared', 'src/engine'] },
  { folder: 'src/web/ground', mayImport: ['src/shared'] },
  { folder: 'src/web/ui', mayImport: ['src/web/ground', 'src/shared'] },
  { folder: 'src/web/shell', mayImport: ['src/web/ui', 'src/web/ground', 'src/shared'] },
  {
    folder: 'src/web/domains',
    mayImport: ['src/web/shell', 'src/web/ui', 'src/web/ground', 'src/shared', 'src/engine'],
  },
  { folder: 'src/web', mayImport: ['src/shared'] },
];
const mostFilesInFolder = 38;
const manyFilesInFolder = 35;
const smallFileLines = 40;

const isTest = (file) => /\.(test|spec)\.\w+$/.test(file);
const isIn = (folder) => (file) => file.startsWith(`${folder}/`);

const layerOf = (file) => layers.find(({ folder }) => isIn(folder)(file));

/** "server/accounts", for a file of that domain. */
function domainOf(file) {
  const [, side, name] = /^src\/(server|web)\/domains\/([^/]+)\//.exec(file) ?? [];
  return side && `${side}/${name}`;
}

const staticImport = /^(?:import|export)(?:\s+type)?\s+(?:[\w*$\s{},]+?\s+from\s+)?['"]([^'"]+)['"]/gm;
const importCall = /\bimport\(\s*['"]([^'"]+)['"]/g;
const startedFile = /\bnew URL\(\s*['"](\.[^'"]+)['"],\s*import\.meta\.url/g;

const resolved = /\b(?:require|resolve)\(\s*['"`]([^.#'"`$][^'"`$]*)['"`]\s*,?\s*\)/g;

/** Fields and globals that a package keeps to itself begin with an underscore, by convention. */
function privateNames(source) {
  const code = source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
  return [...code.matchAll(/[\w$)\]]\??\.(_{1,2}[A-Za-z]\w*)/g)].map(([, name]) => name);
}

/** Files inside a package that does not export them: without `exports` in its package.json, all but the main file. */
function privateFiles(root, specifiers) {
  return specifiers.filter((specifier) => {
    const [, name, file] = /^((?:@[^/]+\/)?[^/:.#][^/:]*)\/(.+)$/.exec(specifier) ?? [];
    const manifest = name && join(root, 'node_modules', name, 'package.json');
    return (
      file && manifest && existsSync(manifest) && !('exports' in JSON.parse(readFileSync(manifest, 'utf8')))
    );
  });
}

/** Every source file by its path, with the files and packages it imports and the worker files it starts. */
export function readSources(root) {
  const sources = new Map();
  const read = (folder) => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = posix.join(folder, entry.name);
      if (entry.isDirectory() && entry.name !== 'node_modules' && !entry.name.startsWith('.')) read(path);
      else if (/\.(ts|tsx|mts|mjs)$/.test(path)) sources.set(path, readFileSync(join(root, path), 'utf8'));
    }
  };
  for (const { name } of readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isDirectory()))
    if (['src', 'tests', 'bench', 'deploy', 'scripts'].includes(name)) read(name);

  const named = (source, pattern) => [...source.matchAll(pattern)].map(([, specifier]) => specifier);
  const resolve = (file, specifier) => {
    if (specifier.startsWith('#tests/')) return specifier.slice(1);
    if (specifier.startsWith('#')) return `src/${specifier.slice(1)}`;
    return specifier.startsWith('.') ? posix.join(dirname(file), specifier) : undefined;
  };
  return new Map(
    [...sources].map(([file, source]) => {
      const specifiers = [...named(source, staticImport), ...named(source, importCall)];
      const paths = [...new Set(specifiers.map((specifier) => resolve(file, specifier)))];
      return [
        file,
        {
          lines: source.split('\n').length - 1,
          isRouteModule: /^export default /m.test(source),
          packages: specifiers.filter((specifier) => /^[^.#]/.test(specifier)),
          privateParts: [
            ...privateNames(source),
            ...privateFiles(root, [...specifiers, ...named(source, resolved)]),
          ],
          // Generated files and assets are not part of the graph.
          imports: paths.filter((path) => sources.has(path)),
          starts: named(source, startedFile).map((specifier) => resolve(file, specifier)),
        },
      ];
    }),
  );
}

/** The shortest import cycle of each strongly connected component. */
export function importCycles(sources) {
  return components(sources).map((component) => {
    const others = component.length > 2 ? ` (in a knot of ${component.length} files)` : '';
    const found = component
      .map((file) => shortestCycle(file, sources))
      .sort((a, b) => a.length - b.length)[0];
    return `circle: ${found.join(' → ')}${others}`;
  });
}

/** Tarjan's strongly connected components, without components of a single file that does not import itself. */
function components(sources) {
  const found = [];
  const order = new Map();
  const lowest = new Map();
  const open = [];
  const visit = (file) => {
    order.set(file, order.size);
    lowest.set(file, order.get(file));
    open.push(file);
    for (const target of sources.get(file).imports) {
      if (!order.has(target)) visit(target);
      if (open.includes(target)) lowest.set(file, Math.min(lowest.get(file), lowest.get(target)));
    }
    if (lowest.get(file) !== order.get(file)) return;
    const component = open.splice(open.indexOf(file));
    if (component.length > 1 || sources.get(file).imports.includes(file)) found.push(component);
  };
  for (const file of sources.keys()) if (!order.has(file)) visit(file);
  return found;
}

function shortestCycle(start, sources) {
  const seen = new Set();
  let ways = [[start]];
  while (ways.length > 0) {
    const longer = [];
    for (const way of ways)
      for (const target of sources.get(way.at(-1)).imports) {
        if (target === start) return [...way, start];
        if (!seen.has(target)) longer.push([...way, target]);
        seen.add(target);
      }
    ways = longer;
  }
  throw new Error(`${start} is in no circle`);
}

const links = (sources) =>
  [...sources]
    .filter(([file]) => !isTest(file))
    .flatMap(([file, { imports }]) => imports.map((target) => ({ file, target })));

export function layerBreaks(sources) {
  const files = links(sources)
    .filter(({ file, target }) => {
      const layer = layerOf(file);
      return layer && ![layer.folder, ...layer.mayImport].some((folder) => isIn(folder)(target));
    })
    .map(({ file, target }) => `${layerOf(file).folder} may not import this: ${file} → ${target}`);
  const packages = [...sources]
    .filter(([file]) => !isTest(file))
    .flatMap(([file, source]) => {
      const allowed = layerOf(file)?.packages;
      const others = allowed ? source.packages.filter((name) => !allowed.includes(name)) : [];
      return others.map((name) => `${layerOf(file).folder} may not import this: ${file} → ${name}`);
    });
  return [...files, ...packages];
}

/** Imports from one domain into another; the wiring and tests are not domains. */
const betweenDomains = (sources) =>
  links(sources)
    .map((link) => ({ ...link, from: domainOf(link.file), to: domainOf(link.target) }))
    .filter(({ from, to }) => from && to && from !== to);
const pathInDomain = (file) => file.split('/').slice(4).join('/');

export function privateImports(sources, publicFiles) {
  const used = new Set();
  const privateOnes = betweenDomains(sources).filter(({ to, target }) => {
    used.add(`${to}/${pathInDomain(target)}`);
    return !publicFiles[to]?.includes(pathInDomain(target));
  });
  const unused = Object.entries(publicFiles).flatMap(([domain, files]) =>
    files.filter((file) => !used.has(`${domain}/${file}`)).map((file) => `${domain}: ${file}`),
  );
  return [
    ...privateOnes.map(({ file, to, target }) => `not public in ${to}: ${file} → ${pathInDomain(target)}`),
    ...unused.map((name) => `named as public, but no other domain uses it: ${name}`),
  ];
}

export function mutualPairs(sources) {
  const uses = new Set(betweenDomains(sources).map(({ from, to }) => `${from} ${to}`));
  return [...uses]
    .map((pair) => pair.split(' '))
    .filter(([from, to]) => from.startsWith('server/') && from < to && uses.has(`${to} ${from}`))
    .map(([from, to]) => `${from} ↔ ${to.slice('server/'.length)}`)
    .sort();
}

/** Folders with more than `manyFilesInFolder` source files directly in them, the fullest first. */
export function fullFolders(sources) {
  const counts = new Map();
  for (const file of sources.keys())
    if (!isTest(file)) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
  return [...counts]
    .filter(([, count]) => count > manyFilesInFolder)
    .sort(([, one], [, other]) => other - one)
    .map(([folder, count]) => ({ folder, count }));
}

/** Small files that only one file of the same folder imports, so that they could be merged into it. */
export function smallFiles(sources) {
  const importers = new Map();
  for (const { file, target } of links(sources))
    importers.set(target, [...(importers.get(target) ?? []), file]);
  const started = new Set([...sources.values()].flatMap(({ starts }) => starts));
  return [...sources]
    .filter(([file, { lines, isRouteModule }]) => {
      const [importer, ...more] = importers.get(file) ?? [];
      const alone = importer && more.length === 0 && dirname(importer) === dirname(file);
      return alone && isIn('src')(file) && !isTest(file) && lines < smallFileLines && !isRouteModule;
    })
    .filter(([file]) => !started.has(file))
    .map(([file, { lines }]) => `${file} (${lines} lines) ← ${posix.basename(importers.get(file)[0])}`);
}

/** Uses of what a package does not offer: its next patch release may change it. */
function privatePartsOfPackages(sources, allowed) {
  const used = [...sources].filter(
    ([file, { privateParts }]) => isIn('src')(file) && privateParts.length > 0,
  );
  const unused = Object.keys(allowed).filter((file) => !used.some(([name]) => name === file));
  return [
    ...used
      .filter(([file]) => !(file in allowed))
      .map(
        ([file, { privateParts }]) =>
          `private in a package: ${file} uses ${[...new Set(privateParts)].join(', ')}`,
      ),
    ...unused.map((file) => `allowed to use private parts of a package, but uses none: ${file}`),
  ];
}

/** Returns violations in `problems`; the other lists are for information only. */
export function inspect(root, { publicFiles, allowedMutualPairs, allowedPrivateParts = {} }) {
  const sources = readSources(root);
  const pairs = mutualPairs(sources);
  const folders = fullFolders(sources);
  const tooFull = folders.filter(({ count }) => count > mostFilesInFolder);
  return {
    problems: [
      ...importCycles(sources),
      ...layerBreaks(sources),
      ...privatePartsOfPackages(sources, allowedPrivateParts),
      ...privateImports(sources, publicFiles),
      ...(pairs.length > allowedMutualPairs
        ? [`${pairs.length} pairs of server domains import each other; ${allowedMutualPairs} are allowed`]
        : []),
      ...tooFull.map(({ folder, count }) => `${folder} has ${count} files; ${mostFilesInFolder} are allowed`),
    ],
    pairs,
    folders: folders.map(({ folder, count }) => `${folder} (${count} files)`),
    small: smallFiles(sources),
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = dirname(dirname(fileURLToPath(import.meta.url)));
  const { problems, pairs, folders, small } = inspect(root, await import('./architecture-rules.config.mjs'));
  const list = (title, items) => console.log([title, ...items.map((item) => `  ${item}`)].join('\n'));
  list(`Pairs of server domains that import each other: ${pairs.length}`, pairs);
  list(`Folders with more than ${manyFilesInFolder} source files: ${folders.length}`, folders);
  list(
    `Files of under ${smallFileLines} lines that only a neighbour imports: ${small.length}`,
    process.argv.includes('--small') ? small : [],
  );
  if (problems.length > 0) list(`\nAgainst the rules of the house: ${problems.length}`, problems);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
