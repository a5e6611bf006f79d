import type { AnyCall } from '@foyer/contracts/call.ts'

/** Removes what the contract does not declare; a declared field that is missing is a bug. */
export function toReply(call: AnyCall, result: unknown): unknown {
  const reply = call.reply.safeParse(result)
  if (reply.success) return reply.data
  const where = reply.error.issues.map(({ path, code }) => `${path.join('.')} ${code}`).join(', ')
  throw new ReplyMismatch(`The reply of ${call.method} ${call.path} does not match its contract: ${where}.`)
}

/** Its message names fields and never values, so it may be logged. */
export class ReplyMismatch extends Error {}
