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

/** The carrier's codes: a phone that can't be reached, one that takes no texts, and a text that is lost for no known reason. */
const UNREACHABLE = 30_003
const LANDLINE = 30_006
const UNKNOWN = 30_008

type Fated = Pick<
  Behaviour,
  'unreachable' | 'landlines' | 'undeliveredPercent' | 'repeatCallbacks' | 'reorderCallbacks' | 'dropCallbacks'
>

/** `nth` counts the texts from 1. Those that are lost are spread evenly, so that each hundred has its share. */
export function fateOf(
  { to, nth }: { readonly to: string; readonly nth: number },
  behaviour: Fated,
  pace: { readonly sentMs: number; readonly arrivedMs: number },
): Step[] {
  const sent: Report = { status: 'sent', errorCode: null }
  const errorCode = errorOf(to, nth, behaviour)
  const arrived: Report = { status: errorCode === null ? 'delivered' : 'undelivered', errorCode }
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

function errorOf(to: string, nth: number, { unreachable, landlines, undeliveredPercent }: Fated): number | null {
  if (unreachable.includes(to)) return UNREACHABLE
  if (landlines.includes(to)) return LANDLINE
  const lostBy = (count: number) => Math.floor((count * undeliveredPercent) / 100)
  return lostBy(nth) > lostBy(nth - 1) ? UNKNOWN : null
}
