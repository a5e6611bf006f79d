import type { AnyCall } from '@foyer/contracts/call.ts'

/** What the contract doesn't declare is left out; what it declares and isn't there is our mistake. */
export function toReply(call: AnyCall, result: unknown): unknown {
  const reply = call.reply.safeParse(result)
  if (reply.success) return reply.data
  const where = reply.error.issues.map(({ path, code }) => `${path.join('.')} ${code}`).join(', ')
  throw new ReplyMismatch(`The reply of ${call.method} ${call.path} is not what its contract says: ${where}.`)
}

/** Its message names fields and never values, so that it may be logged. */
export class ReplyMismatch extends Error {}
