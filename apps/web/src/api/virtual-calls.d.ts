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

  /** Of the first page; of all, once the later ones are among them. */
  const table: Record<CallName, CallRow>
  export default table
}

declare module 'virtual:later-calls' {
  import table from 'virtual:calls'

  const later: Partial<typeof table>
  export default later
}
