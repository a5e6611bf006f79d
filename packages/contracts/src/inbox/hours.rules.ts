export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const

/** HH:MM, so that the later time is the greater text. */
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
