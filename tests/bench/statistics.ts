/** Returns the value below which `share` (0 to 1) of the samples lie. */
export function quantile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export const median = (samples: readonly number[]) => quantile(samples, 0.5)

export const ms = (value: number) => `${value.toFixed(value < 10 ? 2 : 1)} ms`
export const ratio = (value: number, baseline: number) => `${(value / baseline).toFixed(2)} ×`

export interface Row {
  readonly what: string
  readonly figure: string
  /** The baseline of the same run on the same machine. */
  readonly baseline?: string
  readonly ratio?: string
  readonly aim?: string
  /** True if a limit that holds on every machine was missed: the run fails. */
  readonly isMissed?: boolean
}

export function print(title: string, rows: readonly Row[]): void {
  console.log(`\n${title}`)
  console.table(
    Object.fromEntries(
      rows.map(({ what, isMissed, ...row }) => [
        what,
        { baseline: '', ratio: '', aim: '', ...row, ...(isMissed ? { aim: `${row.aim}: MISSED` } : {}) },
      ]),
    ),
  )
}
