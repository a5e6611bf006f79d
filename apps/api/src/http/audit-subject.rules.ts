/** Extracts a call's subject for the audit: ids by field name at any depth, the names of dashboards, and nothing else. */
import { boards } from '@foyer/contracts/dashboards/boards.rules.ts'
import { metricNames } from '@foyer/contracts/dashboards/metrics.rules.ts'

export type Subject = Readonly<Record<string, string | string[]>>

/** The limit per field name, also when the field repeats in a list of records. */
const IDS_MAX = 100
const NAMES_AN_ID = /^(user|users|_id|id|ids|\w*Ids?)$/
const LOOKS_LIKE_AN_ID = /^[A-Za-z0-9][\w.:~-]{0,99}$/
/** Words of ours that say which rows were read or exported. Another value of such a field is left out. */
const NAMES: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['metric', new Set<string>(metricNames)],
  ['board', new Set<string>(boards)],
])
/** A phone number or a date in digits. */
const LOOKS_LIKE_A_FACT = /^(\d{10,15}|\d+([.-]\d+)+)$/
/**
 * Stands for a value that is not an id: users may type anything into an id field, and filters accept it without a
 * lookup.
 */
const NO_ID = '(not an id)'

interface SubjectInput {
  readonly params?: unknown
  readonly query?: unknown
  readonly body?: unknown
}

export function subjectOf({ params, query, body }: SubjectInput): Subject {
  const ids = new Map<string, string[]>()
  const lists = new Set<string>()
  const keep = (name: string, id: string) => {
    const kept = ids.get(name) ?? []
    const isId = LOOKS_LIKE_AN_ID.test(id) && !LOOKS_LIKE_A_FACT.test(id)
    if (kept.length < IDS_MAX) ids.set(name, [...new Set([...kept, isId ? id : NO_ID])])
  }
  const walk = (value: unknown, name: string, inList: boolean) => {
    if (inList) lists.add(name)
    if (typeof value === 'string') {
      if (NAMES_AN_ID.test(name) || NAMES.get(name)?.has(value)) keep(name, value)
    } else if (Array.isArray(value)) {
      for (const one of value) walk(one, name, true)
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, one] of Object.entries(value)) if (key !== 'organizationId') walk(one, key, inList)
    }
  }
  for (const part of [params, query, body]) walk(part, '', false)
  return Object.fromEntries(
    [...ids].map(([name, found]) => {
      const [first = ''] = found
      return [name, found.length > 1 || lists.has(name) ? found : first]
    }),
  )
}
