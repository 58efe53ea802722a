// Lines of the generated text and of the source, led to each other by a source map (version 3).

export interface SourceMap {
  version: number;
  sources: string[];
  names: string[];
  mappings: string;
}

export interface Line {
  source: number;
  line: number;
  name: string | undefined;
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** The numbers of one segment, in base 64 with variable length. */
export function decodeSegment(text: string): number[] {
  const numbers: number[] = [];
  let value = 0;
  let shift = 0;
  for (const character of text) {
    const digit = DIGITS.indexOf(character);
    if (digit < 0) {
      throw new Error(`'${character}' is not a digit of a source map`);
    }
    value += (digit & 31) * 2 ** shift;
    shift += 5;
    if ((digit & 32) === 0) {
      const half = Math.floor(value / 2);
      numbers.push(value % 2 === 1 ? -half : half);
      value = 0;
      shift = 0;
    }
  }
  return numbers;
}

export class Lines {
  private readonly lines: (Line | undefined)[] = [];

  constructor(map: SourceMap) {
    let [source, line, name] = [0, 0, 0];
    for (const group of map.mappings.split(';')) {
      let first: Line | undefined;
      for (const segment of group.split(',').filter((text) => text !== '')) {
        const numbers = decodeSegment(segment);
        if (numbers.length < 4) {
          continue;
        }
        source += numbers[1];
        line += numbers[2];
        if (numbers.length > 4) {
          name += numbers[4];
        }
        first ??= { source, line, name: numbers.length > 4 ? map.names[name] : undefined };
      }
      this.lines.push(first);
    }
  }

  /** The line of the source that a generated one came from. */
  toSource(generated: number): Line | undefined {
    return this.lines[generated];
  }

  /** The generated lines that came from a line of a source, or from the nearest one above it. */
  toGenerated(source: number, line: number): number[] {
    let nearest = -1;
    for (const found of this.lines) {
      if (found && found.source === source && found.line <= line) {
        nearest = Math.max(nearest, found.line);
      }
    }
    return this.lines.flatMap((found, at) => (found?.source === source && found.line === nearest ? [at] : []));
  }
}
