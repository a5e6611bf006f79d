/** The answers of a staff member today, as the end of "Next patient" says them. */
import type { OpenTime } from '@foyer/contracts/time/opening-hours.rules.ts'

interface EndedWait {
  readonly began: Date
  readonly answered: Date
}

interface Answered {
  readonly answered: number
  /** The median in open minutes of the clinic, as all waits are counted; null without any wait. */
  readonly typicalMinutes: number | null
}

export function answeredOf(waits: readonly EndedWait[], clinic: OpenTime): Answered {
  const minutes = waits
    .map(({ began, answered }) => clinic.minutesBetween(began.getTime(), answered.getTime()))
    .sort((left, right) => left - right)
  const [lower, upper] = [minutes[(minutes.length - 1) >> 1], minutes[minutes.length >> 1]]
  const isNone = lower === undefined || upper === undefined
  return { answered: waits.length, typicalMinutes: isNone ? null : Math.round((lower + upper) / 2) }
}
