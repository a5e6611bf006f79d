import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { AnyCall } from '@foyer/contracts/call.ts'
import { Refusal } from './refusal.ts'

const NAME = 'idempotency-key'

export function idempotencyKey(headers: IncomingHttpHeaders): string | undefined {
  const key = headers[NAME]
  if (key === undefined) return undefined
  if (typeof key === 'string' && key.length >= 1 && key.length <= 200) return key
  throw new Refusal('not_valid', 'Idempotency-Key must have 1 to 200 characters.', {
    issues: [{ path: 'Idempotency-Key', message: 'Must have 1 to 200 characters' }],
  })
}

/**
 * The same question has the same one: of what was understood, so that spaces and the order of fields don't matter. Of
 * files every byte counts, and what they are called.
 */
export function fingerprint(
  { method, path }: AnyCall,
  { params, query, body }: { params?: unknown; query?: unknown; body?: unknown },
  files: readonly { readonly digest: string; readonly name: string }[] = [],
): string {
  // A call without params keeps the question that it had before there were any: replies are kept for days.
  const question = [method, path, query, body, ...(path.includes(':') ? [params] : [])]
  const asked = files.length > 0 ? [...question, files.map(({ digest, name }) => [digest, name])] : question
  return createHash('sha256').update(JSON.stringify(asked)).digest('base64')
}
