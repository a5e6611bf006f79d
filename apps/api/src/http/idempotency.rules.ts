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
 * Equal requests have equal fingerprints. It covers the parsed input, so spaces and field order don't matter, and the
 * content and names of files.
 */
export function fingerprint(
  { method, path }: AnyCall,
  { params, query, body }: { params?: unknown; query?: unknown; body?: unknown },
  files: readonly { readonly digest: string; readonly name: string }[] = [],
): string {
  // A call without path parameters keeps the fingerprint from before they existed, because replies are kept for days.
  const input = [method, path, query, body, ...(path.includes(':') ? [params] : [])]
  const covered = files.length > 0 ? [...input, files.map(({ digest, name }) => [digest, name])] : input
  return createHash('sha256').update(JSON.stringify(covered)).digest('base64')
}
