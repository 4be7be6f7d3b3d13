import type { LineSink } from './log.js';

/**
 * Writes the lines of one turn of the event loop together: standard error is written synchronously, and a write costs as much as
 * the rest of a log line. `flush` writes at once, for the end of the process.
 */
export function gatherLines(sink: LineSink): LineSink & { readonly flush: () => void } {
  let gathered = '';
  const flush = (): void => {
    if (gathered === '') return;
    const lines = gathered;
    gathered = '';
    sink.write(lines);
  };
  return {
    write(line) {
      if (gathered === '') setImmediate(flush);
      gathered += line;
    },
    flush,
  };
}
