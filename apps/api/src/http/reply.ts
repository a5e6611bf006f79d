import type { AnyCall } from '@foyer/contracts/call.ts'

/** Removes what the contract does not declare; a declared field that is missing is a bug. */
function toReply(call: AnyCall, result: unknown): unknown {
  const reply = call.reply.safeParse(result)
  if (reply.success) return reply.data
  const where = reply.error.issues.map(({ path, code }) => `${path.join('.')} ${code}`).join(', ')
  throw new ReplyMismatch(`The reply of ${call.method} ${call.path} does not match its contract: ${where}.`)
}

/** The same for one call. A result that is stored as the reply of an idempotent call is parsed once, and not again when it is sent. */
export function createReplying(call: AnyCall): (result: unknown) => unknown {
  let known: { readonly result: unknown; readonly reply: unknown } | undefined
  return (result) => {
    if (!known || known.result !== result) known = { result, reply: toReply(call, result) }
    return known.reply
  }
}

/** Its message names fields and never values, so it may be logged. */
export class ReplyMismatch extends Error {}
