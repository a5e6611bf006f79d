/**
 * Reads from PostgreSQL's log how long its statements took. With `log_min_duration_statement = 0` it notes each message
 * of the protocol: `parse` and `bind` (which plans), `execute`, and `statement` for a text that is not prepared.
 */
export interface PostgresTimes {
  /** Milliseconds for parsing, binding and planning. */
  readonly planning: number
  /** Milliseconds for executing. A statement that is sent as a text counts here whole: it is a begin or a commit. */
  readonly executing: number
  /** The number of statements that were executed. */
  readonly statements: number
}

/** Without the texts of statements: they may hold the same words. */
const DURATION = /LOG: {2}duration: ([\d.]+) ms {2}(parse|bind|execute|statement)\b/

export function timesIn(log: string): PostgresTimes {
  let planning = 0
  let executing = 0
  let statements = 0
  for (const line of log.split('\n')) {
    const [, duration, step] = DURATION.exec(line) ?? []
    if (step === 'parse' || step === 'bind') planning += Number(duration)
    if (step !== 'execute' && step !== 'statement') continue
    executing += Number(duration)
    statements += 1
  }
  return { planning, executing, statements }
}
