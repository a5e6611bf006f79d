import type { AnyCall } from '@foyer/contracts/call.ts'
import type { z } from 'zod'
import { Refusal } from './refusal.ts'

/** [OPEN-048] What the call takes, or a refusal that names the fields. */
export function parseInput(call: AnyCall, query: object, body: unknown): { query: unknown; body: unknown } {
  const folded = foldBrackets(query)
  const read = { query: call.query.safeParse(folded), body: call.body.safeParse(body) }
  const issues = [...issuesOf(read.query), ...issuesOf(read.body), ...listsTakenForOne(folded, read.query.data)]
  if (issues.length > 0) {
    const fields = [...new Set(issues.map(({ path }) => path || 'the body'))].join(', ')
    throw new Refusal('not_valid', `Not valid: ${fields}.`, { issues })
  }
  return { query: read.query.data, body: read.body.data }
}

/** [OPEN-069] `status[]=a&status[]=b` and `status=a&status=b` are one list. */
function foldBrackets(query: object): Record<string, unknown> {
  const folded = new Map<string, unknown>()
  for (const [key, value] of Object.entries(query)) {
    const name = key.endsWith('[]') ? key.slice(0, -2) : key
    folded.set(name, folded.has(name) || name !== key ? [folded.get(name) ?? [], value].flat() : value)
  }
  return Object.fromEntries(folded)
}

/** A list of one number reads as that number: `page[]=2` asks for no page. */
function listsTakenForOne(asked: Record<string, unknown>, read: unknown): { path: string; message: string }[] {
  if (typeof read !== 'object' || read === null) return []
  return Object.entries(read).flatMap(([path, value]) =>
    Array.isArray(asked[path]) && !Array.isArray(value) ? [{ path, message: 'One value, not a list' }] : [],
  )
}

/** What is a word, as fields are: [SEC-11] a body that was sent as something else has a key that is all of it. */
const WORD = /^[\w$.[\]-]{1,60}$/

/** An unknown key is its own field: the client reads which word was wrong. The value is never repeated. */
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
