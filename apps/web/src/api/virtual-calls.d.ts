declare module 'virtual:calls' {
  import type { Method } from '@foyer/contracts/call.ts'
  import type { CallName } from '@foyer/contracts/calls.ts'

  interface CallRow {
    readonly method: Method
    readonly path: `/${string}`
    readonly failure?: string
    readonly form?: boolean
    /** The part that its files go in: the body is multipart. */
    readonly files?: string
    /** Its answer is what it is, and not `{ code: "ok", data }`, of which anything else would be a failure. */
    readonly bare?: true
  }

  const table: Record<CallName, CallRow>
  export default table
}
