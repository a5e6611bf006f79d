declare module 'virtual:calls' {
  import type { Method } from '@foyer/contracts/call.ts'
  import type { CallName } from '@foyer/contracts/calls.ts'

  interface CallRow {
    readonly method: Method
    readonly path: `/${string}`
    readonly failure?: string
    /** A failure's message is the server's, where it sends one. */
    readonly explained?: true
    readonly form?: boolean
    /** The name of the multipart field that holds its files. */
    readonly files?: string
    /** The answer is not wrapped in `{ code: "ok", data }`, so its code is not checked. */
    readonly bare?: true
  }

  /** The first page's calls; all calls, once the later ones are added. */
  const table: Record<CallName, CallRow>
  export default table
}

declare module 'virtual:later-calls' {
  import table from 'virtual:calls'

  const later: Partial<typeof table>
  export default later
}
