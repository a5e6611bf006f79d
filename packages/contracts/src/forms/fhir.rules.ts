/** Reads parts of FHIR's JSON, which may hold anything. */
export type Fields = Readonly<Record<string, unknown>>

export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}
}

export function listOf(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.map(fieldsOf) : []
}

/** A text, number or truth as a text; anything else is empty. */
export function wordOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}

/**
 * The text of a value that is no structure, by the name of its field. FHIR writes times with seconds, and may write them with a
 * zone; a field of the page has neither.
 */
export function primitiveOf(field: string, value: unknown): string {
  const word = wordOf(value)
  return (/Time$/.test(field) && word.match(/^(\d{4}-\d\d-\d\dT)?\d\d:\d\d(?=:)/)?.[0]) || word
}
