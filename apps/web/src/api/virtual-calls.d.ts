declare module 'virtual:calls' {
  import type { Method } from '@foyer/contracts/call.ts'
  import type { CallName } from '@foyer/contracts/calls.ts'

  interface CallRow {
    readonly method: Method
    readonly path: `/${string}`
    readonly failure?: string
    readonly idempotent?: boolean
    readonly form?: boolean
    /** The part that its files go in: the body is multipart. */
    readonly files?: string
    /** Its answer is `{ code: "ok", data }`; anything else is a failure. */
    readonly enveloped: boolean
  }

  const table: Record<CallName, CallRow>
  export default table
}
