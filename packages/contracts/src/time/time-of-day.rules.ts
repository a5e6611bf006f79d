const HH_MM = /^([01]\d|2[0-3]):[0-5]\d$/

/** [OPEN-041] */
export const WRONG_TIME = 'Time must be HH:MM'

/** [RULE-18] 24-hour HH:MM. Comparing two such texts compares the times. */
export function isTimeOfDay(value: string): boolean {
  return HH_MM.test(value)
}

/** [RULE-19] The 48 half hours of a day, "00:00" to "23:30". */
export function halfHours(): string[] {
  return Array.from({ length: 48 }, (_, slot) => {
    const hour = String(Math.floor(slot / 2)).padStart(2, '0')
    return `${hour}:${slot % 2 === 0 ? '00' : '30'}`
  })
}

/** A part of a day. */
interface Span {
  readonly from: string
  readonly to: string
}

export function endsAfterItBegins({ from, to }: Span): boolean {
  return from < to
}

export function isInOrder(spans: readonly Span[]): boolean {
  return spans.every((span, index) => index === 0 || (spans[index - 1]?.to ?? '') <= span.from)
}
