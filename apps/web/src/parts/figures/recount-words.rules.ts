import { decimal } from './change.rules.ts'

interface Recounted {
  /** The number as it is now. */
  readonly figure: number
  /** The sum of its rows. */
  readonly rows: number
}

/** Says whether the rows add up to the number, and to the one that was pressed, which may be older. */
export function recountWords({ figure, rows }: Recounted, pressed: number | undefined): string {
  const counted = `${decimal(rows)} rows counted`
  if (figure !== rows) return `${counted}, and the number is ${decimal(figure)}. Tell an admin.`
  if (pressed === undefined || pressed === rows) return `${counted}: the number is right.`
  return `${counted}: the number is right now. It was ${decimal(pressed)} when you opened it.`
}
