import type { AnyCall } from '@foyer/contracts/call.ts'
import type { z } from 'zod'
import { Refusal } from './refusal.ts'

/** Parses a call's input, or refuses it with the names of the invalid fields. [OPEN-048] */
export function parseInput(
  call: AnyCall,
  { params, query, body }: { params: object; query: object; body: unknown },
): { params: unknown; query: unknown; body: unknown } {
  const read = {
    // The router's object has no prototype, and zod requires a plain object.
    params: call.params.safeParse({ ...params }),
    query: call.query.safeParse(foldBrackets(query)),
    body: call.body.safeParse(body),
  }
  const issues = [read.params, read.query, read.body].flatMap(issuesOf)
  if (issues.length > 0) {
    const fields = [...new Set(issues.map(({ path }) => path || 'the body'))].join(', ')
    throw new Refusal('not_valid', `Not valid: ${fields}.`, { issues })
  }
  return { params: read.params.data, query: read.query.data, body: read.body.data }
}

/** Treats `status[]=a&status[]=b` and `status=a&status=b` as the same list. [OPEN-069] */
function foldBrackets(query: object): Record<string, unknown> {
  const folded = new Map<string, unknown>()
  for (const [key, value] of Object.entries(query)) {
    const name = key.endsWith('[]') ? key.slice(0, -2) : key
    folded.set(name, folded.has(name) || name !== key ? [folded.get(name) ?? [], value].flat() : value)
  }
  return Object.fromEntries(folded)
}

/**
 * Matches plausible field names. A body sent with the wrong type has one key that contains all of it, which must not
 * be repeated. [SEC-11]
 */
const WORD = /^[\w$.[\]-]{1,60}$/

/**
 * An unknown key is reported as its own field, so that the client sees which name was wrong. Values are never
 * repeated.
 */
function issuesOf(read: z.ZodSafeParseResult<unknown>): { path: string; message: string }[] {
  if (read.success) return []
  return read.error.issues.flatMap((issue) => {
    const path = issue.path.join('.')
    if (issue.code !== 'unrecognized_keys') return [{ path, message: messageOf(issue) }]
    return issue.keys.map((key) => ({
      path: [path, WORD.test(key) ? key : '(no word)'].filter(Boolean).join('.'),
      message: 'Unknown field',
    }))
  })
}

function messageOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type' && issue.input === undefined && issue.message.endsWith('received undefined'))
    return 'Required'
  return issue.message
}
