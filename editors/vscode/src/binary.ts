// Where the binary is: what the settings say, then the usual places.

import * as fs from 'node:fs';
import * as path from 'node:path';

export interface Machine {
  configured: string;
  workspace: readonly string[];
  home: string;
  searchPath: string;
}

/** The first place that holds a program; the configured one alone if there is one. */
export function findBinary(machine: Machine, isProgram: (file: string) => boolean = canRun): string | undefined {
  if (machine.configured !== '') {
    const file = machine.configured.replace(/^~(?=\/)/, machine.home);
    return isProgram(file) ? file : undefined;
  }
  return places(machine).find(isProgram);
}

/** All places that are looked at, in order. */
export function places(machine: Machine): string[] {
  const folders = [
    ...machine.searchPath.split(path.delimiter).filter((folder) => folder !== ''),
    path.join(machine.home, '.cargo', 'bin'),
    ...machine.workspace.flatMap((root) => [path.join(root, 'target', 'release'), path.join(root, 'target', 'debug')]),
  ];
  return folders.map((folder) => path.join(folder, 'warploom'));
}

function canRun(file: string): boolean {
  try {
    fs.accessSync(file, fs.constants.X_OK);
    return fs.statSync(file).isFile();
  } catch {
    return false;
  }
}
