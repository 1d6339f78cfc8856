export function findProgram(
  commands: readonly string[],
  options: { variable: string; otherPaths?: readonly string[] },
): string | undefined;
export function installPackages(
  packages: readonly string[],
  options: { purpose: string; elsewhere: string },
): Promise<void>;
