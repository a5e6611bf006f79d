/**
 * [RULE-15..17] [OPEN-040] Checks that the numbers are 1, 2, 3, … in any order. Returns the message of the first rule that
 * fails (start, repeated, missing; each for its lowest number), or null.
 */
export function sequenceProblem(numbers: readonly number[]): string | null {
  if (numbers.length === 0) return null
  const sorted = [...numbers].sort((a, b) => a - b)
  if (sorted[0] !== 1) return 'Sequence numbers must start with 1.'
  const repeated = sorted.find((number, index) => number === sorted[index - 1])
  if (repeated !== undefined) return `Repeated sequence number: ${repeated}.`
  const missing = sorted.findIndex((number, index) => number !== index + 1)
  return missing === -1 ? null : `Missing sequence number: ${missing + 1}.`
}
