import type { AnyCall } from '@foyer/contracts/call.ts'
import type { Request, Response } from 'express'
import type { z } from 'zod'
import type { Lane } from '../db/database.ts'
import type { Tx } from '../db/tx.ts'
import type { StagedFile } from '../files/staging.ts'
import type { Caller } from './caller.ts'
import type { Refusal } from './refusal.ts'

/** A file as it came in, on this machine's disk until the call is answered. */
export interface UploadedFile extends StagedFile {
  /** As the sender wrote it: to be cleaned before anybody sees it, and never a path. */
  readonly name: string
}

/** What a handler gets. Everything in it has been checked. */
export interface Context<C extends AnyCall> {
  readonly params: z.output<C['params']>
  readonly query: z.output<C['query']>
  readonly body: z.output<C['body']>
  /** What came in the parts that the call takes files in. */
  readonly files: readonly UploadedFile[]
  /** Absent for access `public`, `relay` and `carrier`. */
  readonly caller: Caller
  /** The organization that the call names and the caller belongs to; empty for calls above organizations. */
  readonly organizationId: string
  readonly requestId: string
  /** Reads in one REPEATABLE READ transaction of the organization; writes the audit row in it. */
  read<T>(work: (tx: Tx) => Promise<T>, lane?: Lane): Promise<T>
  /**
   * Changes in one transaction of the organization, with its audit row and, for idempotent calls, its key. The work may
   * run twice, so it has no effects beside the transaction's. In an idempotent call it is made once and gives
   * the whole reply, which is kept with the key; the handler answers what `write` gave it.
   */
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * As `write`, in the system scope (`Database.system`): membership and sign-in are no organization's own data. The audit
   * row, key and reply are the organization's all the same.
   */
  writeSystem<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * Changes the caller's own account, in the system scope, in one transaction with its audit row. A refusal that the work
   * returns, and doesn't throw, keeps what was written.
   */
  writeAccount<T>(work: (tx: Tx) => Promise<T | Refusal>): Promise<T>
  /** For redirects, cookies and raw bodies; other handlers return their reply. */
  readonly req: Request
  readonly res: Response
}

export type Handler<C extends AnyCall> = (context: Context<C>) => Promise<z.input<C['reply']>> | z.input<C['reply']>

/** A call with the code that answers it. */
export interface Route {
  readonly call: AnyCall
  readonly handle: (context: Context<AnyCall>) => Promise<unknown> | unknown
}

export function route<C extends AnyCall>(call: C, handle: Handler<C>): Route {
  return { call, handle: handle as unknown as Route['handle'] }
}
