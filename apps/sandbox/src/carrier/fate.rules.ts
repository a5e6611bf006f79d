/** The later states of an accepted text (sent, then delivered or not), and the status callbacks for each. */
import type { Behaviour } from './behaviour.ts'
import type { Text } from './text.ts'

export interface Report {
  readonly status: Extract<Text['status'], 'sent' | 'delivered' | 'undelivered'>
  readonly errorCode: number | null
}

export interface Step {
  readonly afterMs: number
  /** The state from now on. */
  readonly becomes: Report
  /** The reports that are posted now; where reports are reordered they differ from the state. */
  readonly reports: readonly Report[]
}

/** The carrier's code for a phone that can't be reached. */
const UNREACHABLE = 30_003

export function fateOf(
  to: string,
  behaviour: Pick<Behaviour, 'unreachable' | 'repeatCallbacks' | 'reorderCallbacks' | 'dropCallbacks'>,
  pace: { readonly sentMs: number; readonly arrivedMs: number },
): Step[] {
  const sent: Report = { status: 'sent', errorCode: null }
  const arrived: Report = behaviour.unreachable.includes(to)
    ? { status: 'undelivered', errorCode: UNREACHABLE }
    : { status: 'delivered', errorCode: null }
  const [first, second] = behaviour.reorderCallbacks ? [arrived, sent] : [sent, arrived]
  const posted = (report: Report) => {
    if (behaviour.dropCallbacks) return []
    return behaviour.repeatCallbacks ? [report, report] : [report]
  }
  return [
    { afterMs: pace.sentMs, becomes: sent, reports: posted(first) },
    { afterMs: pace.arrivedMs, becomes: arrived, reports: posted(second) },
  ]
}
